import { holdSpeed } from "../drive/pedals.js";
import { rampTo } from "../drive/steering.js";
import { meanBetween, valueAt } from "../metrics/signals.js";
import { stepResponse, type StepResponse } from "../metrics/step-response.js";
import { degrees } from "../report/conversions.js";
import { plain, type TestNumber } from "../report/report.js";
import type { Drive } from "../drive/drive.js";
import { overTime } from "./over-time.js";
import { channelsOf, defineTest, requireSpeed, type Session } from "./standard-test.js";

/** When the steering begins, and how long it takes [s]. */
const START = 2;
const RAMP = 0.15;
const RECORD = 4;
/** From so long before the end on the state counts as steady [s]. */
const STEADY = 1;

/** Rounds in which the steering for the wanted acceleration is found. */
const ROUNDS = 3;

/** ISO 7401, step of the steering. */
export const stepSteer = defineTest({
  name: "iso7401-step",
  title: "Step steer",
  norm: "ISO 7401",
  summary: "steps the steering to a lateral acceleration: response times and overshoot",
  options: {
    speed: { unit: "m/s", default: 80 / 3.6, doc: "speed before the step" },
    acceleration: { unit: "m/s^2", default: 4, doc: "steady lateral acceleration" },
  },
  drives: () => ROUNDS,
  run: (session, { speed, acceleration }) => {
    const { vehicle } = session;
    let amplitude = 0.05;
    let drive = step(session, speed, amplitude);
    for (let round = 1; round < ROUNDS; round++) {
      amplitude = Math.min(1, (amplitude * acceleration) / steadyOf(drive, "ay"));
      drive = step(session, speed, amplitude);
    }
    requireSpeed("iso7401-step", vehicle, speed, valueAt(drive.t, drive.column("speed"), START));
    const half = START + RAMP / 2;
    const until = drive.t[drive.t.length - 1] - STEADY;
    const yaw = stepResponse(drive.t, drive.column("yawRate"), half, until);
    const ay = stepResponse(drive.t, drive.column("ay"), half, until);
    const wheel = degrees(amplitude * vehicle.steering.wheelAtLock);
    return {
      numbers: [
        plain("steeringWheel", "steering wheel", wheel, "deg"),
        ...numbersOf("yawRate", "yaw rate", "rad/s", yaw),
        ...numbersOf("ay", "lateral acceleration", "m/s^2", ay),
        plain(
          "yawGain",
          "yaw rate over steering wheel",
          yaw.steady / (amplitude * vehicle.steering.wheelAtLock),
          "1/s",
        ),
        plain("sideslip", "sideslip, steady", degrees(steadyOf(drive, "sideslip")), "deg"),
        plain("roll", "roll, steady", degrees(steadyOf(drive, "roll")), "deg"),
      ],
      tables: [],
      plots: [overTime(drive, "yawRate", "yaw rate [rad/s]"), overTime(drive, "ay", "lateral acceleration [m/s^2]")],
      notes: [
        `The steering is ramped within ${RAMP} s at ${START} s; times count from half of the ramp. The speed is held by the throttle.`,
      ],
      channels: channelsOf(drive),
    };
  },
});

const step = (session: Session, speed: number, amplitude: number): Drive =>
  session.drive(
    "stepping the steering",
    START + RECORD,
    { steering: rampTo(amplitude, START, START + RAMP), pedals: holdSpeed(() => speed) },
    { speed },
  );

const steadyOf = ({ t, column }: Drive, name: string): number => {
  const last = t[t.length - 1];
  return meanBetween(t, column(name), last - STEADY, last);
};

const numbersOf = (name: string, title: string, unit: string, found: StepResponse): readonly TestNumber[] => [
  plain(`${name}Steady`, `${title}, steady`, found.steady, unit),
  plain(`${name}ResponseTime`, `${title}, time to 90 %`, found.responseTime, "s"),
  plain(`${name}PeakTime`, `${title}, time to the peak`, found.peakTime, "s"),
  plain(`${name}Overshoot`, `${title}, overshoot`, 100 * found.overshoot, "%"),
];
