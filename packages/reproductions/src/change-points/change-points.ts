import type { BenchContext, BenchReport, BenchStudy } from "../bench/bench-study.js";
import { MOST_RATIO, ON_BRANCH, ROUNDING } from "./bar.js";
import { checksOf } from "./checks.js";
import { fullGrid, quickGrid, runGrid } from "./grid.js";
import { runLongRows, runSpeeds, startSpeeds } from "./speeds.js";
import { gridTable, longRowTable, missedTable, runTable, speedTable } from "./tables.js";

/** Run times [s] in which the slowest motion passes often enough. */
const [GRID_TIME, SPEED_TIME, LONG_TIME] = [10, 6, 4];

const full = { grid: fullGrid, speeds: 200, speedTime: SPEED_TIME, long: 40, longTime: LONG_TIME };
const quick: typeof full = { grid: quickGrid, speeds: 8, speedTime: 2, long: 4, longTime: 2 };

/** Change points of linkages, passed along the one smooth continuation. */
export const changePoints: BenchStudy = { name: "change-points", run };

function run(context: BenchContext): BenchReport {
  const { grid, speeds, speedTime, long, longTime } = context.quick ? quick : full;
  const from =
    (start: number, end: number) =>
    (text: string, part: number): void =>
      context.progress(text, start + (end - start) * part);
  const gridRuns = runGrid(grid(), { speed: 1, time: GRID_TIME }, from(0, 0.7));
  const speedRuns = runSpeeds(startSpeeds(speeds, 10), speedTime, from(0.7, 0.9));
  const longRuns = runLongRows(long, longTime, context.now, from(0.9, 1));
  return {
    title: "Change points: rows of four-bars through the pose in which all links lie in one line",
    notes: [
      "Rhombic four-bars side by side (four-bar-row) start upright with all cranks at 1 rad/s, and turn over and over. Where their links lie in one line, closures lose rank; the motion has one smooth continuation, along which all cranks stay parallel.",
      `A run misses the bar if it fails, if two cranks differ by ${ON_BRANCH} rad or more, if it passes too few change points, or if its energy error is more than ${MOST_RATIO} times that of the same run of a linkage without a change point and more than ${ROUNDING}.`,
      `Runs of ${GRID_TIME} s. Tolerances from 1e-4 to 1e-10, to 1e-8 for generalized-alpha and hht; fixed steps of 0.01 and 0.001 s for euler-cromer and rk4; one and two four-bars. Implicit integrators of partitioned and augmented, which take much longer: from 1e-4 to 1e-8, to 1e-6 for generalized-alpha and hht; two four-bars at 1e-4 alone.`,
      ...(context.quick
        ? ["Quick: a few integrators at one tolerance or step, one four-bar, and few start speeds."]
        : []),
    ],
    tables: [
      gridTable(gridRuns),
      missedTable(gridRuns),
      runTable(gridRuns),
      speedTable(speedRuns),
      longRowTable(longRuns),
    ],
    plots: [],
    checks: checksOf(gridRuns, speedRuns, longRuns),
  };
}
