import { FormatError, quoted } from "../format-error.js";

export interface Cell {
  readonly text: string;
  /** Counted from 1, as editors count. */
  readonly line: number;
  readonly column: number;
}

/** Far beyond any body of a mechanism. */
const LONGEST_CSV = 50_000_000;

/** Throws a `FormatError` about one cell. */
export function failAt(file: string, code: string, cell: Pick<Cell, "line" | "column"> | null, message: string): never {
  const { line, column } = cell ?? { line: null, column: null };
  throw new FormatError(file, [{ code, message, line, column, path: "" }]);
}

/** `failAt` for one file; to be declared with this type, so that the compiler knows that it does not return. */
export type FailIn = (code: string, cell: Pick<Cell, "line" | "column"> | null, message: string) => never;

/**
 * The cells of a CSV text, row by row: separated by commas, or by semicolons where the first row has no comma; blanks around
 * cells, empty lines and lines that begin with # do not count, and a name with a comma stands in quotes.
 */
export function csvRows(file: string, given: unknown): readonly (readonly Cell[])[] {
  if (typeof given !== "string")
    failAt(file, "wrong-type", null, `${quoted(given)} is not a text. Give the content of ${file}.`);
  if (given.length > LONGEST_CSV)
    failAt(file, "too-large", null, `the file has more than ${LONGEST_CSV} characters. Export fewer nodes or modes.`);
  const lines = given.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const first = lines.find(isContent) ?? "";
  const separator = !first.includes(",") && first.includes(";") ? ";" : ",";
  const rows = lines.flatMap((line, i) => (isContent(line) ? [cellsOf(file, line, i + 1, separator)] : []));
  if (rows.length === 0) failAt(file, "empty-file", null, "the file is empty. Export it again.");
  return rows;
}

const isContent = (line: string): boolean => line.trim() !== "" && !line.trimStart().startsWith("#");

function cellsOf(file: string, line: string, lineNumber: number, separator: string): readonly Cell[] {
  const cells: Cell[] = [];
  let start = 0;
  for (;;) {
    const blank = /\s*/y;
    blank.lastIndex = start;
    start += blank.exec(line)?.[0].length ?? 0;
    const place = { line: lineNumber, column: start + 1 };
    const isQuoted = line[start] === '"';
    let end = isQuoted ? start + 1 : line.indexOf(separator, start);
    let text: string;
    if (isQuoted) {
      // Two quotes within quotes are one.
      while (end < line.length && (line[end] !== '"' || line[end + 1] === '"')) end += line[end] === '"' ? 2 : 1;
      if (end >= line.length)
        failAt(file, "csv-syntax", place, "a quoted name does not end on its line. Close it with a quote.");
      text = line.slice(start + 1, end).replaceAll('""', '"');
      const next = line.indexOf(separator, end);
      const between = line.slice(end + 1, next < 0 ? line.length : next);
      if (between.trim() !== "")
        failAt(file, "csv-syntax", place, `${quoted(between.trim())} follows a quoted name. Add a "${separator}".`);
      end = next;
    } else text = line.slice(start, end < 0 ? line.length : end).trim();
    cells.push({ text, ...place });
    if (end < 0) return cells;
    start = end + 1;
  }
}

/** The number in a cell; Fortran writes exponents with D. */
export function numberIn(file: string, cell: Cell): number {
  const value = /^[-+]?(\d+\.?\d*|\.\d+)([eEdD][-+]?\d+)?$/.test(cell.text)
    ? Number(cell.text.replace(/[dD]/, "e"))
    : NaN;
  if (!Number.isFinite(value))
    failAt(file, "csv-number", cell, `${quoted(cell.text)} must be a finite number such as 1.5e-3. Correct it.`);
  return value;
}

/** A square matrix of numbers without a header. */
export function csvMatrix(file: string, text: unknown, size: number): readonly (readonly number[])[] {
  const rows = csvRows(file, text);
  const wanted = `must be ${size}, one for each mode of shapes.csv. Export the same modes to both.`;
  if (rows.length !== size) failAt(file, "wrong-length", rows[0][0], `the number of rows is ${rows.length}, ${wanted}`);
  return rows.map((row) => {
    if (row.length !== size) failAt(file, "wrong-length", row[0], `the number of columns is ${row.length}, ${wanted}`);
    return row.map((cell) => numberIn(file, cell));
  });
}
