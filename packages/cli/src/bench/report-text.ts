import type { BenchCell, BenchCheck, BenchReport, BenchTable } from "@kinetree/reproductions/node";
import { table } from "../output/table.js";

/** A report for a reader. */
export const reportText = ({ title, notes, tables, checks }: BenchReport): string =>
  [
    title,
    notes.join("\n"),
    ...tables.filter(({ isFileOnly }) => isFileOnly !== true).map(tableText),
    ...(checks.length > 0 ? [checksText(checks)] : []),
    "", // ends with a line of its own
  ].join("\n\n");

const tableText = ({ title, columns, rows, notes }: BenchTable): string =>
  [
    title,
    table(
      [columns, ...rows.map((row) => row.map(cellText))],
      columns.map((_, i) => (rows.some((row) => typeof row[i] === "string") ? "left" : "right")),
    ),
    ...notes.map((note) => `  ${note}`),
  ].join("\n");

/** Published or required figures compared with ours, and which are not reached. */
function checksText(checks: readonly BenchCheck[]): string {
  const areOwn = checks.every(({ published }) => published === null) && checks.some(({ bar }) => bar !== undefined);
  const rows = checks.map(({ name, published, bar, measured, isMet }) => [
    name,
    areOwn ? (bar ?? "-") : cellText(published),
    cellText(measured),
    isMet ? "met" : "NOT MET",
  ]);
  const head = ["what", areOwn ? "bar" : "published", "measured", ""];
  return `Checks\n${table([head, ...rows], ["left", areOwn ? "left" : "right", "right", "left"])}`;
}

/** Three digits are what a clock gives; whole numbers are counts and have all of theirs. */
export function cellText(cell: BenchCell | undefined): string {
  if (cell === null || cell === undefined) return "-";
  if (typeof cell === "string" || Number.isInteger(cell)) return String(cell);
  const isTiny = Math.abs(cell) < 1e-3;
  return isTiny ? cell.toExponential(1) : String(Number(cell.toPrecision(3)));
}
