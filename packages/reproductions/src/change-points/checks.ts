import type { BenchCheck } from "../bench/bench-study.js";
import { isGood, LEAST_PASSES, type GridRun } from "./grid.js";
import { isSpeedGood, type LongRow, type SpeedRuns } from "./speeds.js";

const none = (name: string, measured: number): BenchCheck => ({
  name,
  published: null,
  bar: "0",
  measured,
  isMet: measured === 0,
});

export const checksOf = (
  grid: readonly GridRun[],
  speeds: readonly SpeedRuns[],
  long: readonly LongRow[],
): readonly BenchCheck[] => [
  none(`runs of ${grid.length} that miss the bar`, grid.filter((run) => !isGood(run)).length),
  {
    name: "change points passed by each run",
    published: null,
    bar: `at least ${LEAST_PASSES}`,
    measured: Math.min(...grid.map(({ passing }) => passing.passes)),
    isMet: grid.every(({ passing }) => passing.passes >= LEAST_PASSES),
  },
  ...speeds.map(({ formulation, runs }) =>
    none(
      `${formulation}: start speeds of ${runs.length} that miss the bar`,
      runs.filter((run) => !isSpeedGood(run)).length,
    ),
  ),
  none(`rows of ${long[0].n} that miss the bar`, long.filter((run) => !isSpeedGood(run)).length),
];
