import type { SimulationResult } from "kinetree";
import type { BenchPlot, BenchSeries } from "../bench/bench-study.js";
import { hasRun, PLOTTED_JOINT, type CaseOutcome, type CaseRun } from "./cases.js";
import type { ChainCost } from "./chain.js";
import { tracksOf } from "./motion.js";

/** The case of figure 2, and those of figure 3. */
const PLOTTED = 16;
const COMPARED = [12, 16];
/** Part of the run that figure 3 shows again with all its vibrations, and how often it is looked at [s]. */
const START = 2;
const START_EVERY = 2e-3;

export const plotsOf = (outcomes: readonly CaseOutcome[], costs: readonly ChainCost[]): readonly BenchPlot[] => {
  const runs = outcomes.filter(hasRun);
  return [...displacementPlots(runs), ...accelerationPlots(runs), chainPlot(costs)];
};

/** Figure 2: both formulations, which lie on each other. */
function displacementPlots(runs: readonly CaseRun[]): readonly BenchPlot[] {
  const found = runs.find(({ platform }) => platform.number === PLOTTED);
  if (!found) return [];
  const methods = [found.orderN, found.massMatrix].map(({ formulation, result }) => ({
    formulation,
    t: [...result.t],
    tracks: tracksOf(result),
  }));
  return methods[0].tracks.map(({ name }, k) => ({
    name: k === 0 ? "figure-2-plate" : "figure-2-joint",
    title: `Case ${PLOTTED}: displacement of the ${name}`,
    xLabel: "time [s]",
    yLabel: "m",
    isAlsoPng: true,
    series: methods.flatMap(({ formulation, t, tracks }) =>
      (["x", "y", "z"] as const).map((axis) => ({
        name: `${axis}, ${formulation}`,
        x: t,
        y: [...tracks[k][axis]].map((value, _, all) => value - all[0]),
      })),
    ),
  }));
}

/** Figure 3, for all of the run and for its start. */
function accelerationPlots(runs: readonly CaseRun[]): readonly BenchPlot[] {
  const found = runs.filter(({ platform }) => COMPARED.includes(platform.number));
  if (found.length === 0) return [];
  const plot = (name: string, when: string, results: readonly SimulationResult[]): BenchPlot => ({
    name,
    title: `Angular acceleration of ${PLOTTED_JOINT}${when}`,
    xLabel: "time [s]",
    yLabel: "rad/s²",
    isAlsoPng: true,
    series: results.map((result, i): BenchSeries => {
      const { number, options } = found[i].platform;
      return {
        name: `case ${number}, ${options.booms}`,
        x: [...result.t],
        y: [...result.column(`vdot.${PLOTTED_JOINT}`)],
      };
    }),
  });
  return [
    plot(
      "figure-3",
      "",
      found.map(({ orderN }) => orderN.result),
    ),
    plot(
      "figure-3-start",
      ` at the start`,
      found.map(({ orderN, tEnd }) => orderN.simulation.run(Math.min(START, tEnd), { sampleEvery: START_EVERY })),
    ),
  ];
}

const chainPlot = (costs: readonly ChainCost[]): BenchPlot => ({
  name: "chains",
  title: "Chains of beams: accelerations by link",
  xLabel: "links",
  yLabel: "time by link [ns]",
  series: [{ name: "articulated", x: costs.map(({ links }) => links), y: costs.map(({ timePerLink }) => timePerLink) }],
});
