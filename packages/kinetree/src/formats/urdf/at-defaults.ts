import { evaluateReal, parameterDefaults, parametersOf } from "../../model/evaluate-real.js";
import type { Real } from "../../model/real.js";
import type { Model } from "../../model/types.js";

/** The model with every number at the default values of the parameters, and which of them were used. */
export function atDefaults(model: Model): { readonly model: Model; readonly used: ReadonlySet<string> } {
  const values = parameterDefaults(model);
  const used = new Set<string>();
  const evaluated = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(evaluated);
    if ("parameter" in value || ("op" in value && "args" in value)) {
      const real = value as Real;
      for (const name of parametersOf(real)) used.add(name);
      return evaluateReal(real, values);
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, evaluated(item)]));
  };
  return { model: { ...(evaluated({ ...model, parameters: [] }) as Model), parameters: model.parameters }, used };
}
