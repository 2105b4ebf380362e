import { buildTopology, type Model } from "kinetree";
import type { BenchCell, BenchPlot, BenchTable } from "../bench/bench-study.js";
import { closingOperations, evaluationOperations, evaluationParts } from "../bench/operations.js";
import { handCount } from "./count.js";
import type { LongRun } from "./drift.js";
import { analyticOf, EVALUATIONS, methodOf, type MeasuredMethod } from "./methods.js";
import { compiledOperations } from "./operations.js";
import { couplings, ofCoupling, type RowCost } from "./row.js";
import { published } from "./source.js";

/** Sizes, times and errors of all methods on one model. */
export function methodTable(
  name: string,
  title: string,
  all: readonly MeasuredMethod[],
  errorOfStep: number,
): BenchTable {
  const ce = methodOf(all, "CE");
  return {
    name,
    title,
    columns: [
      "formulation",
      "in the source",
      "coordinates",
      "constraints",
      "size",
      "step [us]",
      "evaluation [us]",
      "ratio",
      ...(name === "vehicle" ? ["published ratio"] : []),
      "closure error",
      "step with drift control [us]",
      "its ratio",
      "its closure error",
      "difference of motion [m]",
    ],
    rows: all.map((each): readonly BenchCell[] => [
      each.name,
      each.letters,
      each.coordinates,
      each.constraints,
      each.coordinates + each.constraints,
      each.bare,
      each.bare / EVALUATIONS,
      each.bare / ce.bare,
      ...(name === "vehicle" ? [each.letters === null ? null : published[each.letters].ratio] : []),
      each.bareClosure,
      each.controlled,
      each.controlled / ce.bare,
      each.controlledClosure,
      each.distance,
    ]),
    notes: [
      "Coordinates and constraints as the compiled equations have them. Ratios are to the step of embedded. An evaluation is a quarter of a step, with all that keeps the state on the closures. The closure error is that of the joints that close loops.",
      `The difference of motion is the largest distance of a body from where embedded has it. Half the step moves the embedded motion by ${errorOfStep.toPrecision(2)} m.`,
    ],
  };
}

/** What it takes to close the loops, by formulas and by Newton's method, and how times compare with those of the tree. */
export function closingTable(models: readonly (readonly [name: string, all: readonly MeasuredMethod[]])[]): BenchTable {
  return {
    name: "closing",
    title: "Loops closed by formulas and by Newton's method",
    columns: [
      "model",
      "embedded",
      "operations to close",
      "operations of an evaluation",
      "step [us]",
      "by that of tree-augmented",
    ],
    rows: models.flatMap(([name, all]) =>
      [analyticOf(all), methodOf(all, "CE")].map(({ closure, simulation, bare }) => {
        const { flops } = simulation.plan.artifact;
        const toClose = closingOperations(flops);
        return [
          name,
          closure,
          toClose,
          evaluationOperations(flops) - toClose,
          bare,
          bare / methodOf(all, "TA").bare,
        ] as const;
      }),
    ),
    notes: [
      "Loops are closed where a step ends, not at every evaluation: along a step dependent coordinates are integrated as well. So Newton's method starts so near that it takes one correction, which is what is counted, and both ways are ahead of the tree. In the source formulas came first, the tree second and the iteration last.",
    ],
  };
}

