import type { Parameter } from "kinetree";
import { measureKinds, parseQuantity, parseUnit, quantityOf, UnitError, type MeasureKind } from "kinetree/formats";
import { usage, type UsageError } from "../failure/errors.js";
import { plainNumber } from "./plain-number.js";

/* Numbers of a command line: SI, or with a unit whose dimension has to fit. */

export function requireNumber(option: string, text: string, example: string): number {
  const value = plainNumber(text);
  if (value !== null) return value;
  throw badValue(option, text, `is no number. Write it like ${example}.`);
}

export function requirePositive(option: string, text: string, example: string): number {
  const value = requireNumber(option, text, example);
  if (value > 0) return value;
  throw badValue(option, text, `must be more than 0. Write it like ${example}.`);
}

export function requireCount(option: string, text: string, example: string): number {
  const value = requireNumber(option, text, example);
  if (Number.isInteger(value) && value >= 1) return value;
  throw badValue(option, text, `must be a whole number from 1 on. Write it like ${example}.`);
}

/** A time in seconds, or with a unit. */
export const requireTime = (option: string, text: string): number => quantity(option, text, measureKinds.time);

/** A time that passes: more than nothing. */
export function requirePositiveTime(option: string, text: string): number {
  const time = requireTime(option, text);
  if (time > 0) return time;
  throw badValue(option, text, `must be more than 0. Write it like 100 or "2 min".`);
}

const frequency: MeasureKind = {
  name: "frequency",
  unit: "Hz",
  example: "100 Hz",
  dimension: parseUnit("Hz").dimension,
};

/** A rate in hertz, or with a unit. */
export const requireRate = (option: string, text: string): number => quantity(option, text, frequency);

/** A value for a parameter, in its unit of SI or with a unit of the same dimension. */
export function parameterQuantity({ name, value, unit }: Parameter, text: string): number {
  const option = `--set ${name}`;
  const kind = kindOfUnit(`parameter "${name}"`, unit, `${value} ${unit}`);
  if (kind !== null) return quantity(option, text, kind);
  // A parameter that does not say what it measures takes any unit.
  return plainNumber(text) ?? complaining(option, text, () => parseQuantity(text).value);
}

/** What a unit measures; null if it says nothing. */
export function kindOfUnit(name: string, unit: string, example: string): MeasureKind | null {
  if (unit === "") return null;
  try {
    return { name, unit, example, dimension: parseUnit(unit).dimension };
  } catch (error) {
    if (error instanceof UnitError) return null;
    throw error;
  }
}

function quantity(option: string, text: string, kind: MeasureKind): number {
  const plain = plainNumber(text);
  if (plain !== null) return plain;
  if (/^\s*[-+]?[\d.]+(e[-+]?\d+)?\s*$/i.test(text) && Math.abs(Number(text)) === Infinity)
    throw badValue(option, text, "is too large for a number. Give one below 1.8e308.");
  if (!/\d/.test(text))
    throw badValue(option, text, `is no number. Write it in ${kind.unit}, or with a unit like "${kind.example}".`);
  return complaining(option, text, () => quantityOf(text, [kind]));
}

/** The complaint of the library about a unit, with the option that it was given to. */
function complaining(option: string, text: string, make: () => number): number {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    throw usage(error.code, option, text, `${option}: ${error.message}`);
  }
}

const badValue = (option: string, text: string, rest: string): UsageError =>
  usage("bad-value", option, text, `${option} "${text}" ${rest}`);
