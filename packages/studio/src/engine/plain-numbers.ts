import { evaluateReal, parameterDefaults, type Model, type RealExpression } from "kinetree";

/** The model with every expression replaced by its value, as drawing needs it. */
export function plainNumbers(model: Model, values: Readonly<Record<string, number>>): Model {
  const known = new Map([...parameterDefaults(model), ...Object.entries(values)]);
  const plain = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null || ArrayBuffer.isView(part)) return part;
    if (Array.isArray(part)) return part.map(plain);
    if (isExpression(part)) return evaluateReal(part, known);
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, plain(value)]));
  };
  // The shape is the model's own: numbers stand where expressions stood.
  return plain(model) as Model;
}

function isExpression(part: object): part is RealExpression {
  const keys = Object.keys(part);
  if (keys.length === 1) return keys[0] === "parameter";
  return keys.length === 2 && "op" in part && "args" in part;
}
