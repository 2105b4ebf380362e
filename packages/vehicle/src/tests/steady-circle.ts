import type { Drive } from "../drive/drive.js";
import { followPath } from "../drive/follow-path.js";
import { circlePath } from "../drive/path.js";
import { holdSpeed } from "../drive/pedals.js";
import { rampTo } from "../drive/steering.js";
import { fitLine, meanBetween } from "../metrics/signals.js";
import { degrees, G, radians } from "../report/conversions.js";
import { plain, type TestPlot } from "../report/report.js";
import { channelsOf, defineTest, type Session } from "./standard-test.js";

/** Means over the last part of each level [s]. */
const STEADY = 1.5;
/** A drive along the circle begins with so much time for the vehicle to find its line [s]. */
const ENTRY = 6;
/** Up to this lateral acceleration the gradient is taken [m/s²]. */
const LINEAR = 2;
/** A steady state on the circle. */
interface Level {
  readonly ay: number;
  readonly speed: number;
  readonly wheel: number;
  readonly road: number;
  readonly sideslip: number;
  readonly roll: number;
  /** Speed over yaw rate. */
  readonly radius: number;
}

/** ISO 4138, steady-state circular driving. */
export const steadyCircle = defineTest({
  name: "iso4138",
  title: "Steady-state circular driving",
  norm: "ISO 4138",
  summary: "steering, sideslip and roll over lateral acceleration, and the understeer gradient",
  options: {
    method: {
      choices: ["radius", "speed"],
      default: "radius",
      doc: "what is held: the radius of a circle at rising speeds, or the speed while the steering is turned slowly",
    },
    radius: { unit: "m", default: 100, doc: "of the circle, with method radius" },
    speed: { unit: "m/s", default: 80 / 3.6, doc: "with method speed" },
    greatest: { unit: "m/s^2", default: 6, doc: "lateral acceleration at which it ends" },
    increment: { unit: "m/s^2", default: 0.5, doc: "lateral acceleration between levels; at most 0.5 in the norm" },
    hold: { unit: "s", default: 6, doc: "time at each level; at least 3 s in the norm" },
    rate: { unit: "deg/s", default: 5, doc: "of the steering wheel, with method speed" },
  },
  drives: () => 1,
  run: (session, options) => {
    const { levels, drive } = options.method === "radius" ? onCircle(session, options) : atSpeed(session, options);
    const { wheelbase } = session.vehicle.sizes;
    const linear = levels.filter(({ ay }) => ay <= LINEAR + 0.25 * options.increment);
    const slope = (y: (level: Level) => number): number =>
      fitLine(
        linear.map(({ ay }) => ay),
        linear.map(y),
      ).slope;
    const gradient = slope(({ road, radius }) => road - wheelbase / radius);
    const ratio = session.vehicle.steering.wheelAtLock / session.vehicle.steering.roadWheelAtLock;
    const ofWheel = slope(({ wheel, radius }) => wheel / ratio - wheelbase / radius);
    const last = levels[levels.length - 1];
    return {
      numbers: [
        plain("understeerGradient", "understeer gradient, front wheels", degrees(gradient) * G, "deg/g"),
        plain("understeerAtWheel", "understeer gradient, steering wheel over its ratio", degrees(ofWheel) * G, "deg/g"),
        plain("sideslipGradient", "sideslip gradient", degrees(slope(({ sideslip }) => sideslip)) * G, "deg/g"),
        plain("rollGradient", "roll gradient", degrees(slope(({ roll }) => roll)) * G, "deg/g"),
        plain("greatestAy", "largest steady lateral acceleration", last.ay, "m/s^2"),
      ],
      tables: [
        {
          name: "levels",
          title: "Steady states",
          columns: [
            "ay [m/s^2]",
            "speed [m/s]",
            "radius [m]",
            "steering wheel [deg]",
            "front wheels [deg]",
            "sideslip [deg]",
            "roll [deg]",
          ],
          rows: levels.map(({ ay, speed, radius, wheel, road, sideslip, roll }) => [
            ay,
            speed,
            radius,
            degrees(wheel),
            degrees(road),
            degrees(sideslip),
            degrees(roll),
          ]),
        },
      ],
      plots: [
        overAy(levels, "steering", "steering wheel [deg]", ({ wheel }) => degrees(wheel)),
        overAy(levels, "understeer", "front wheels beyond L/R [deg]", ({ road, radius }) =>
          degrees(road - wheelbase / radius),
        ),
        overAy(levels, "sideslip", "sideslip [deg]", ({ sideslip }) => degrees(sideslip)),
        overAy(levels, "roll", "roll [deg]", ({ roll }) => degrees(roll)),
      ],
      notes: [
        `Gradients are slopes up to ${LINEAR} m/s^2. The radius of each level is speed over yaw rate.`,
        ...(last.ay < options.greatest - 0.5
          ? [`The vehicle did not go beyond ${last.ay.toFixed(2)} m/s^2: it left the circle, or lacked power.`]
          : []),
      ],
      channels: channelsOf(drive),
    };
  },
});

