/**
 * Lines of a table whose columns line up; numbers belong to the right, text to the left.
 * @param {readonly (readonly (string | number)[])[]} rows
 * @param {{ indent?: number, head?: readonly string[] }} [options]
 * @returns {string}
 */
export function tableText(rows, { indent = 2, head } = {}) {
  const all = [...(head ? [head] : []), ...rows].map((row) => row.map(String));
  const columns = Math.max(...all.map((row) => row.length));
  const isNumeric = Array.from({ length: columns }, (_, k) => rows.every((row) => isNumber(row[k])));
  const widths = Array.from({ length: columns }, (_, k) => Math.max(...all.map((row) => (row[k] ?? "").length)));
  const lines = all.map((row) =>
    row.map((cell, k) => (isNumeric[k] ? cell.padStart(widths[k]) : cell.padEnd(widths[k]))).join("  "),
  );
  if (head) lines.splice(1, 0, widths.map((width) => "─".repeat(width)).join("  "));
  return lines.map((line) => (" ".repeat(indent) + line).trimEnd()).join("\n");
}

/** @param {string | number | undefined} cell */
const isNumber = (cell) => cell !== undefined && String(cell).trim() !== "" && Number.isFinite(Number(cell));

/**
 * A number in few digits, for people: 0.00021 → "2.1e-4", 1234.567 → "1234.57".
 * @param {number} x
 * @param {number} [digits]
 */
export function brief(x, digits = 6) {
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size < 1e-3 || size >= 1e6) return x.toExponential(Math.min(2, digits - 1));
  return String(Number(x.toPrecision(digits)));
}
