import { norm2 } from "../linalg/matrix.js";
import { evaluateReal, parameterDefaults } from "../model/evaluate-real.js";
import type { Model } from "../model/types.js";

/** Σ m g [N] with these values of parameters: what forces and stiffnesses (per rad or m) far below it are rounding of. */
export function weightOf(model: Model, parameters: Readonly<Record<string, number>>): number {
  const values = new Map([...parameterDefaults(model), ...Object.entries(parameters)]);
  const gravity = Float64Array.from(model.gravity, (g) => evaluateReal(g, values));
  const mass = model.bodies.reduce((sum, body) => sum + evaluateReal(body.mass, values), 0);
  return mass * norm2(gravity, 0, 3, 1);
}
