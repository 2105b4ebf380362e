import { classesOf } from "./column-facts.js";
import { columnNamed, isNumeric, type StudyTable } from "./study-table.js";

/** A condition on one column. */
export type Filter =
  /** Numbers from `low` to `high`, both included. */
  | { readonly kind: "range"; readonly column: string; readonly low: number; readonly high: number }
  | { readonly kind: "classes"; readonly column: string; readonly labels: readonly string[] };

/** As many columns can be filtered at once as a word has bits. */
export const MOST_FILTERS = 32;

/** Which rows fail which filters: a bit each, so that a plot can leave out the filter that was brushed in it. */
export interface FilterMask {
  /** Bits of the filters that a row fails; 0 for rows that pass. */
  readonly failing: Uint32Array;
  readonly filters: readonly Filter[];
  readonly passing: number;
}

/** Evaluates the filters for every row; unchanged filters keep their bits and are not evaluated again. */
export function maskOf(table: StudyTable, filters: readonly Filter[], before: FilterMask | null = null): FilterMask {
  const failing = new Uint32Array(table.rows);
  const isGrown = before !== null && before.failing.length === table.rows;
  filters.forEach((filter, bit) => {
    const old = isGrown ? before.filters.indexOf(filter) : -1;
    if (old >= 0 && before) copyBit(failing, bit, before.failing, old);
    else setBit(failing, bit, table, filter);
  });
  let passing = 0;
  for (const bits of failing) if (bits === 0) passing++;
  return { failing, filters, passing };
}

function copyBit(into: Uint32Array, bit: number, from: Uint32Array, old: number): void {
  for (let row = 0; row < into.length; row++) into[row] |= ((from[row] >>> old) & 1) << bit;
}

function setBit(failing: Uint32Array, bit: number, table: StudyTable, filter: Filter): void {
  const column = columnNamed(table, filter.column);
  if (!column) return;
  const flag = (1 << bit) >>> 0;
  if (filter.kind === "range") {
    if (!isNumeric(column)) return;
    const { values } = column;
    const { low, high } = filter;
    // Written so that missing numbers fail.
    for (let row = 0; row < failing.length; row++)
      if (!(values[row] >= low && values[row] <= high)) failing[row] |= flag;
    return;
  }
  const { codes, labels } = classesOf(column);
  const isKept = Uint8Array.from(labels, (label) => (filter.labels.includes(label) ? 1 : 0));
  for (let row = 0; row < failing.length; row++) if (isKept[codes[row]] === 0) failing[row] |= flag;
}

/** Bits that count for a plot of some columns: all but those of its own filters. */
export function bitsWithout({ filters }: FilterMask, ...columns: readonly string[]): number {
  let bits = 0;
  filters.forEach(({ column }, bit) => {
    if (!columns.includes(column)) bits |= 1 << bit;
  });
  return bits >>> 0;
}

/** Places of the rows that pass, in rising order. */
export function passingRows({ failing, passing }: FilterMask): Uint32Array {
  const rows = new Uint32Array(passing);
  let at = 0;
  for (let row = 0; row < failing.length; row++) if (failing[row] === 0) rows[at++] = row;
  return rows;
}

/** A list of filters with one put in place of that of its column; null takes it away. */
export function withFilter(filters: readonly Filter[], column: string, filter: Filter | null): readonly Filter[] {
  const at = filters.findIndex((each) => each.column === column);
  if (filter === null) return at < 0 ? filters : filters.filter((_, i) => i !== at);
  if (at < 0) return [...filters, filter];
  return filters.map((each, i) => (i === at ? filter : each));
}
