import { issue, type Check } from "../check.js";
import { checkReal, isFiniteNumber } from "./numbers.js";
import { itemOf, named, type Part } from "../part.js";

/** Numbers of the right count; what they must satisfy together is asked elsewhere. */
export function checkRows(
  check: Check,
  part: Part,
  rows: readonly (readonly number[])[],
  count: number,
  length: number,
): boolean {
  if (rows.length !== count) return reportCount(check, part, rows.length, count, "Give one for each mode.");
  return rows.every((row, i) => checkRow(check, itemOf(part, i), row, length));
}

/** The same for one row. */
export function checkRow(check: Check, part: Part, row: readonly number[], length: number): boolean {
  if (row.length !== length) return reportCount(check, part, row.length, length, `Give all ${length}.`);
  return row.every((value, j) => isFiniteNumber(value) || checkReal(check, itemOf(part, j), asNumber(value)) !== null);
}

function reportCount(check: Check, part: Part, found: number, wanted: number, fix: string): false {
  const entries = named(part, `number of entries of ${part.name}`);
  check.report(issue("wrong-length", entries, found, `must be ${wanted}. ${fix}`));
  return false;
}

/** An expression has no place in a matrix; as NaN it is refused with its place. */
const asNumber = (value: unknown): number => (typeof value === "number" ? value : NaN);
