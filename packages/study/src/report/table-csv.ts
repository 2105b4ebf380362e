import type { Cell, ReportTable } from "./document.js";

/** A table as CSV (RFC 4180, line feeds), with all digits; a number with an interval takes three columns. */
export function tableCsv({ columns, rows }: ReportTable): string {
  const isEstimate = columns.map((_, i) => rows.some((row) => isInterval(row[i])));
  const head = columns.flatMap(({ name, unit = "" }, i) => {
    const label = unit === "" ? name : `${name} [${unit}]`;
    return isEstimate[i] ? [label, `${label} low`, `${label} high`] : [label];
  });
  const lines = rows.map((row) =>
    row.flatMap((cell, i) => {
      if (!isEstimate[i]) return [field(cell)];
      return isInterval(cell) ? [cell.value, cell.low, cell.high].map(field) : [field(cell), "", ""];
    }),
  );
  return [head.map(quoted), ...lines].map((cells) => `${cells.join(",")}\n`).join("");
}

const isInterval = (cell: Cell): cell is Extract<Cell, { low: number }> =>
  typeof cell === "object" && cell !== null && "low" in cell;

function field(cell: Cell): string {
  if (cell === null || Number.isNaN(cell)) return "";
  if (typeof cell === "object") return "holds" in cell ? quoted(cell.text) : String(cell.value);
  return quoted(String(cell));
}

const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
