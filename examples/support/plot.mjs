/*
 * A curve in the terminal. A Braille character is a grid of 2 × 4 dots, so 60 × 8 characters have 120 × 32 points.
 */

/** Bit of each dot of a Braille character, by row and column. */
const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
];

/**
 * @param {ArrayLike<number>} x rising
 * @param {ArrayLike<number>} y
 * @param {{ width?: number, height?: number, xUnit?: string }} [options]
 * @returns {string}
 */
export function plotText(x, y, { width = 60, height = 8, xUnit = "s" } = {}) {
  const values = Array.from(y);
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (!(high > low)) [low, high] = [low - 1, high + 1];
  const cells = Array.from({ length: height }, () => new Array(width).fill(0));
  const [columns, rows] = [2 * width, 4 * height];
  const [first, last] = [x[0], x[x.length - 1]];
  const span = last > first ? last - first : 1;
  const columnOf = (/** @type {number} */ t) => Math.round(((t - first) / span) * (columns - 1));
  const rowOf = (/** @type {number} */ value) => Math.round(((high - value) / (high - low)) * (rows - 1));
  const dot = (/** @type {number} */ column, /** @type {number} */ row) => {
    cells[row >> 2][column >> 1] |= DOTS[row & 3][column & 1];
  };
  for (let i = 0; i < values.length; i++) {
    const [column, row] = [columnOf(x[i]), rowOf(values[i])];
    dot(column, row);
    if (i === 0) continue;
    // From sample to sample, one dot in every column or row between them, whichever are more.
    const [column0, row0] = [columnOf(x[i - 1]), rowOf(values[i - 1])];
    const steps = Math.max(Math.abs(column - column0), Math.abs(row - row0));
    for (let k = 1; k < steps; k++) {
      dot(Math.round(column0 + ((column - column0) * k) / steps), Math.round(row0 + ((row - row0) * k) / steps));
    }
  }
  const labels = [high, low].map((value) => value.toFixed(2));
  const margin = Math.max(...labels.map((label) => label.length));
  const lines = cells.map((row, i) => {
    const label = i === 0 ? labels[0] : i === height - 1 ? labels[1] : "";
    return `  ${label.padStart(margin)} ┤${row.map((bits) => String.fromCodePoint(0x2800 + bits)).join("")}`;
  });
  const end = `${last} ${xUnit}`;
  const axis = `${" ".repeat(margin + 3)}└${"─".repeat(width)}`;
  const below = `${" ".repeat(margin + 4)}${String(first).padEnd(width - end.length)}${end}`;
  return [...lines, axis, below].join("\n");
}
