import { RequestError } from "../../errors/kinetree-error.js";
import { suggestName } from "../../errors/nearest-name.js";

/** A number of a generator. */
export interface NumberField {
  readonly type: "number";
  /** In SI; "" for ratios and counts. */
  readonly unit: string;
  /** null: it may be left out, and `doc` says what holds then. */
  readonly default: number | null;
  readonly is: "any" | "positive" | "not-negative" | "whole";
  readonly doc: string;
}

/** One of some names. */
export interface ChoiceField {
  readonly type: "choice";
  readonly default: string;
  readonly names: readonly string[];
  readonly doc: string;
}

/** One number or name of a generator. */
export type GroundField = NumberField | ChoiceField;

/** Fields by their names. */
export type GroundFields = Readonly<Record<string, GroundField>>;

/** The values of fields, those left out by their defaults. */
export type FieldValues<F extends GroundFields> = {
  readonly [K in keyof F]: F[K] extends { readonly names: readonly (infer N)[] }
    ? N
    : null extends F[K]["default"]
      ? number | null
      : number;
};

const numberField = (is: NumberField["is"]) => (standard: number, unit: string, doc: string) =>
  ({ type: "number", default: standard, unit, is, doc }) as const satisfies NumberField;

export const anyNumber = numberField("any");
export const positive = numberField("positive");
export const notNegative = numberField("not-negative");
export const whole = numberField("whole");

/** A positive number that may be left out. */
export const optional = (unit: string, doc: string) =>
  ({ type: "number", default: null as number | null, unit, is: "positive", doc }) as const satisfies NumberField;

export const choice = <const N extends readonly [string, ...string[]]>(names: N, standard: N[number], doc: string) =>
  ({ type: "choice", default: standard, names, doc }) as const satisfies ChoiceField;

/** Checks values against their fields and fills in defaults. @param subject what has the fields, for messages */
export function readFields<F extends GroundFields>(
  subject: string,
  fields: F,
  given: Readonly<Record<string, unknown>>,
): FieldValues<F> {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(fields, name)) continue;
    const message = `${subject} has no "${name}". ${suggestName(name, Object.keys(fields))}`;
    throw new RequestError({ code: "ground-field", subject, value: name, message });
  }
  const values = Object.entries(fields).map(([name, field]) => {
    const value = given[name] ?? field.default;
    const must = value === null ? null : mustBe(field, value);
    if (must === null) return [name, value];
    const message = `${subject}: "${name}" is ${JSON.stringify(value)}, must be ${must}. It is ${field.doc}.`;
    throw new RequestError({ code: "ground-field", subject: `${subject}, "${name}"`, value, message });
  });
  return Object.fromEntries(values) as FieldValues<F>;
}

/** What a value should have been; null if it is that. */
function mustBe(field: GroundField, value: unknown): string | null {
  if (field.type === "choice")
    return field.names.includes(value as string) ? null : `one of ${field.names.map((name) => `"${name}"`).join(", ")}`;
  if (typeof value !== "number" || !Number.isFinite(value)) return "a finite number";
  if (field.is === "positive") return value > 0 ? null : "> 0";
  if (field.is === "not-negative") return value >= 0 ? null : ">= 0";
  return field.is !== "whole" || (Number.isSafeInteger(value) && value >= 0) ? null : "a whole number from 0 on";
}
