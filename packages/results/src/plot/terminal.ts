import { aNumber, aSwitch, aText, checkOptions, type OptionTypes } from "kinetree/tools";
import type { ResultTable } from "../result-table.js";
import { panelsOf, roundTicks, tickText, withUnit, type Panel } from "./panels.js";

/** Title, size, colours and horizontal axis of a plot in characters. */
export interface TerminalOptions {
  /** Width of the drawing [characters]. Default 80. */
  readonly columns?: number;
  /** Height of the drawing [lines]. Default 20 for one panel, 12 for each of several. */
  readonly rows?: number;
  /** Colours by escape sequences. Default false. */
  readonly color?: boolean;
  readonly title?: string;
  /** Channel on the horizontal axis. Default "time". */
  readonly x?: string;
}

/** A character of Braille has two by four dots; bit of the dot at (column, row). */
const DOTS = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
];
const BRAILLE = 0x2800;
const COLORS = [34, 31, 32, 35, 33, 36, 94, 91, 92, 95];
const RESET = "\u001B[0m";

const optionTypes: OptionTypes<TerminalOptions> = {
  columns: aNumber,
  rows: aNumber,
  color: aSwitch,
  title: aText,
  x: aText,
};

/** Draws channels of a result as text, panels one above the other: one per unit, or without colours one per channel. */
export function plotTerminal(table: ResultTable, channels: readonly string[], options: TerminalOptions = {}): string {
  checkOptions(options, optionTypes);
  const { columns = 80, color = false, title, x = "time" } = options;
  const { panels, xLabel, xRange } = panelsOf(table, channels, x, 2 * columns, !color);
  const rows = options.rows ?? (panels.length === 1 ? 20 : 12 * panels.length);
  // A legend and a lower edge for each panel, ticks and label at the end.
  const height = Math.max(3, Math.floor((rows - 2 - (title === undefined ? 0 : 1)) / panels.length) - 2);
  const axes = panels.map((panel) => {
    const ticks = roundTicks(panel.range, height / 3);
    return { ticks, texts: ticks.map(tickText(ticks)) };
  });
  const left = Math.max(4, ...axes.flatMap(({ texts }) => texts.map(({ length }) => length))) + 1;
  const width = Math.max(10, columns - left - 2);
  const lines = title === undefined ? [] : [title];
  panels.forEach((panel, i) => {
    lines.push(`${" ".repeat(left + 1)}${legend(panel, color)}`);
    lines.push(...drawPanel(panel, xRange, width, height, left, axes[i], color));
  });
  const xTicks = roundTicks(xRange, width / 12);
  lines.push(...xAxis(xTicks, xRange, width, left), `${" ".repeat(left + 1)}${centred(xLabel, width)}`);
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

function legend({ unit, series }: Panel, color: boolean): string {
  const names = series.map(({ name, order }) => (color ? `${painted("━━", order)} ${name}` : name));
  return withUnit(names.join("  "), unit);
}

const painted = (text: string, order: number): string => `\u001B[${COLORS[order % COLORS.length]}m${text}${RESET}`;

function drawPanel(
  { range: [bottom, top], series }: Panel,
  [first, last]: readonly [number, number],
  width: number,
  height: number,
  left: number,
  { ticks, texts }: { readonly ticks: readonly number[]; readonly texts: readonly string[] },
  color: boolean,
): string[] {
  const dots = new Uint8Array(width * height);
  const owner = new Int16Array(width * height).fill(-1);
  const columnOf = (value: number): number => Math.round(share(value, first, last) * (2 * width - 1));
  const rowOf = (value: number): number => Math.round((1 - share(value, bottom, top)) * (4 * height - 1));
  for (const { x, y, order } of series) {
    const dot = (column: number, row: number): void => {
      const cell = (row >> 2) * width + (column >> 1);
      dots[cell] |= DOTS[column & 1][row & 3];
      owner[cell] = order;
    };
    for (let i = 0; i < y.length; i++) {
      if (Number.isNaN(y[i])) continue;
      const [column, row] = [columnOf(x[i]), rowOf(y[i])];
      const joined = i > 0 && !Number.isNaN(y[i - 1]);
      const [column0, row0] = joined ? [columnOf(x[i - 1]), rowOf(y[i - 1])] : [column, row];
      const steps = Math.max(1, Math.abs(column - column0), Math.abs(row - row0));
      for (let step = 0; step <= steps; step++) {
        const share = step / steps;
        dot(Math.round(column0 + share * (column - column0)), Math.round(row0 + share * (row - row0)));
      }
    }
  }
  const labels = new Map(ticks.map((tick, i) => [rowOf(tick) >> 2, texts[i]]));
  return Array.from({ length: height }, (_, row) => {
    let line = "";
    let run = "";
    let runOwner = -1;
    const endRun = (): void => {
      line += color && runOwner >= 0 ? painted(run, runOwner) : run;
      run = "";
    };
    for (let cell = row * width; cell < (row + 1) * width; cell++) {
      if (owner[cell] !== runOwner) endRun();
      runOwner = owner[cell];
      run += dots[cell] === 0 ? " " : String.fromCharCode(BRAILLE + dots[cell]);
    }
    endRun();
    const label = labels.get(row);
    return `${(label ?? "").padStart(left)}${label === undefined ? "│" : "┤"}${line}`;
  });
}

/** Where a value lies between two others, 0 to 1; a range may end before the largest of numbers. */
const share = (value: number, from: number, to: number): number =>
  (Math.min(to, Math.max(from, value)) - from) / (to - from);

/** The lower edge with its ticks, and their numbers below. */
function xAxis(
  ticks: readonly number[],
  [first, last]: readonly [number, number],
  width: number,
  left: number,
): string[] {
  const edge = new Array<string>(width).fill("─");
  const numbers = new Array<string>(width + left + 12).fill(" ");
  let free = 0;
  const text = tickText(ticks);
  for (const tick of ticks) {
    const column = Math.round(share(tick, first, last) * (width - 1));
    edge[column] = "┬";
    const label = text(tick);
    const start = Math.max(0, left + 1 + column - (label.length >> 1));
    if (start < free) continue;
    [...label].forEach((letter, i) => (numbers[start + i] = letter));
    free = start + label.length + 1;
  }
  return [`${" ".repeat(left)}└${edge.join("")}`, numbers.join("")];
}

const centred = (text: string, width: number): string => text.padStart(Math.floor((width + text.length) / 2));
