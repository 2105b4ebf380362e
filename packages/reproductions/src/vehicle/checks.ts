import type { BenchCheck } from "../bench/bench-study.js";
import { errorAt, type ManoeuvreErrors } from "./accuracy.js";
import { realTimes, type VariantCost } from "./speed.js";
import { STEP } from "./start.js";
import { BOUND } from "./tables.js";

/** Simulated time by processor time, where a goal is set. */
export const speedChecks = (costs: readonly VariantCost[]): readonly BenchCheck[] =>
  costs.flatMap((cost) => {
    const { name, goal } = cost.variant;
    const times = realTimes(cost);
    return [
      ...atLeast(`${name}: simulated time by processor time`, times.single, goal?.single),
      ...atLeast(`${name}: the same, both of a pair`, times.pair, goal?.pair),
    ];
  });

const atLeast = (name: string, measured: number, goal: number | undefined): readonly BenchCheck[] =>
  goal === undefined ? [] : [{ name, published: null, bar: `at least ${goal}`, measured, isMet: measured >= goal }];

/** Errors by the step whose speed is claimed. */
export const accuracyChecks = (all: readonly ManoeuvreErrors[]): readonly BenchCheck[] =>
  all.map((each) => {
    const error = errorAt(each, STEP);
    return {
      name: `${each.manoeuvre.name}: error of the ${each.manoeuvre.what} by steps of ${1000 * STEP} ms`,
      published: null,
      bar: `at most ${BOUND}`,
      measured: error ?? NaN,
      isMet: error !== null && error <= BOUND,
    };
  });