interface Options {
  readonly radius: number;
  readonly speed: number;
  readonly greatest: number;
  readonly increment: number;
  readonly hold: number;
  readonly rate: number;
}

interface Found {
  readonly levels: readonly Level[];
  readonly drive: Drive;
}

/** The speed rises from level to level within half of the time of a level, and is held for the other half and more. */
function onCircle(session: Session, { radius, greatest, increment, hold }: Options): Found {
  const count = Math.max(2, Math.round(greatest / increment));
  const speedOf = (i: number): number => Math.sqrt(radius * increment * (Math.max(0, Math.min(count - 1, i)) + 1));
  const span = hold + RISE;
  const wanted = (t: number): number => {
    const level = Math.floor((t - ENTRY) / span);
    const part = (t - ENTRY - level * span) / RISE;
    return t < ENTRY ? speedOf(0) : speedOf(level - 1) + (speedOf(level) - speedOf(level - 1)) * Math.min(1, part);
  };
  const duration = ENTRY + count * span;
  const steering = followPath(circlePath(radius), session.vehicle, { lead: 0.2, reach: 0.5, understeer: 0.002 });
  const drive = session.drive(
    "driving round the circle",
    duration,
    { steering, pedals: holdSpeed(wanted) },
    {
      speed: speedOf(0),
      sampleEvery: 0.02,
      // Off the circle by a fifth of its radius, nothing is steady any more.
      until: ({ x, y }) => Math.abs(Math.sqrt(x * x + (y - radius) * (y - radius)) - radius) > 0.2 * radius,
    },
  );
  const last = drive.t[drive.t.length - 1];
  const levels = Array.from({ length: count }, (_, i) => ENTRY + (i + 1) * span)
    .filter((end) => end <= last + 1e-6)
    .map((end) => levelOf(drive, end - Math.min(STEADY, hold), end));
  return { levels: rising(levels), drive };
}

/** Time in which the speed goes from one level to the next [s]. */
const RISE = 2;

/** Levels up to the first at which the acceleration no longer grows: the vehicle slides. */
function rising(levels: readonly Level[]): readonly Level[] {
  const end = levels.findIndex(({ ay }, i) => i > 0 && ay < levels[i - 1].ay);
  return end < 0 ? levels : levels.slice(0, end);
}

/** The steering turns slowly at one speed; windows of a second are levels. */
function atSpeed(session: Session, { speed, greatest, rate }: Options): Found {
  const { steering } = session.vehicle;
  const start = 3;
  const duration = start + steering.wheelAtLock / radians(rate);
  const drive = session.drive(
    "turning the steering slowly",
    duration,
    { steering: rampTo(1, start, duration), pedals: holdSpeed(() => speed) },
    {
      speed,
      sampleEvery: 0.02,
      until: ({ speed: now, yawRate }, t) => t > start && (now * yawRate > greatest || now < 0.8 * speed),
    },
  );
  const last = drive.t[drive.t.length - 1];
  const ends: number[] = [];
  for (let end = start + 1.5; end <= last; end += 0.5) ends.push(end);
  return { levels: rising(ends.map((end) => levelOf(drive, end - 0.5, end))), drive };
}

function levelOf({ t, column }: Drive, from: number, until: number): Level {
  const mean = (name: string): number => meanBetween(t, column(name), from, until);
  const [speed, yawRate] = [mean("speed"), mean("yawRate")];
  return {
    ay: mean("ay"),
    speed,
    wheel: mean("wheelAngle"),
    road: mean("roadWheelAngle"),
    sideslip: mean("sideslip"),
    roll: mean("roll"),
    radius: speed / yawRate,
  };
}

const overAy = (levels: readonly Level[], name: string, yLabel: string, y: (level: Level) => number): TestPlot => ({
  name,
  title: `${yLabel.replace(/ \[.*/, "")} over lateral acceleration`,
  xLabel: "lateral acceleration [m/s^2]",
  yLabel,
  curves: [{ name, x: levels.map(({ ay }) => ay), y: levels.map(y) }],
});
