import type { BenchPicture, BenchTable } from "../bench/bench-study.js";
import { pendulumDrawing } from "./drawing/drawing.js";
import { nBodyPendulum } from "./equations/pendulum.js";
import type { PendulumRow } from "./run/rows.js";
import { simulatePendulum, type PendulumResult } from "./run/simulate.js";
import { energyDrift } from "./runs.js";
import { DRAWN_POSITIONS, PUBLISHED_STEP, PUBLISHED_TOLERANCE } from "./source.js";

/** A run of a pendulum as the source's program reports it: a table of every body, and successive positions drawn. */
export interface MotionReport {
  readonly tables: readonly BenchTable[];
  readonly pictures: readonly BenchPicture[];
}

const axes = ["x", "y", "z"];
/** Names are those of result files, so that these are plotted like any other; what they are of is the mass centre. */
const groups: readonly (readonly [name: string, of: "displacement" | "velocity" | "acceleration"])[] = [
  ["pos", "displacement"],
  ["vel", "velocity"],
  ["acc", "acceleration"],
];

export function reportMotion(n: number, tEnd: number): MotionReport {
  const result = simulatePendulum(nBodyPendulum({ n }), { tEnd, step: PUBLISHED_STEP, tolerance: PUBLISHED_TOLERANCE });
  return {
    tables: [motionTable(result), endTable(result)],
    pictures: [
      { name: "figure-1", svg: pendulumDrawing(result, { count: Math.min(DRAWN_POSITIONS, result.rows.length) }) },
    ],
  };
}

/** Displacement, velocity and acceleration of every body at every point. */
export function motionTable({ rows, reported }: PendulumResult): BenchTable {
  const numbers = ({ t, ...row }: PendulumRow): readonly number[] => [
    t,
    ...reported.flatMap((_, k) => groups.flatMap(([, of]) => [...row[of].subarray(3 * k, 3 * k + 3)])),
    row.energy,
  ];
  return {
    name: "motion",
    title: "Motion",
    columns: [
      "time",
      ...reported.flatMap((body) => groups.flatMap(([name]) => axes.map((axis) => `${name}.body${body + 1}.${axis}`))),
      "energy",
    ],
    rows: rows.map(numbers),
    notes: [],
    isFileOnly: true,
  };
}

/** Where it ended, for a reader. */
function endTable(result: PendulumResult): BenchTable {
  const { rows, reported, counts } = result;
  const last = rows[rows.length - 1];
  return {
    name: "motion-end",
    title: `${result.pendulum.n} bodies after ${last.t} s`,
    columns: [
      "body",
      ...axes.map((axis) => `${axis} [m]`),
      ...axes.map((axis) => `v${axis} [m/s]`),
      ...axes.map((axis) => `a${axis} [m/s²]`),
    ],
    rows: reported.map((body, k) => [
      `body${body + 1}`,
      ...groups.flatMap(([, of]) => [...last[of].subarray(3 * k, 3 * k + 3)]),
    ]),
    notes: [
      `Of the mass centres; z is up, and the fixed point is the origin. ${counts.steps} steps, ${counts.iterations} iterations, change of energy ${energyDrift(result).toExponential(1)}.`,
      "motion.csv has every point, figure-1.svg successive positions.",
    ],
  };
}
