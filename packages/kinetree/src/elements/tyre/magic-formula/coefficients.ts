import type { Num } from "../../../graph/graph.js";
import type { CoefficientDefaults, Coefficients } from "../../../model/fields.js";
import type { Real } from "../../../model/types.js";

/** Coefficients as structure and numbers: those that are not given take no part in the formula. */
export interface CoefficientPlan {
  readonly key: string;
  readonly numbers: readonly Num[];
  /** All coefficients by name; `numbers` begin with those of the plan. */
  readonly read: (numbers: readonly Num[]) => Readonly<Record<string, Num>>;
}

export function planCoefficients(
  given: Coefficients,
  defaults: CoefficientDefaults,
  num: (real: Real) => Num,
): CoefficientPlan {
  const names = Object.keys(defaults).filter((name) => given[name] !== undefined && given[name] !== defaults[name]);
  return {
    key: names.join(" "),
    numbers: names.map((name) => num(given[name])),
    read: (numbers) => ({ ...defaults, ...Object.fromEntries(names.map((name, i) => [name, numbers[i]])) }),
  };
}
