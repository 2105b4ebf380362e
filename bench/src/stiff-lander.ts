import { createSimulation, type RunOptions } from "kinetree";
import { machine, machineText, type Machine } from "./machine.js";
import {
  COMPARED,
  deviation,
  LANDING,
  landing,
  landingCosts,
  motions,
  stiffLander,
  type LandingCost,
} from "./stiff-landings.js";
import { median, NEAR, stepShares, stepsOf, stretches, type StepShares, type Stretch } from "./stiff-steps.js";
import { align } from "./table.js";

/** A method at a tolerance, over all landings. */
export interface LanderRow extends LandingCost {
  readonly method: string;
  readonly tolerance: number;
  /** Median over the landings, and the worst of them: position within the first seconds [m], and peak acceleration. */
  readonly way: number;
  readonly worstWay: number;
  readonly peak: number;
  readonly worstPeak: number;
  /** Why it did not run, or null. */
  readonly failure: string | null;
}

/** The runs of the methods with the fewest evaluations for an accuracy, by rkf45. */
export interface LanderComparison {
  /** Median position error that is asked for [m]. */
  readonly accuracy: number;
  readonly rows: readonly {
    readonly row: LanderRow;
    readonly steps: number;
    readonly evaluations: number;
    readonly time: number;
  }[];
}

export interface LanderResult {
  readonly machine: Machine;
  readonly landings: number;
  readonly rows: readonly LanderRow[];
  readonly comparisons: readonly LanderComparison[];
  readonly runs: readonly string[];
  readonly stretches: readonly Stretch[];
  readonly shares: readonly StepShares[];
  readonly changes: number;
  readonly mode: string;
  /** Multiplications of one factorisation of Newton's matrix, and of one solution with it. */
  readonly matrix: { readonly factor: number; readonly solve: number };
}

