import type { BenchCell, BenchPlot, BenchTable } from "../bench/bench-study.js";
import type { CountedIteration } from "./counts.js";
import type { LargeCost } from "./large.js";
import { pendulumSchemes } from "./run/operations.js";
import { energyDrift, finalDifference, ofScheme, perJacobian, perResidual, type SchemeRun } from "./runs.js";

/** Table 1 of the source and ours. */
export const countTable = (all: readonly CountedIteration[]): BenchTable => ({
  name: "table-1",
  title: "Table 1: operations of one iteration",
  columns: [
    "n",
    "scheme",
    "× published",
    "× counted",
    "× ratio",
    "+ published",
    "+ counted",
    "+ ratio",
    "× whole iteration",
    "+ whole iteration",
  ],
  rows: all.map(({ n, scheme, counted: { solving, total }, published }) => [
    n,
    scheme,
    published.multiplications,
    solving.multiplications,
    solving.multiplications / published.multiplications,
    published.additions,
    solving.additions,
    solving.additions / published.additions,
    total.multiplications,
    total.additions,
  ]),
  notes: [
    "× are multiplications and divisions, + additions and subtractions, counted by the code that runs. The published formulas are for solving J ΔX = E, and ours beside them are too: elimination and substitution. A whole iteration also evaluates E and J.",
    "Published: full 915n³ + 196n² - 5n and 915n³ + 196n² - 19n; reduced 33n³ + 129n² + 50n and 25n³ + 51n² + 25n; linear 657n - 324 and 15n² + 574n - 321. The source counts full alone, with the exact Jacobian; with a numerical one the same system is solved.",
  ],
});

/** Figure 2 as numbers: one row a size. */
export function timeTable(runs: readonly SchemeRun[], sizes: readonly number[]): BenchTable {
  const cell = (n: number, scheme: string, of: (run: SchemeRun) => number): BenchCell => {
    const found = runs.find((run) => run.n === n && run.scheme === scheme);
    return found === undefined ? null : of(found);
  };
  return {
    name: "figure-2",
    title: "Figure 2: processor time by call of the residual, and by call of the Jacobian [us]",
    columns: [
      "n",
      ...pendulumSchemes.map((scheme) => `${scheme} by residual`),
      ...pendulumSchemes.map((scheme) => `${scheme} by Jacobian`),
    ],
    rows: sizes.map((n) => [
      n,
      ...pendulumSchemes.map((scheme) => cell(n, scheme, perResidual)),
      ...pendulumSchemes.map((scheme) => cell(n, scheme, perJacobian)),
    ]),
    notes: [
      "All the processor time of a run by the number of calls in it, as in the source, whose times are those of a VAX 750. Its curves are lost: the scan has the caption alone.",
    ],
  };
}

/** What the runs did, and how far their final states are apart. */
export const runTable = (runs: readonly SchemeRun[]): BenchTable => ({
  name: "runs",
  title: "The runs",
  columns: [
    "n",
    "scheme",
    "steps",
    "residual calls",
    "Jacobian calls",
    "iterations",
    "time [ms]",
    "change of energy",
    "from linear at the end",
  ],
  rows: runs.map((run) => {
    const linear = ofScheme(runs, "linear").find(({ n }) => n === run.n);
    const { counts } = run.result;
    return [
      run.n,
      run.scheme,
      counts.steps,
      counts.residualCalls,
      counts.jacobianCalls,
      counts.iterations,
      run.ms,
      energyDrift(run.result),
      linear === undefined ? null : finalDifference(run.result, linear.result),
    ];
  }),
  notes: [
    "The last column is the largest difference of any position [m], velocity [m/s], Euler parameter or angular velocity [rad/s]. The change of energy is relative to its largest value.",
  ],
});

/** The scheme of linear cost, far beyond the source. */
export const largeTable = (costs: readonly LargeCost[]): BenchTable => ({
  name: "large",
  title: "Linear: time of an iteration by body, and runs",
  columns: [
    "n",
    "unknowns",
    "iteration by body [ns]",
    "by that of the smallest",
    "steps",
    "iterations",
    "processor time of the run [s]",
    "by body and iteration [ns]",
    "change of energy",
  ],
  rows: costs.map(({ n, perBody, ms, result }) => [
    n,
    14 * n,
    perBody,
    perBody / costs[0].perBody,
    result.counts.steps,
    result.counts.iterations,
    ms / 1000,
    (1e6 * ms) / (n * result.counts.iterations),
    energyDrift(result),
  ]),
  notes: [
    "An iteration evaluates E and J, eliminates and substitutes; runs keep the Jacobian for several iterations, and predict, test and interpolate besides. These pendulums start from rest.",
  ],
});

/** Figure 2, by both kinds of calls. */
export const timePlots = (runs: readonly SchemeRun[]): readonly BenchPlot[] =>
  (
    [
      ["figure-2", "residual", perResidual],
      ["figure-2-jacobian", "Jacobian", perJacobian],
    ] as const
  ).map(([name, what, of]) => ({
    name,
    title: `Processor time by call of the ${what}`,
    xLabel: "bodies",
    yLabel: "us",
    isLogarithmic: true,
    isAlsoPng: true,
    series: pendulumSchemes.map((scheme) => {
      const own = ofScheme(runs, scheme);
      return { name: scheme, x: own.map(({ n }) => n), y: own.map(of) };
    }),
  }));

/** Table 1 over the number of bodies, as far as all schemes go. */
export function countPlot(all: readonly CountedIteration[], sizes: readonly number[]): BenchPlot {
  const small = all.filter(({ n }) => sizes.includes(n));
  return {
    name: "table-1",
    title: "Multiplications of one iteration",
    xLabel: "bodies",
    yLabel: "multiplications",
    isLogarithmic: true,
    series: pendulumSchemes
      .filter((scheme) => scheme !== "full-numerical")
      .flatMap((scheme) => {
        const own = small.filter((each) => each.scheme === scheme);
        const x = own.map(({ n }) => n);
        return [
          { name: scheme, x, y: own.map(({ counted }) => counted.solving.multiplications) },
          { name: scheme, x, y: own.map(({ published }) => published.multiplications), published: true },
        ];
      }),
  };
}

/** Time by body over the number of bodies, each ten times the one before. */
export const largePlot = (costs: readonly LargeCost[]): BenchPlot => ({
  name: "large",
  title: "Linear: time of an iteration by body",
  xLabel: "powers of ten of bodies",
  yLabel: "ns",
  series: [{ name: "linear", x: costs.map(({ n }) => Math.log10(n)), y: costs.map(({ perBody }) => perBody) }],
});
