import { buildTopology, type Model } from "kinetree";
import type { BenchCheck } from "../bench/bench-study.js";
import { handCount } from "./count.js";
import type { LongRun } from "./drift.js";
import { analyticOf, methodOf, type MeasuredMethod } from "./methods.js";
import { compiledOperations } from "./operations.js";
import { couplings, ofCoupling, type RowCost } from "./row.js";
import { published } from "./source.js";

/** Claims compared with the source. */
const MOST_OF_HAND_COUNT = 2;
const MOST_UNEVEN = 1.3;
const MOST_OPEN = 1e-11;

/** Coordinates and constraints are those of the source. */
export function sizeChecks(all: readonly MeasuredMethod[]): readonly BenchCheck[] {
  return (["CE", "TA", "FA"] as const).flatMap((letters) => {
    const { formulation, coordinates, constraints } = methodOf(all, letters);
    const source = published[letters];
    return [
      ["coordinates", source.coordinates, coordinates] as const,
      ["constraints", source.constraints, constraints] as const,
    ].map(([what, expected, found]) => ({
      name: `vehicle: ${what} of ${formulation}`,
      published: expected,
      measured: found,
      isMet: expected === found,
    }));
  });
}

/** Embedded is as much faster than tree-augmented as in the source. */
export function speedCheck(all: readonly MeasuredMethod[]): BenchCheck {
  const ratio = methodOf(all, "TA").bare / methodOf(all, "CE").bare;
  return {
    name: "vehicle: time of tree-augmented by that of embedded, same steps",
    published: published.TA.ratio,
    measured: ratio,
    isMet: ratio >= published.TA.ratio,
  };
}

/** Embedded, its loops closed by formulas, is the fastest of what the source orders. */
export function analyticCheck(name: string, all: readonly MeasuredMethod[]): BenchCheck {
  const ratio = methodOf(all, "TA").bare / analyticOf(all).bare;
  return {
    name: `${name}: time of tree-augmented by that of embedded with formulas, above 1 as in the source`,
    published: null,
    measured: ratio,
    isMet: ratio > 1,
  };
}

/** Tree-augmented takes no more operations than it should. */
export function countCheck(name: string, model: Model, all: readonly MeasuredMethod[]): BenchCheck {
  const hand = handCount(model, buildTopology(model)).reduce((sum, { operations }) => sum + operations, 0);
  const measured = compiledOperations(methodOf(all, "TA")) / hand;
  return {
    name: `${name}: operations of tree-augmented by the hand count, at most ${MOST_OF_HAND_COUNT}`,
    published: null,
    measured,
    isMet: measured <= MOST_OF_HAND_COUNT,
  };
}

/** Time by loop does not grow with the row. */
export function rowChecks(costs: readonly RowCost[]): readonly BenchCheck[] {
  return couplings.map((coupling) => {
    const all = ofCoupling(costs, coupling);
    const times = all.map(({ timePerLoop }) => timePerLoop);
    const measured = Math.max(...times) / Math.min(...times);
    return {
      name: `${coupling} four-bars: time by loop from ${all[0].loops} to ${all[all.length - 1].loops} loops, most by least, at most ${MOST_UNEVEN}`,
      published: null,
      measured,
      isMet: measured <= MOST_UNEVEN,
    };
  });
}

/** Loops are as closed after many steps as at the start. */
export const longChecks = (runs: readonly LongRun[]): readonly BenchCheck[] =>
  runs.map(({ model, formulation, steps, closure }) => ({
    name: `${model}: closure error of ${formulation} after ${steps} steps, below ${MOST_OPEN}`,
    published: null,
    measured: closure,
    isMet: closure < MOST_OPEN,
  }));
