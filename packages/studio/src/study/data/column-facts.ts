import { NO_TEXT, type NumberColumn, type TextColumn } from "../../api/columns.js";
import { isNumeric, type StudyColumn } from "./study-table.js";

/** Classes of a boolean or text column, for colours and legends. */
export interface Classes {
  readonly codes: Uint32Array;
  readonly labels: readonly string[];
}

export interface Extent {
  readonly low: number;
  readonly high: number;
  /** Numbers that are there. */
  readonly count: number;
}

export const MISSING = "(missing)";

/** More classes are not distinguished by colours or bars. */
export const MOST_CLASSES = 64;

const classesKnown = new WeakMap<StudyColumn, Classes>();
const extentsKnown = new WeakMap<StudyColumn, Extent>();
const ordersKnown = new WeakMap<StudyColumn, Uint32Array>();

/** The classes of a column; numbers have none, so they are of one class. */
export function classesOf(column: StudyColumn): Classes {
  const known = classesKnown.get(column);
  if (known) return known;
  const made = isNumeric(column) ? classesOfNumbers(column) : classesOfTexts(column);
  classesKnown.set(column, made);
  return made;
}

function classesOfNumbers({ kind, values }: NumberColumn): Classes {
  const codes = new Uint32Array(values.length);
  if (kind !== "boolean") return { codes, labels: ["all"] };
  let hasMissing = false;
  for (let row = 0; row < codes.length; row++) {
    const value = values[row];
    codes[row] = value === 0 ? 0 : value === value ? 1 : 2;
    if (value !== value) hasMissing = true;
  }
  return { codes, labels: hasMissing ? ["false", "true", MISSING] : ["false", "true"] };
}

/** As the dictionary has them, with missing ones last. */
function classesOfTexts({ indices, dictionary }: TextColumn): Classes {
  if (!indices.includes(NO_TEXT)) return { codes: indices, labels: dictionary };
  const last = dictionary.length;
  return { codes: indices.map((index) => Math.min(index, last)), labels: [...dictionary, MISSING] };
}

/** The range of a column of numbers, over all rows: axes stay where they are while filters change. */
export function extentOf(column: NumberColumn): Extent {
  const known = extentsKnown.get(column);
  if (known) return known;
  let [low, high, count] = [Infinity, -Infinity, 0];
  for (const x of column.values) {
    if (!Number.isFinite(x)) continue;
    if (x < low) low = x;
    if (x > high) high = x;
    count++;
  }
  const made = count === 0 ? { low: 0, high: 1, count } : { low, high, count };
  extentsKnown.set(column, made);
  return made;
}

/** Rows in rising order of a column, missing ones last; sorted once, so that ranks and quantiles of any filter take one pass. */
export function orderOf(column: StudyColumn): Uint32Array {
  const known = ordersKnown.get(column);
  if (known) return known;
  const made = isNumeric(column) ? orderOfNumbers(column.values) : orderOfTexts(column);
  ordersKnown.set(column, made);
  return made;
}

function orderOfNumbers(values: Float64Array): Uint32Array {
  const order = Uint32Array.from(values, (_, row) => row);
  const key = values.map((x) => (x === x ? x : Infinity));
  return order.sort((a, b) => (key[a] === key[b] ? a - b : key[a] < key[b] ? -1 : 1));
}

function orderOfTexts({ indices, dictionary }: TextColumn): Uint32Array {
  const rank = new Uint32Array(dictionary.length + 1).fill(dictionary.length);
  const sorted = dictionary.map((_, i) => i).sort((a, b) => dictionary[a].localeCompare(dictionary[b], "en"));
  sorted.forEach((index, at) => (rank[index] = at));
  const key = indices.map((index) => rank[Math.min(index, dictionary.length)]);
  return Uint32Array.from(indices, (_, row) => row).sort((a, b) => key[a] - key[b] || a - b);
}

export function varies(column: StudyColumn): boolean {
  if (!isNumeric(column)) return classesOf(column).labels.length > 1;
  const { low, high, count } = extentOf(column);
  return count > 1 && high > low;
}
