import type { BenchPlot } from "../bench/bench-study.js";
import type { CountedIteration } from "./counts.js";
import type { LargeCost } from "./large.js";
import { pendulumSchemes } from "./run/operations.js";
import { ofScheme, perJacobian, perResidual, type SchemeRun } from "./runs.js";

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