/** Where the operations go, by hand and compiled. */
export function operationTable(name: string, model: Model, all: readonly MeasuredMethod[]): BenchTable {
  const [ce, ta] = [methodOf(all, "CE"), methodOf(all, "TA")];
  const hand = handCount(model, buildTopology(model));
  const total = hand.reduce((sum, { operations }) => sum + operations, 0);
  const compiled = compiledOperations(ta);
  const dense = compiled - evaluationOperations(ta.simulation.plan.artifact.flops);
  const embedded = evaluationOperations(ce.simulation.plan.artifact.flops);
  const rateOf = ({ bare }: MeasuredMethod, operations: number): number => (1000 * bare) / EVALUATIONS / operations;
  return {
    name,
    title: `Operations of one evaluation: ${model.name}`,
    columns: ["formulation", "counted", "part", "operations"],
    rows: [
      ...hand.map(({ part, operations }) => ["tree-augmented", "by hand", part, operations] as const),
      ["tree-augmented", "by hand", "all", total],
      ...evaluationParts(ta.simulation.plan.artifact.flops).map(
        ([part, operations]) => ["tree-augmented", "compiled", part, operations] as const,
      ),
      ["tree-augmented", "compiled", "dense solve", dense],
      ["tree-augmented", "compiled", "all", compiled],
      ...evaluationParts(ce.simulation.plan.artifact.flops).map(
        ([part, operations]) => ["embedded", "compiled", part, operations] as const,
      ),
      ["embedded", "compiled", "all", embedded],
    ],
    notes: [
      `Compiled tree-augmented takes ${(compiled / total).toFixed(2)} times the operations of the hand count, which has no use for zeros in a model's numbers; embedded takes ${(embedded / compiled).toFixed(2)} times those of compiled tree-augmented.`,
      `Time by operation: tree-augmented ${rateOf(ta, compiled).toFixed(3)} ns, embedded ${rateOf(ce, embedded).toFixed(3)} ns. Closing the loops is counted once an evaluation.`,
    ],
  };
}

export const rowTable = (costs: readonly RowCost[]): BenchTable => ({
  name: "four-bars",
  title: "Four-bars in a row, embedded",
  columns: [
    "coupling",
    "loops",
    "compile [ms]",
    "begin [ms]",
    "operations by loop",
    "evaluation by loop [us]",
    "by that of the shortest row",
  ],
  rows: costs.map((each) => [
    each.coupling,
    each.loops,
    each.compileMs,
    each.beginMs,
    each.operationsPerLoop,
    each.timePerLoop,
    each.timePerLoop / ofCoupling(costs, each.coupling)[0].timePerLoop,
  ]),
  notes: [
    "Nested: each loop hangs on the coupler of the one before, one degree of freedom each. Shared: neighbours share the link between them, one degree of freedom in all. To begin a run is to assemble it, to choose its coordinates, and to compile for these.",
  ],
});

/** What is left of the closures after many steps. */
export const longTable = (runs: readonly LongRun[]): BenchTable => ({
  name: "long-runs",
  title: "Closure error of long runs",
  columns: ["model", "formulation", "steps", "largest closure error", "wall time [s]"],
  rows: runs.map((each) => [each.model, each.formulation, each.steps, each.closure, each.seconds]),
  notes: [`Fixed steps of 0.001 s by rk4; the largest residual of a thousand recorded states.`],
});

/** Size of the equations against time, ours and the source's. */
export function ratioPlot(all: readonly MeasuredMethod[]): BenchPlot {
  const ce = methodOf(all, "CE");
  const letters = ["CE", "TA", "FA"] as const;
  const ours = letters.map((each) => methodOf(all, each));
  return {
    name: "vehicle-ratios",
    title: "Time of a step by that of constraint embedding",
    xLabel: "coordinates and constraints",
    yLabel: "ratio",
    isLogarithmic: true,
    series: [
      {
        name: "kinetree",
        x: ours.map(({ coordinates, constraints }) => coordinates + constraints),
        y: ours.map(({ bare }) => bare / ce.bare),
      },
      {
        name: "Cameron and others 2013",
        x: letters.map((each) => published[each].coordinates + published[each].constraints),
        y: letters.map((each) => published[each].ratio),
        published: true,
      },
    ],
  };
}

export const rowPlot = (costs: readonly RowCost[]): BenchPlot => ({
  name: "four-bars",
  title: "Four-bars in a row: evaluation by loop, embedded",
  xLabel: "loops",
  yLabel: "time by loop [us]",
  series: couplings.map((coupling) => ({
    name: coupling,
    x: ofCoupling(costs, coupling).map(({ loops }) => loops),
    y: ofCoupling(costs, coupling).map(({ timePerLoop }) => timePerLoop),
  })),
});
