import { RequestError } from "kinetree";
import { unknownName } from "kinetree/tools";
import type { OptionValues } from "./report.js";

/** An option of a test that is a number. */
export interface NumberField {
  /** SI; "" for plain numbers. */
  readonly unit: string;
  readonly default: number;
  readonly doc: string;
  /** Smallest value that makes sense; more than 0 if left out. */
  readonly least?: number;
}

/** An option that is one of some words. */
export interface ChoiceField {
  readonly choices: readonly string[];
  readonly default: string;
  readonly doc: string;
}

/** Options by name. */
export type OptionFields = Readonly<Record<string, NumberField | ChoiceField>>;

/** Values of options, all of them. */
export type ValuesOf<F extends OptionFields> = {
  readonly [K in keyof F]: F[K] extends ChoiceField ? string : number;
};

/** Checks options of a test and fills in what is left out. */
export function readOptions<F extends OptionFields>(
  subject: string,
  fields: F,
  given: Readonly<Record<string, unknown>>,
): ValuesOf<F> {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(fields, name)) throw unknownName("option", name, Object.keys(fields));
  const values: Record<string, number | string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name] ?? field.default;
    values[name] = "choices" in field ? choice(subject, name, field, value) : number(subject, name, field, value);
  }
  return values as ValuesOf<F> & OptionValues;
}

function number(subject: string, name: string, { unit, least, default: usual }: NumberField, value: unknown): number {
  const isRight =
    typeof value === "number" && Number.isFinite(value) && (least === undefined ? value > 0 : value >= least);
  if (isRight) return value;
  const bound = least === undefined ? "more than 0" : `a number from ${least} on`;
  throw mistake(subject, name, value, `must be ${bound}${unit === "" ? "" : `, in ${unit}`}, such as ${usual}.`);
}

function choice(subject: string, name: string, { choices }: ChoiceField, value: unknown): string {
  if (typeof value === "string" && choices.includes(value)) return value;
  throw mistake(subject, name, value, `must be one of ${choices.map((each) => `"${each}"`).join(", ")}.`);
}

function mistake(subject: string, name: string, value: unknown, rest: string): RequestError {
  const message = `option "${name}" of ${subject} is ${JSON.stringify(value)}, ${rest}`;
  return new RequestError({ code: "bad-test-option", subject: `${subject}.${name}`, value, message });
}
