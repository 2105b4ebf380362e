import { ClosureEvaluator } from "../formulation/loops/closures/closure-evaluator.js";
import type { Model } from "../model/types.js";
import type { State } from "../state/state.js";
import { buildTopology } from "../topology/build-topology.js";

/** Measures how far the loops of a model are open: the largest residual of all closures [m, or rad for directions]; 0 for a tree. */
export function createClosureMeter(
  model: Model,
  parameters: Readonly<Record<string, number>> = {},
): (state: Pick<State, "t" | "q" | "z">) => number {
  const evaluator = new ClosureEvaluator(model, buildTopology(model), parameters);
  // Math.max propagates NaN.
  return (state) => evaluator.at(state).phi.reduce((most, residual) => Math.max(most, Math.abs(residual)), 0);
}
