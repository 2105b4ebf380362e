import type { Drive } from "../drive/drive.js";
import { followPath } from "../drive/follow-path.js";
import { alongX } from "../drive/path.js";
import { coast, holdSpeed, inTurn } from "../drive/pedals.js";
import { bisect } from "../metrics/bisect.js";
import { middleOf, worstExcess, type LaneCourse } from "../metrics/lanes.js";
import { peakBetween, valueAt } from "../metrics/signals.js";
import { degrees, kmh } from "../report/conversions.js";
import { plain, type TestPlot } from "../report/report.js";
import type { OptionFields, ValuesOf } from "../report/options.js";
import type { TestVehicle } from "../vehicles/test-vehicle.js";
import { channelsOf, requireSpeed, type Findings, type Session } from "./standard-test.js";
import { overTime } from "./over-time.js";

/** Options of all lane changes. */
export const laneChangeOptions = {
  speed: { unit: "m/s", default: 0, least: 0, doc: "entry speed; 0 searches for the highest that passes" },
  lowest: { unit: "m/s", default: 30 / 3.6, doc: "where the search begins" },
  highest: { unit: "m/s", default: 130 / 3.6, doc: "where the search ends" },
  resolution: { unit: "m/s", default: 0.5 / 3.6, doc: "of the search" },
  preview: { unit: "s", default: 0.2, doc: "how far the driver looks ahead" },
  reach: { unit: "s", default: 0.35, doc: "time within which the driver takes errors back" },
  overlap: {
    unit: "",
    default: 0.3,
    least: 0,
    doc: "part of a gap by which a change of lane begins before it and ends behind it",
  },
} satisfies OptionFields;

type Options = ValuesOf<typeof laneChangeOptions>;

/** Drives of a search over the usual range. */
export const laneChangeDrives = ({ speed, lowest, highest, resolution }: Options): number => {
  if (speed > 0) return 1;
  let drives = 2;
  for (let span = highest - lowest; span > resolution; span /= 2) drives++;
  return drives;
};

/** Straight ahead of the course for so long [s], so that the vehicle has settled. */
const APPROACH = 1.5;

interface Manoeuvre {
  readonly test: string;
  readonly course: LaneCourse;
  /** Where the pedal is released, from the beginning of the course [m]; null: the speed is held. */
  readonly releaseAt: number | null;
}

interface Attempt {
  readonly drive: Drive;
  readonly speed: number;
  /** Largest distance of a corner outside its lane [m]. */
  readonly excess: number;
  /** Where the course begins [m]. */
  readonly start: number;
}

