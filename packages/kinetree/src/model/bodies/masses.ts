import { evaluateReal, parameterDefaults } from "../evaluate-real.js";
import type { Model } from "../types.js";

/** What the bodies of a model weigh. */
export interface Masses {
  /** [kg] */
  readonly total: number;
  readonly lightest: { readonly body: string; readonly mass: number } | null;
  readonly heaviest: { readonly body: string; readonly mass: number } | null;
}

/** Masses of the bodies with the model's own parameters. */
export function massesOf(model: Model): Masses {
  const values = parameterDefaults(model);
  const all = model.bodies.map(({ name, mass }) => ({ body: name, mass: evaluateReal(mass, values) }));
  const some = all.filter(({ mass }) => mass > 0).sort((a, b) => a.mass - b.mass);
  return {
    total: all.reduce((sum, { mass }) => sum + mass, 0),
    lightest: some[0] ?? null,
    heaviest: some.at(-1) ?? null,
  };
}
