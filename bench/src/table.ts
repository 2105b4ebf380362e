import type { Check } from "./checks.js";
import type { Row } from "./rows.js";

export function rowsTable(rows: readonly Row[]): string {
  const head = [
    "model",
    "subject",
    "mode",
    "ns/sample",
    "ns/body",
    "x batch",
    "x single",
    "precision",
    "agreement",
    "note",
  ];
  const lines = rows.map((row) => [
    row.model,
    row.subject,
    row.nsPerSample === null ? "" : row.mode,
    number(row.nsPerSample, 0),
    number(row.nsPerBody, 1),
    number(row.timesKinetreeBatch, 2),
    number(row.timesKinetreeSingle, 2),
    row.precision,
    row.agreement === null ? "" : row.agreement.toExponential(1),
    row.note ?? "",
  ]);
  return align(head, lines, new Set([3, 4, 5, 6, 8]));
}

export function checksTable(checks: readonly Check[]): string {
  const lines = checks.map((check) => [
    check.pass === null ? "-" : check.pass ? "pass" : "FAIL",
    check.name,
    check.value === null ? "" : check.value.toPrecision(4),
    `${check.relation} ${check.bar}`,
    check.note ?? "",
  ]);
  return align(["", "check", "value", "bar", ""], lines, new Set([2]));
}

const number = (x: number | null, digits: number): string => (x === null ? "" : x.toFixed(digits));

/** Columns side by side; those in `right` end where the others begin. */
export function align(head: readonly string[], lines: readonly string[][], right: ReadonlySet<number>): string {
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column].length)));
  const format = (line: readonly string[]): string =>
    line
      .map((cell, column) => (right.has(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
      .join("  ")
      .trimEnd();
  return [format(head), widths.map((width) => "-".repeat(width)).join("  "), ...lines.map(format)].join("\n");
}
