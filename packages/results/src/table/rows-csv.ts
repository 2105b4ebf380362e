import type { ColumnValues, TableColumn } from "./table-column.js";

/* Rows of several kinds as lines of RFC 4180 (with line feeds). Numbers in their shortest form that reads back the same. */

/** The line of names. */
export const csvNames = (columns: readonly TableColumn[]): string => line(columns.map(({ name }) => quoted(name)));

/** The lines of some rows; a missing value is an empty field, a boolean is true or false. */
export function csvRows(columns: readonly TableColumn[], values: readonly ColumnValues[]): string {
  const rows = values[0]?.length ?? 0;
  const lines: string[] = [];
  for (let row = 0; row < rows; row++) lines.push(line(columns.map(({ kind }, i) => cell(kind, values[i][row]))));
  return lines.join("");
}

const line = (cells: readonly string[]): string => `${cells.join(",")}\n`;

function cell(kind: TableColumn["kind"], value: string | number | null): string {
  if (value === null || Number.isNaN(value)) return "";
  if (kind === "boolean") return value === 0 ? "false" : "true";
  if (kind === "text") return quoted(String(value));
  return Object.is(value, -0) ? "-0" : String(value);
}

const quoted = (field: string): string =>
  field === "" || /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
