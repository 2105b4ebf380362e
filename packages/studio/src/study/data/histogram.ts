import type { NumberColumn } from "../../api/columns.js";
import type { Classes, Extent } from "./column-facts.js";
import type { FilterMask } from "./filter-mask.js";

/** Counts of numbers in equal steps, for all rows that pass and for each class of them. */
export interface Histogram {
  readonly low: number;
  readonly width: number;
  readonly bins: number;
  /** Of rows that pass; step by step for each class in turn. */
  readonly counts: Uint32Array;
  /** Of all rows, whether they pass or not. */
  readonly all: Uint32Array;
  /** Rows that pass and have a number, by class. */
  readonly totals: Uint32Array;
}

/** How many steps a range is cut into: more for more numbers (the rule of Rice), yet not finer than the eye. */
const binsFor = (count: number): number => Math.min(48, Math.max(12, Math.ceil(2 * Math.cbrt(count))));

/** The steps of a column: whole numbers get steps of whole numbers. */
function stepsOf(
  { kind }: Pick<NumberColumn, "kind">,
  { low, high, count }: Extent,
): {
  readonly low: number;
  readonly width: number;
  readonly bins: number;
} {
  if (!(high > low)) return { low: low - 0.5, width: 1, bins: 1 };
  const most = binsFor(count);
  if (kind !== "integer") return { low, width: (high - low) / most, bins: most };
  const width = Math.max(1, Math.ceil((high - low + 1) / most));
  return { low: low - 0.5, width, bins: Math.ceil((high - low + 1) / width) };
}

/** Counts a column; `bits` are those of the filters that count. */
export function histogramOf(
  column: NumberColumn,
  extent: Extent,
  { codes, labels }: Classes,
  { failing }: FilterMask,
  bits: number,
): Histogram {
  const { values } = column;
  const { low, width, bins } = stepsOf(column, extent);
  const counts = new Uint32Array(bins * labels.length);
  const all = new Uint32Array(bins);
  const totals = new Uint32Array(labels.length);
  const scale = 1 / width;
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    // Also false for missing values.
    if (!(value >= extent.low && value <= extent.high)) continue;
    // The largest number belongs to the last step, and rounding may take others across an edge at the ends.
    const place = Math.floor((value - low) * scale);
    const bin = place < 0 ? 0 : place >= bins ? bins - 1 : place;
    all[bin]++;
    if ((failing[row] & bits) !== 0) continue;
    const code = codes[row];
    counts[code * bins + bin]++;
    totals[code]++;
  }
  return { low, width, bins, counts, all, totals };
}

/** How many rows of each class pass, and of all rows: bars of columns that are no numbers. */
export function countClasses(
  { codes, labels }: Classes,
  { failing }: FilterMask,
  bits: number,
): { readonly counts: Uint32Array; readonly all: Uint32Array } {
  const counts = new Uint32Array(labels.length);
  const all = new Uint32Array(labels.length);
  for (let row = 0; row < codes.length; row++) {
    all[codes[row]]++;
    if ((failing[row] & bits) === 0) counts[codes[row]]++;
  }
  return { counts, all };
}
