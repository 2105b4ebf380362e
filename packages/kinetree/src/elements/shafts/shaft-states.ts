import { evaluateReal, parameterDefaults } from "../../model/evaluate-real.js";
import { reduceShafts, type ReducedShafts } from "../../model/shafts/reduce-shafts.js";
import type { Num } from "../../graph/graph.js";
import type { Model, Real } from "../../model/types.js";

/** Shafts in terms of the independent ones; what is eliminated follows from the model at the defaults of its parameters. */
export function reducedShafts(model: Model, num?: (real: Real) => Num): ReducedShafts {
  const values = parameterDefaults(model);
  const value = (real: Real): number => evaluateReal(real, values);
  const reduced = reduceShafts(model, value, num ?? value);
  if ("of" in reduced) throw new Error(`the shafts of "${model.name}" cannot be reduced`); // building the model has refused this
  return reduced;
}

/** Angle and speed of each independent shaft; none for the others, which follow. */
export function shaftStateNames(model: Model): readonly (readonly string[])[] {
  if (model.shafts.length === 0) return [];
  const { independent } = reducedShafts(model);
  return model.shafts.map(({ name }, s) => (independent.includes(s) ? [`${name}, angle`, `${name}, speed`] : []));
}
