import { table } from "../output/table.js";
import type { BenchCell, BenchCheck, BenchReport, BenchTable } from "./study.js";

/** A report for a reader. */
export const reportText = ({ title, notes, tables, checks }: BenchReport): string =>
  [
    title,
    notes.join("\n"),
    ...tables.map(tableText),
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

/** Published figures beside ours: those that are not reached are said plainly. */
function checksText(checks: readonly BenchCheck[]): string {
  const rows = checks.map(({ name, published, measured, isMet }) => [
    name,
    cellText(published),
    cellText(measured),
    isMet ? "met" : "NOT MET",
  ]);
  return `Checks\n${table([["what", "published", "measured", ""], ...rows], ["left", "right", "right", "left"])}`;
}

/** Three digits are what a clock gives; whole numbers are counts and have all of theirs. */
export function cellText(cell: BenchCell | undefined): string {
  if (cell === null || cell === undefined) return "-";
  if (typeof cell === "string" || Number.isInteger(cell)) return String(cell);
  const isTiny = Math.abs(cell) < 1e-3;
  return isTiny ? cell.toExponential(1) : String(Number(cell.toPrecision(3)));
}
