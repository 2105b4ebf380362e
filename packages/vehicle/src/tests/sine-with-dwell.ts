import type { Drive } from "../drive/drive.js";
import { coast, holdSpeed, inTurn } from "../drive/pedals.js";
import { rampTo, sineWithDwell } from "../drive/steering.js";
import { crossingTime, peakBetween, valueAt } from "../metrics/signals.js";
import { degrees, G, radians } from "../report/conversions.js";
import { judged, plain } from "../report/report.js";
import { overTime } from "./over-time.js";
import { channelsOf, defineTest, requireSpeed, type Session } from "./standard-test.js";

const NAME = "sine-with-dwell";

/* Numbers of 49 CFR 571.126. */
const FREQUENCY = 0.7;
const DWELL = 0.5;
/** Of the slow ramp that finds the angle for 0.3 g [rad/s]. */
const SLOW = radians(13.5);
/** Largest share of the peak yaw rate that may be left 1 s and 1.75 s after the end of the steering. */
const LEFT = [
  [1, 0.35],
  [1.75, 0.2],
] as const;
/** Displacement 1.07 s after the beginning, demanded from this many times the angle for 0.3 g on. */
const DISPLACEMENT = { after: 1.07, least: 1.83, from: 5 } as const;
/** The steering begins at [s]; the throttle is released then. */
const START = 1.5;

interface Run {
  /** In multiples of the angle for 0.3 g, and at the steering wheel [rad]. */
  readonly factor: number;
  readonly angle: number;
  readonly ratios: readonly [number, number];
  readonly displacement: number;
  readonly drive: Drive;
}

/** 49 CFR 571.126, electronic stability control: sine with dwell. */
export const sineDwell = defineTest({
  name: NAME,
  title: "Sine with dwell",
  norm: "49 CFR 571.126 (FMVSS 126)",
  summary: "stability and responsiveness over a series of rising steering amplitudes",
  options: {
    speed: { unit: "m/s", default: 80 / 3.6, doc: "speed at the beginning" },
    increment: { unit: "", default: 0.5, doc: "step of the amplitude, in multiples of the angle for 0.3 g" },
    side: { choices: ["left", "right"], default: "left", doc: "direction of the first half of the sine" },
  },
  drives: ({ increment }) => 2 + Math.ceil(5 / increment),
  run: (session, { speed, increment, side }) => {
    const { vehicle } = session;
    const unit = angleFor03g(session, speed);
    const most = Math.min(vehicle.steering.wheelAtLock, Math.max(6.5 * unit, radians(270)));
    const factors: number[] = [];
    for (let factor = 1.5; factor * unit < most; factor += increment) factors.push(factor);
    factors.push(most / unit);
    const runs = factors.map((factor) => once(session, speed, factor, unit, side === "left" ? 1 : -1));
    const strongest = runs[runs.length - 1];
    const demanded = runs.filter(({ factor }) => factor >= DISPLACEMENT.from);
    const least = demanded.reduce((found, { displacement }) => Math.min(found, displacement), Infinity);
    const worst = (i: number): number => runs.reduce((found, { ratios }) => Math.max(found, ratios[i]), 0);
    return {
      numbers: [
        plain("unitAngle", "steering wheel for 0.3 g", degrees(unit), "deg"),
        plain("largestAngle", "largest amplitude", degrees(most), "deg"),
        judged("yawAfter1", "yaw rate left after 1 s, worst", 100 * worst(0), "%", { atMost: 100 * LEFT[0][1] }),
        judged("yawAfter175", "yaw rate left after 1.75 s, worst", 100 * worst(1), "%", { atMost: 100 * LEFT[1][1] }),
        judged("displacement", "displacement after 1.07 s, least", Number.isFinite(least) ? least : null, "m", {
          atLeast: DISPLACEMENT.least,
        }),
      ],
      tables: [
        {
          name: "series",
          title: "Series",
          columns: ["amplitude / A", "amplitude [deg]", "yaw rate left, 1 s [%]", "1.75 s [%]", "displacement [m]"],
          rows: runs.map(({ factor, angle, ratios, displacement }) => [
            factor,
            degrees(angle),
            100 * ratios[0],
            100 * ratios[1],
            displacement,
          ]),
        },
      ],
      plots: [
        {
          name: "series",
          title: "Yaw rate of the series",
          xLabel: "time [s]",
          yLabel: "yaw rate [rad/s]",
          curves: runs.map(({ factor, drive: { t, column } }) => ({
            name: `${factor.toFixed(1)} A`,
            x: Array.from(t),
            y: Array.from(column("yawRate")),
          })),
        },
        overTime(strongest.drive, "wheelAngle", "steering wheel, largest amplitude [rad]"),
      ],
      notes: [
        `A, the angle for 0.3 g, comes from a slow ramp of 13.5 deg/s. The throttle is released as the steering begins, at ${START} s.`,
        "The displacement is that of the mass centre from its straight line.",
      ],
      channels: channelsOf(strongest.drive),
    };
  },
});

function angleFor03g(session: Session, speed: number): number {
  const { vehicle } = session;
  const duration = START + vehicle.steering.wheelAtLock / SLOW;
  const { t, column } = session.drive(
    "finding the angle for 0.3 g",
    duration,
    { steering: rampTo(1, START, duration), pedals: holdSpeed(() => speed) },
    { speed, until: ({ speed: now, yawRate }) => now * yawRate > 0.5 * G },
  );
  const time = crossingTime(t, column("ay"), 0.3 * G);
  requireSpeed(NAME, vehicle, speed, valueAt(t, column("speed"), time ?? t[t.length - 1]));
  return valueAt(t, column("wheelAngle"), time ?? t[t.length - 1]);
}

function once(session: Session, speed: number, factor: number, unit: number, sign: number): Run {
  const angle = factor * unit;
  const amplitude = (sign * angle) / session.vehicle.steering.wheelAtLock;
  const end = START + 1 / FREQUENCY + DWELL;
  const drive = session.drive(
    `steering ${degrees(angle).toFixed(0)} deg`,
    end + LEFT[1][0] + 0.25,
    {
      steering: sineWithDwell(amplitude, FREQUENCY, DWELL, START),
      pedals: inTurn(
        holdSpeed(() => speed),
        START,
        coast,
      ),
    },
    { speed },
  );
  const { t, column } = drive;
  const yawRate = column("yawRate");
  // The peak after the steering has changed its sign.
  const peak = peakBetween(t, yawRate, START + 0.5 / FREQUENCY, end);
  const left = LEFT.map(([after]) => Math.max(0, valueAt(t, yawRate, end + after) / peak));
  const moved = valueAt(t, column("y"), START + DISPLACEMENT.after) - valueAt(t, column("y"), START);
  return { factor, angle, ratios: [left[0], left[1]], displacement: Math.abs(moved), drive };
}
