import { ModelError } from "../errors/kinetree-error.js";
import { suggestName } from "../errors/nearest-name.js";
import type { Real } from "./real.js";
import { isLiteral, realFunctions } from "./real-arithmetic.js";
import type { Model } from "./types.js";

/** What a number of the model is when its parameters have these values. */
export function evaluateReal(real: Real, values: ReadonlyMap<string, number>): number {
  if (isLiteral(real)) return real;
  if ("parameter" in real) {
    const value = values.get(real.parameter);
    if (value === undefined) throw unknownParameter(real.parameter, values.keys());
    return value;
  }
  const [a, b] = real.args;
  const { arity, of } = realFunctions[real.op];
  return of(evaluateReal(a, values), arity === 2 ? evaluateReal(b, values) : 0);
}

/** The parameters of a model at their default values. */
export const parameterDefaults = (model: Pick<Model, "parameters">): ReadonlyMap<string, number> =>
  new Map(model.parameters.map(({ name, value }) => [name, value]));

/** The parameters that a number depends on, each once, in order of appearance. */
export function parametersOf(real: Real): readonly string[] {
  if (isLiteral(real)) return [];
  if ("parameter" in real) return [real.parameter];
  return [...new Set(real.args.flatMap(parametersOf))];
}

const unknownParameter = (name: string, known: Iterable<string>): ModelError =>
  new ModelError({
    code: "unknown-parameter",
    subject: `parameter "${name}"`,
    value: name,
    message: `parameter "${name}" is unknown. ${suggestName(name, known)}`,
  });
