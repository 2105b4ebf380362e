import { hashNumbers } from "kinetree";
import { hashText } from "kinetree/tools";

/** A value of a row: numbers (booleans are 0 and 1, missing ones NaN), texts, null for a missing text. */
export type Cell = number | string | null;

/** Hash of the bits of a row: its numbers as they are, each text by the two words of its own hash. */
export const hashRow = (cells: readonly Cell[]): string => hashNumbers(cells.flatMap(numbersOf));

function numbersOf(cell: Cell): readonly number[] {
  if (typeof cell === "number") return [cell];
  if (cell === null) return [NaN];
  const hash = hashText(cell);
  return [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)];
}

/** Places at which two rows differ in a single bit. */
export const differingCells = (a: readonly Cell[], b: readonly Cell[]): readonly number[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, i) => i).filter((i) => !Object.is(a[i], b[i]));
