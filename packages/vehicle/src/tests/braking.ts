import { holdSpeed, inTurn, press } from "../drive/pedals.js";
import { straight } from "../drive/steering.js";
import { crossingTime, peakBetween, valueAt } from "../metrics/signals.js";
import { degrees } from "../report/conversions.js";
import { plain } from "../report/report.js";
import { onFriction } from "../vehicles/changes.js";
import { overTime } from "./over-time.js";
import { channelsOf, defineTest } from "./standard-test.js";

/** The brake is pressed at [s]. */
const START = 0.5;
/** Slower than this the vehicle has stopped [m/s]. */
const STOPPED = 0.05;

/** Straight-line braking, the steering wheel held. */
export const braking = defineTest({
  name: "braking",
  title: "Straight-line braking",
  norm: "after ISO 21994, fixed steering",
  summary: "stopping distance and deceleration, also with different friction left and right",
  options: {
    speed: { unit: "m/s", default: 60 / 3.6, doc: "speed at which the brake is pressed" },
    brake: { unit: "", default: 1, doc: "how far the pedal is pressed, 0 to 1" },
    friction: { unit: "", default: 0.8, doc: "coefficient of friction below the left wheels" },
    frictionRight: { unit: "", default: 0, least: 0, doc: "below the right wheels; 0: as on the left" },
  },
  drives: () => 1,
  run: (session, { speed, brake, friction, frictionRight }) => {
    const right = frictionRight > 0 ? frictionRight : friction;
    const { drive: start } = session.with(onFriction(session.vehicle, { left: friction, right }));
    const least = Math.min(friction, right);
    const duration = START + 1 + (3 * speed) / (9.81 * Math.min(1, least) * Math.min(1, 2 * brake));
    const drive = start(
      "braking",
      duration,
      {
        steering: straight,
        pedals: inTurn(
          holdSpeed(() => speed),
          START,
          press({ brake: Math.min(1, brake) }),
        ),
      },
      {
        speed,
        sampleEvery: 0.005,
        until: ({ speed: ahead, lateral }) => ahead * ahead + lateral * lateral < 0.02 * 0.02,
      },
    );
    const { t, column } = drive;
    const stop = crossingTime(t, column("velocity"), STOPPED, START);
    const path = pathLength(drive.column("x"), drive.column("y"));
    const end = stop ?? t[t.length - 1];
    const before = valueAt(t, column("speed"), START);
    const distance = valueAt(t, path, end) - valueAt(t, path, START);
    const velocityAt = (time: number): number => valueAt(t, column("velocity"), time);
    const isStopped = stop !== null;
    return {
      numbers: [
        plain("distance", "stopping distance", isStopped ? distance : null, "m"),
        plain("time", "stopping time", isStopped ? end - START : null, "s"),
        plain("meanDeceleration", "mean deceleration over the distance", (before * before) / (2 * distance), "m/s^2"),
        plain(
          "fullDeceleration",
          "mean deceleration, 0.3 s after the pedal to 0.2 s before the stop",
          (velocityAt(START + 0.3) - velocityAt(end - 0.2)) / (end - START - 0.5),
          "m/s^2",
        ),
        plain("drift", "to the side", valueAt(t, column("y"), end) - valueAt(t, column("y"), START), "m"),
        plain("yaw", "turned by", degrees(valueAt(t, column("yaw"), end)), "deg"),
        plain("peakYawRate", "yaw rate, peak", Math.abs(peakBetween(t, column("yawRate"), START, end)), "rad/s"),
        plain("pitch", "pitch, peak", degrees(peakBetween(t, column("pitch"), START, end)), "deg"),
      ],
      tables: [],
      plots: [
        overTime(drive, "speed", "speed [m/s]"),
        overTime(drive, "ax", "longitudinal acceleration [m/s^2]"),
        overTime(drive, "yawRate", "yaw rate [rad/s]"),
      ],
      notes: [
        `The brake is pressed at ${START} s from ${before.toFixed(3)} m/s, its lag is part of the distance; no anti-lock control.`,
      ],
      channels: channelsOf(drive),
    };
  },
});

/** Length of a path up to each of its points. */
function pathLength(x: Float64Array, y: Float64Array): Float64Array {
  const out = new Float64Array(x.length);
  for (let k = 1; k < x.length; k++) {
    const [dx, dy] = [x[k] - x[k - 1], y[k] - y[k - 1]];
    out[k] = out[k - 1] + Math.sqrt(dx * dx + dy * dy);
  }
  return out;
}