/** Follows the middle of the lanes at one speed, or at ever higher ones until a corner leaves its lane. */
export function changeLanes(session: Session, manoeuvre: Manoeuvre, options: Options): Findings {
  const { vehicle } = session;
  let best: Attempt | null = null;
  const attempt = (speed: number): Attempt => attemptAt(session, manoeuvre, options, speed);
  const passes = (speed: number): boolean => {
    const tried = attempt(speed);
    const isPassed = tried.excess <= 0;
    if (isPassed || best === null) best = tried;
    return isPassed;
  };
  const search = options.speed > 0 ? null : bisect(options.lowest, options.highest, options.resolution, passes);
  const shown = best ?? attempt(options.speed);
  const { drive, excess, speed, start } = shown;
  const reached = valueAt(drive.column("x"), drive.column("speed"), start);
  requireSpeed(manoeuvre.test, vehicle, speed, reached);
  const entry = search === null ? (excess <= 0 ? speed : null) : search.passed;
  return {
    numbers: [
      plain("entrySpeed", "highest entry speed that passed", entry === null ? null : kmh(entry), "km/h"),
      plain("room", "least room to the lines", Number.isFinite(excess) ? -excess : null, "m"),
      plain("peakAy", "lateral acceleration, peak", Math.abs(peakBetween(drive.t, drive.column("ay"))), "m/s^2"),
      plain("peakYawRate", "yaw rate, peak", Math.abs(peakBetween(drive.t, drive.column("yawRate"))), "rad/s"),
      plain("peakRoll", "roll, peak", degrees(Math.abs(peakBetween(drive.t, drive.column("roll")))), "deg"),
      plain(
        "peakWheel",
        "steering wheel, peak",
        degrees(Math.abs(peakBetween(drive.t, drive.column("wheelAngle")))),
        "deg",
      ),
      plain(
        "exitSpeed",
        "speed at the end of the course",
        kmh(exitSpeed(drive, start + manoeuvre.course.length)),
        "km/h",
      ),
    ],
    tables:
      search === null
        ? []
        : [
            {
              name: "search",
              title: "Search for the entry speed",
              columns: ["entry speed [km/h]", "verdict"],
              rows: search.tried.map(({ at, isPassed }) => [kmh(at), isPassed ? "passed" : "left the lane"]),
            },
          ],
    plots: [fromAbove(vehicle, manoeuvre.course, shown), ...motionPlots(drive)],
    notes: [
      `The driver follows the middle of the lanes, looking ${options.preview} s ahead. Passed: no corner of the vehicle left its lane.`,
      "Lengths and widths of the lanes are as commonly quoted.",
    ],
    channels: channelsOf(drive),
  };
}

function attemptAt({ vehicle, drive }: Session, manoeuvre: Manoeuvre, options: Options, speed: number): Attempt {
  const { course, releaseAt } = manoeuvre;
  const nose = vehicle.sizes.middle + vehicle.sizes.length / 2;
  const start = nose + APPROACH * speed;
  const { preview: lead, reach, overlap } = options;
  const line = middleOf(course, overlap);
  const release = releaseAt === null ? Infinity : (start + releaseAt - nose) / speed;
  const run = drive(
    `driving at ${kmh(speed).toFixed(1)} km/h`,
    // The speed may fall by half on the way.
    (1.6 * (start + course.length + vehicle.sizes.length)) / speed,
    {
      steering: followPath(
        alongX((x) => line(x - start)),
        vehicle,
        { lead, reach, understeer: 0.002 },
      ),
      pedals: inTurn(
        holdSpeed(() => speed),
        release,
        coast,
      ),
    },
    { speed, until: ({ x, y }) => x > start + course.length + vehicle.sizes.length || Math.abs(y) > 12 },
  );
  const motion = { x: run.column("x").map((x) => x - start), y: run.column("y"), yaw: run.column("yaw") };
  // Motion is recorded at the mass centre.
  const sizes = { ...vehicle.sizes, middle: vehicle.sizes.middle - vehicle.massCentre[0] };
  const last = motion.x[motion.x.length - 1];
  const excess = last < course.length ? Infinity : worstExcess(course, sizes, motion);
  return { drive: run, speed, excess, start };
}

const exitSpeed = (drive: Drive, x: number): number => valueAt(drive.column("x"), drive.column("speed"), x);

const motionPlots = (drive: Drive): readonly TestPlot[] => [
  overTime(drive, "wheelAngle", "steering wheel [rad]"),
  overTime(drive, "ay", "lateral acceleration [m/s^2]"),
  overTime(drive, "yawRate", "yaw rate [rad/s]"),
];

/** The lanes and the path between them. */
function fromAbove({ name }: TestVehicle, { lanes }: LaneCourse, { drive, start }: Attempt): TestPlot {
  return {
    name: "path",
    title: "Path of the mass centre",
    xLabel: "x [m]",
    yLabel: "y [m]",
    curves: [
      { name, x: Array.from(drive.column("x"), (x) => x - start), y: Array.from(drive.column("y")) },
      ...lanes.flatMap(({ from, to, right, left }) =>
        [right, left].map((y) => ({ name: "lines", x: [from, to], y: [y, y] })),
      ),
    ],
  };
}