const methods = ["rkf45", "bdf", "radau5", "rosenbrock"] as const;
const tolerances = [1, 0.1, 0.01, 1e-3];
const accuracies = [1e-2, 1e-3, 1e-4, 1e-5];
const BASELINE = "rkf45";
const bounds = [0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export function stiffLanderBench(options: {
  readonly quick: boolean;
  readonly progress: (text: string) => void;
}): LanderResult {
  const count = options.quick ? 1 : 20;
  const here = machine();
  const starts = Array.from({ length: count }, (_, k) => landing(k));
  options.progress("reference: dop853 at 1e-10");
  const exact: RunOptions = { integrator: "dop853", tolerance: 1e-10 };
  const references = starts.map(motions(exact, COMPARED));
  const rows = methods.flatMap((method) =>
    tolerances.map((tolerance): LanderRow => {
      options.progress(`${method} at ${tolerance}`);
      const own: RunOptions = { integrator: method, tolerance, maxSteps: 200_000 };
      try {
        const motion = motions(own, COMPARED);
        const found = starts.map((start, k) => deviation(motion(start), references[k]));
        const [ways, peaks] = [found.map(({ way }) => way), found.map(({ peak }) => peak)];
        return {
          method,
          tolerance,
          ...landingCosts(own, starts, options.quick ? 5 : 1),
          way: median(ways),
          worstWay: Math.max(...ways),
          peak: median(peaks),
          worstPeak: Math.max(...peaks),
          failure: null,
        };
      } catch (error) {
        return { ...nothing, method, tolerance, failure: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
  options.progress("steps along time");
  const shown = [
    { method: BASELINE, tolerance: 0.01 },
    { method: "bdf", tolerance: 0.01 },
    { method: "radau5", tolerance: 0.1 },
  ] as const;
  const records = shown.map(({ method, tolerance }) =>
    stepsOf({ integrator: method, tolerance }, starts[0], method === BASELINE),
  );
  const { changes } = motions(exact, LANDING)(starts[0]);
  const rates = records[0].limits;
  return {
    machine: here,
    landings: count,
    rows,
    comparisons: accuracies.map((accuracy) => compare(accuracy, rows)),
    runs: shown.map(({ method, tolerance }) => `${method}, ${tolerance}`),
    stretches: stretches(bounds, records, changes),
    shares: records.map((record) => stepShares(record, changes)),
    changes: changes.length,
    mode: `mode that bounds explicit steps: median rate ${median(rates.map(({ rate }) => rate)).toFixed(0)} 1/s, mostly ${mostOften(rates.map(({ part }) => part))}`,
    matrix: matrixCosts(),
  };
}

function matrixCosts(): LanderResult["matrix"] {
  const pattern = createSimulation(stiffLander, { integrator: "rosenbrock" }).plan.implicit?.matrix?.pattern;
  return { factor: pattern?.factorCost ?? 0, solve: pattern?.solveCost ?? 0 };
}

const nothing = {
  steps: 0,
  rejected: 0,
  evaluations: 0,
  jacobians: 0,
  factorizations: 0,
  seconds: Infinity,
  way: Infinity,
  worstWay: Infinity,
  peak: Infinity,
  worstPeak: Infinity,
};

function compare(accuracy: number, rows: readonly LanderRow[]): LanderComparison {
  const cheapest = methods.flatMap((method) => {
    const good = rows.filter((row) => row.method === method && row.way <= accuracy);
    // By counts: times of a busy machine would choose another one each time.
    return good.sort((a, b) => a.evaluations - b.evaluations).slice(0, 1);
  });
  const base = cheapest.find(({ method }) => method === BASELINE);
  if (!base) return { accuracy, rows: [] };
  return {
    accuracy,
    rows: cheapest.map((row) => ({
      row,
      steps: base.steps / row.steps,
      evaluations: base.evaluations / row.evaluations,
      time: base.seconds / row.seconds,
    })),
  };
}

function mostOften(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "nothing";
}

export function stiffLanderText(result: LanderResult): string {
  const { landings } = result;
  const per = (x: number): string => (x / landings).toFixed(0);
  const small = (x: number): string => x.toExponential(1);
  const ms = (x: number): string => (1e3 * x).toFixed(2);
  const percent = (x: number): string => `${(100 * x).toFixed(0)} %`;
  return [
    machineText(result.machine),
    `${landings} landings of 10 s; counts and time of one on average; errors against dop853 at 1e-10: median and worst over the landings of the`,
    "largest distance within 2 s, and of the peak acceleration in them by itself.",
    "",
    align(
      [
        "method",
        "tolerance",
        "steps",
        "rejected",
        "evaluations",
        "Jacobians",
        "factors",
        "ms",
        "way, m",
        "worst",
        "peak",
        "worst",
      ],
      result.rows.map((row) =>
        row.failure === null
          ? [
              row.method,
              String(row.tolerance),
              per(row.steps),
              per(row.rejected),
              per(row.evaluations),
              per(row.jacobians),
              per(row.factorizations),
              ms(row.seconds / landings),
              small(row.way),
              small(row.worstWay),
              small(row.peak),
              small(row.worstPeak),
            ]
          : [row.method, String(row.tolerance), row.failure.slice(0, 80), ...Array.from({ length: 9 }, () => "")],
      ),
      new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ),
    "",
    "The run of each method with the fewest evaluations for an accuracy; how many times fewer steps, evaluations and time than rkf45.",
    align(
      ["way, m", "method", "tolerance", "steps", "evaluations", "time"],
      result.comparisons.flatMap(({ accuracy, rows }) =>
        rows.map(({ row, steps, evaluations, time }) => [
          small(accuracy),
          row.method,
          String(row.tolerance),
          steps.toFixed(2),
          evaluations.toFixed(2),
          time.toFixed(2),
        ]),
      ),
      new Set([0, 2, 3, 4, 5]),
    ),
    "",
    `Landing 0: ${result.changes} looks with a touch-down or lift-off; ${result.mode}.`,
    `Newton's matrix: ${result.matrix.factor} multiplications to factor it, ${result.matrix.solve} for a solution.`,
    align(
      ["from, s", "to, s", "changes", "stable, ms", ...result.runs.map((run) => `${run}, ms`)],
      result.stretches.map(({ from, to, changes, limit, steps }) => [
        String(from),
        String(to),
        String(changes),
        limit === null ? "" : ms(limit),
        ...steps.map(ms),
      ]),
      new Set([0, 1, 2, 3, 4, 5, 6]),
    ),
    "",
    align(
      ["run", "steps", `share within ${1e3 * NEAR} ms after a change`, "time in there", "at the stable step"],
      result.shares.map((share, k) => [
        result.runs[k],
        String(share.count),
        percent(share.nearChanges),
        percent(share.timeNear),
        share.atLimit === null ? "" : percent(share.atLimit),
      ]),
      new Set([1, 2, 3, 4]),
    ),
  ].join("\n");
}
