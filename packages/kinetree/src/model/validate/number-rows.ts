import { issue, type Check } from "../check.js";
import { checkReal } from "./numbers.js";

/** Numbers of the right count; what they must satisfy together is asked elsewhere. */
export function checkRows(
  check: Check,
  subject: string,
  what: string,
  rows: readonly (readonly number[])[],
  count: number,
  length: number,
): boolean {
  const wrong = (of: string, found: number, wanted: number, fix: string): boolean => {
    check.report(issue("wrong-length", subject, `number of entries of ${of}`, found, `must be ${wanted}. ${fix}`));
    return false;
  };
  if (rows.length !== count) return wrong(what, rows.length, count, "Give one for each mode.");
  return rows.every((row, i) => {
    if (row.length !== length) return wrong(`${what}[${i}]`, row.length, length, `Give all ${length}.`);
    return row.every((value, j) => checkReal(check, subject, `${what}[${i}][${j}]`, asNumber(value)) !== null);
  });
}

/** An expression has no place in a matrix; as NaN it is refused with its place. */
const asNumber = (value: unknown): number => (typeof value === "number" ? value : NaN);
