import type { BenchContext, BenchReport, BenchStudy } from "../bench/bench-study.js";
import { countChecks, agreementCheck, largeChecks } from "./checks.js";
import { countAll } from "./counts.js";
import { measureLarge, type LargeSettings } from "./large.js";
import { reportMotion } from "./motion.js";
import { runSchemes, type RunSettings } from "./runs.js";
import { DRAWN_BODIES, PUBLISHED_LENGTH } from "./source.js";
import { countPlot, countTable, largePlot, largeTable, runTable, timePlots, timeTable } from "./tables.js";

interface Sizes extends Pick<RunSettings, "passes" | "patience">, Pick<LargeSettings, "tEnd" | "slice"> {
  readonly sizes: readonly number[];
  /** Of the scheme of linear cost alone. */
  readonly large: readonly number[];
  /** Slices of time that every large size gets. */
  readonly slices: number;
}

const full: Sizes = {
  sizes: Array.from({ length: 10 }, (_, i) => i + 1),
  large: [10, 100, 1000, 10_000],
  tEnd: PUBLISHED_LENGTH,
  passes: 4,
  patience: 150,
  slice: 2000,
  slices: 200,
};
const quick: Sizes = {
  sizes: [1, 2, 3],
  large: [10, 100],
  tEnd: 0.1,
  passes: 1,
  patience: 0,
  slice: 1000,
  slices: 5,
};

/** What a command asks for; what is left out is as the source has it. */
export interface PendulumBenchOptions {
  readonly sizes?: readonly number[];
  readonly large?: readonly number[];
  /** Length of the motion that is reported [s]. */
  readonly tEnd?: number;
  /** Nothing but the motion of a pendulum of so many bodies. */
  readonly report?: number;
}

/** The n-body pendulum of the source by its four schemes, counted and timed, and the last of them far beyond its sizes. */
export const pendulumBench = ({ report, tEnd, ...options }: PendulumBenchOptions = {}): BenchStudy => ({
  name: "pendulum",
  run: (context) => {
    const sizes = { ...(context.quick ? quick : full), ...options };
    return report === undefined ? run(context, sizes) : motionOf(report, tEnd ?? sizes.tEnd);
  },
});

const SOURCE =
  "After J. C. K. Chou, A nearly-linear computational-cost scheme for the forward dynamics of an n-body pendulum: 14n unknowns, BDF of order 1 to 5, points 0.01 s apart, tolerance 1e-7.";

/** Shares of the time that the parts take. */
const [RUNS_SHARE, LARGE_SHARE] = [0.3, 0.9];

function run(context: BenchContext, sizes: Sizes): BenchReport {
  const { now, processorTime = now, progress, quick: isQuick } = context;
  progress("operations", 0);
  // The first is what the others are compared with.
  const large = [...new Set([Math.min(10, ...sizes.large), ...sizes.large])];
  const counted = countAll(sizes.sizes, large);
  const runs = runSchemes(sizes.sizes, { ...sizes, processorTime }, (text, part) => progress(text, RUNS_SHARE * part));
  const costs = measureLarge(large, { ...sizes, rounds: sizes.slices, processorTime }, (text, part) =>
    progress(text, RUNS_SHARE + (LARGE_SHARE - RUNS_SHARE) * part),
  );
  progress(`the motion of ${DRAWN_BODIES} bodies`, LARGE_SHARE);
  const motion = reportMotion(DRAWN_BODIES, sizes.tEnd);
  return {
    title: "The n-body pendulum: four ways to solve for corrections",
    notes: [
      `${SOURCE} Its bodies are not given; ours are boxes of 1 kg, 1 m long, in line, lifted by 60 degrees and turning about the vertical.`,
      "full-numerical: all 14n equations by LU, their derivatives by differences; full: the same with exact derivatives; reduced: 3n equations by LU; linear: a recursion along the chain, without any matrix that grows with it.",
      ...(isQuick ? [`Quick: runs of ${sizes.tEnd} s and few measurements, whose times mean little.`] : []),
    ],
    tables: [countTable(counted), timeTable(runs, sizes.sizes), runTable(runs), largeTable(costs), ...motion.tables],
    plots: [...timePlots(runs), countPlot(counted, sizes.sizes), largePlot(costs)],
    pictures: motion.pictures,
    checks: [...countChecks(counted), ...largeChecks(costs), agreementCheck(runs)],
  };
}

const motionOf = (n: number, tEnd: number): BenchReport => ({
  title: `The motion of a pendulum of ${n} ${n === 1 ? "body" : "bodies"}`,
  notes: [SOURCE],
  ...reportMotion(n, tEnd),
  plots: [],
  checks: [],
});
