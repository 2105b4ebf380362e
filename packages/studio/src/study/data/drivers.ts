import type { NumberColumn } from "../../api/columns.js";
import { classesOf, orderOf, varies, type Classes } from "./column-facts.js";
import type { FilterMask } from "./filter-mask.js";
import { isNumeric, type StudyTable } from "./study-table.js";

/** How surely an output grows or falls with a parameter. */
export interface Driver {
  readonly parameter: NumberColumn;
  /** Spearman's rank correlation within cases, -1 to 1; NaN where something does not vary. */
  readonly correlation: number;
  readonly count: number;
}

/** Parameters by how much an output follows them, over rows that pass. Differences between cases do not count. */
export function driversOf(table: StudyTable, output: NumberColumn, mask: FilterMask): readonly Driver[] {
  const found = table.columns.find(({ role }) => role === "case");
  const cases: Classes = found ? classesOf(found) : { codes: new Uint32Array(table.rows), labels: ["all"] };
  const parameters = table.columns.filter(
    (column): column is NumberColumn => column.role === "parameter" && isNumeric(column) && varies(column),
  );
  const isThere = keptRows(mask, output, output);
  const whole = ranksWithin(output, cases, isThere);
  return parameters
    .map((parameter): Driver => {
      if (parameter.missing === 0)
        return { parameter, ...correlation(ranksWithin(parameter, cases, isThere), whole, cases, isThere) };
      const isPaired = keptRows(mask, output, parameter);
      const [a, b] = [ranksWithin(parameter, cases, isPaired), ranksWithin(output, cases, isPaired)];
      return { parameter, ...correlation(a, b, cases, isPaired) };
    })
    .sort((a, b) => (Math.abs(b.correlation) || 0) - (Math.abs(a.correlation) || 0));
}

/** Rows that pass and have both numbers. */
function keptRows({ failing }: FilterMask, { values: a }: NumberColumn, { values: b }: NumberColumn): Uint8Array {
  const kept = new Uint8Array(a.length);
  for (let row = 0; row < kept.length; row++)
    if (failing[row] === 0 && a[row] === a[row] && b[row] === b[row]) kept[row] = 1;
  return kept;
}

/**
 * Ranks from 1 of the rows that are kept, case by case; equal numbers share the middle of theirs. The order of the whole column is
 * known, so any filter takes one walk and no sorting.
 */
function ranksWithin(column: NumberColumn, { codes, labels }: Classes, isKept: Uint8Array): Float64Array {
  const { values } = column;
  const order = orderOf(column);
  const ranks = new Float64Array(values.length);
  const before = new Uint32Array(labels.length);
  const equal = new Uint32Array(labels.length);
  for (let first = 0; first < order.length;) {
    const value = values[order[first]];
    let beyond = first + 1;
    while (beyond < order.length && values[order[beyond]] === value) beyond++;
    if (beyond === first + 1) {
      // Nearly all numbers are alone.
      const row = order[first];
      if (isKept[row] === 1) ranks[row] = ++before[codes[row]];
    } else shareRanks(order.subarray(first, beyond), ranks, codes, isKept, before, equal);
    first = beyond;
  }
  return ranks;
}

/** Gives rows with equal numbers the middle of their ranks, case by case. */
function shareRanks(
  rows: Uint32Array,
  ranks: Float64Array,
  codes: Uint32Array,
  isKept: Uint8Array,
  before: Uint32Array,
  equal: Uint32Array,
): void {
  for (const row of rows) if (isKept[row] === 1) equal[codes[row]]++;
  for (const row of rows) if (isKept[row] === 1) ranks[row] = before[codes[row]] + (equal[codes[row]] + 1) / 2;
  for (const row of rows) {
    before[codes[row]] += equal[codes[row]];
    equal[codes[row]] = 0;
  }
}

function correlation(
  a: Float64Array,
  b: Float64Array,
  { codes, labels }: Classes,
  isKept: Uint8Array,
): { readonly correlation: number; readonly count: number } {
  const sizes = new Uint32Array(labels.length);
  let count = 0;
  for (let row = 0; row < a.length; row++) {
    if (isKept[row] === 0) continue;
    sizes[codes[row]]++;
    count++;
  }
  let [xx, xy, yy] = [0, 0, 0];
  for (let row = 0; row < a.length; row++) {
    if (isKept[row] === 0) continue;
    const middle = (sizes[codes[row]] + 1) / 2;
    const [x, y] = [a[row] - middle, b[row] - middle];
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  return { correlation: xx === 0 || yy === 0 ? NaN : xy / Math.sqrt(xx * yy), count };
}
