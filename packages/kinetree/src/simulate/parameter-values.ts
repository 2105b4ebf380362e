import { RequestError } from "../errors/kinetree-error.js";
import { unknownName } from "../errors/unknown-name.js";
import type { Model } from "../model/types.js";

/** Values of all named parameters in the order of the model: the given ones, checked, else the model's. */
export function parameterValues(model: Model, given: Readonly<Record<string, number>>): Float64Array {
  const values = Float64Array.from(model.parameters, ({ value }) => value);
  for (const [name, value] of Object.entries(given)) {
    const index = model.parameters.findIndex((parameter) => parameter.name === name);
    if (index < 0) {
      throw unknownName(
        "parameter",
        name,
        model.parameters.map((p) => p.name),
      );
    }
    const { min, max } = model.parameters[index];
    if (!Number.isFinite(value) || (min !== null && value < min) || (max !== null && value > max)) {
      throw new RequestError({
        code: "parameter-range",
        subject: `parameter "${name}"`,
        value,
        message: `parameter "${name}" is ${value}, must be a finite number from ${min ?? "-∞"} to ${max ?? "∞"}.`,
      });
    }
    values[index] = value;
  }
  return values;
}
