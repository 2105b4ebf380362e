import { isText, textAt, type Column, type Columns, type NumberColumn } from "../../api/columns.js";
import type { StudyColumnInfo } from "../../api/types.js";

/** A column of a study's results, in typed arrays. */
export type StudyColumn = Column;

export type Cell = number | string | null;

export interface StudyTable {
  readonly rows: number;
  readonly columns: readonly StudyColumn[];
  /** Number of each row in the whole study: rows that are not computed yet leave gaps. */
  readonly numbers: Uint32Array;
}

export function studyTable({ columns, rows }: Columns, layout: RowLayout | null): StudyTable {
  return { rows, columns, numbers: rowNumbers(columns, rows, layout) };
}

/** How a study counts its rows: case × samples + sample. */
export interface RowLayout {
  readonly samples: number;
  readonly cases: readonly string[];
}

function rowNumbers(columns: readonly StudyColumn[], rows: number, layout: RowLayout | null): Uint32Array {
  const sample = columns.find(({ role }) => role === "sample");
  const caseOf = columns.find(({ role }) => role === "case");
  const numbers = new Uint32Array(rows);
  if (layout === null || !sample || !isNumeric(sample) || !caseOf || isNumeric(caseOf))
    return numbers.map((_, row) => row);
  const firsts = caseOf.dictionary.map((text) => layout.samples * Math.max(0, layout.cases.indexOf(text)));
  for (let row = 0; row < rows; row++) numbers[row] = (firsts[caseOf.indices[row]] ?? 0) + sample.values[row];
  return numbers;
}

export const isNumeric = (column: StudyColumn): column is NumberColumn => !isText(column);

export const isMeasured = (column: StudyColumn): column is NumberColumn =>
  isNumeric(column) && column.kind !== "boolean";

export const columnNamed = (table: StudyTable, name: string | null): StudyColumn | undefined =>
  table.columns.find((column) => column.name === name);

export const cellOf = (column: StudyColumn, row: number): Cell =>
  isNumeric(column) ? column.values[row] : textAt(column, row);

export const cellsOf = ({ columns }: StudyTable, row: number): readonly Cell[] =>
  columns.map((column) => cellOf(column, row));

/** Where a row of the study is in the table; -1 if it is not there yet. */
export function placeOfRow({ numbers }: StudyTable, number: number): number {
  // Rows come case by case in order, but for gaps, so the place is at most the number itself.
  if (numbers[number] === number) return number;
  return numbers.indexOf(number);
}

/** With its unit, as axes and headings name it. */
export const titleOf = ({ name, unit }: Pick<StudyColumnInfo, "name" | "unit">): string =>
  unit === "" ? name : `${name} [${unit}]`;
