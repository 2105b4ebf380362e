import { evaluateReal } from "../../src/model/evaluate-real.js";
import type { Real, RealExpression } from "../../src/model/real.js";
import type { Model } from "../../src/model/types.js";

/** A description with numbers in place of its expressions. */
type Numeric<T> = T extends number | string | boolean | null | undefined
  ? T
  : T extends RealExpression
    ? number
    : { readonly [K in keyof T]: Numeric<T[K]> };

export type NumericModel = Numeric<Model>;
export type NumericJoint = NumericModel["joints"][number];
export type NumericLoad = NumericModel["loads"][number];

/** The model with numbers in place of parameters and expressions. */
export function numericModel(model: Model, values: Readonly<Record<string, number>> = {}): NumericModel {
  const all = new Map(model.parameters.map(({ name, value }) => [name, values[name] ?? value]));
  const visit = (x: unknown): unknown => {
    if (typeof x !== "object" || x === null) return x;
    if (Array.isArray(x)) return x.map(visit);
    if ("parameter" in x || ("op" in x && "args" in x)) return evaluateReal(x as Real, all);
    return Object.fromEntries(Object.entries(x).map(([key, value]) => [key, visit(value)]));
  };
  return visit(model) as NumericModel;
}
