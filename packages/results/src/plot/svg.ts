import { aNumber, aSwitch, aText, checkOptions, type OptionTypes } from "kinetree/tools";
import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import type { ResultTable } from "../result-table.js";
import { COLORS, escaped, FONT, INK, LETTER, TEXT_SIZE } from "./ink.js";
import { panelsOf, roundTicks, tickText, withUnit, type Panel, type Panels, type Series } from "./panels.js";

/** Title, size and horizontal axis of a plot. */
export interface PlotOptions {
  readonly title?: string;
  /** Width of the picture [px]. Default 800. */
  readonly width?: number;
  /** Height of the picture [px]. Default: 280 for each panel, less when there are many. */
  readonly height?: number;
  /** Channel on the horizontal axis. Default "time". */
  readonly x?: string;
  /** Powers of ten at equal distances on the vertical axes; values that are not positive leave gaps. Default false. */
  readonly logarithmic?: boolean;
}

const TITLE_HEIGHT = 34;
const LEGEND_LINE = 18;
const SWATCH = 18;
/** Room below the last panel for the numbers and the label of the shared axis. */
const X_AXIS = 30;

const optionTypes: OptionTypes<PlotOptions> = {
  title: aText,
  width: aNumber,
  height: aNumber,
  x: aText,
  logarithmic: aSwitch,
};

/** Draws channels of a result: one panel per unit, one above the other. The SVG needs nothing but itself. */
export function plotSvg(table: ResultTable, channels: readonly string[], options: PlotOptions = {}): string {
  checkOptions(options, optionTypes);
  const { width = 800, x = "time", title } = options;
  const axis = options.logarithmic === true ? logarithmicAxis : linearAxis;
  const panels = axis.ranged(panelsOf(axis.drawn(table, channels), channels, x, width));
  const count = panels.panels.length;
  const top = title === undefined ? 8 : TITLE_HEIGHT;
  const height = options.height ?? top + count * (count > 3 ? 180 : 280);
  const panelHeight = (height - top - X_AXIS) / count;
  const left = leftMargin(axis, panels.panels, panelHeight);
  const drawn = panels.panels.map((panel, i) => {
    const last = i === count - 1;
    const size = { width, height: panelHeight + (last ? X_AXIS : 0), left, axis };
    return `<g transform="translate(0,${top + i * panelHeight})">${panelSvg(panel, panels, size, last)}</g>`;
  });
  const heading =
    title === undefined
      ? ""
      : `<text x="${left}" y="22" font-size="15" font-weight="bold" fill="${INK}">${escaped(title)}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `font-family="${FONT}" font-size="${TEXT_SIZE}" color="${INK}">` +
    `<rect width="${width}" height="${height}" fill="#ffffff"/>${heading}${drawn.join("")}</svg>\n`
  );
}

interface PanelSize {
  readonly width: number;
  readonly height: number;
  /** Room left of the frame. */
  readonly left: number;
  readonly axis: VerticalAxis;
}

function panelSvg(
  panel: Panel,
  { xLabel, xRange }: Panels,
  { width, height, left, axis: vertical }: PanelSize,
  last: boolean,
): string {
  const right = 20;
  const legend = legendOf(panel, left, width - left - right);
  const marginTop = 8 + legend.length * LEGEND_LINE;
  const marginBottom = last ? 14 + X_AXIS : 14;
  const xTicks = roundTicks(xRange, width / 90);
  const yTicks = yTicksOf(vertical, panel, height);
  const { document } = parseHTML("<html><body></body></html>");
  const axis = { stroke: "#c9ced4", strokeOpacity: 1 };
  const plot = Plot.plot({
    document: document as unknown as Document,
    width,
    height,
    marginLeft: left,
    marginRight: right,
    marginTop,
    marginBottom,
    style: { background: "none", color: INK, overflow: "visible" },
    x: { domain: xRange as [number, number], axis: null },
    y: { domain: panel.range as [number, number], axis: null, insetTop: 6, insetBottom: 6 },
    marks: [
      Plot.gridX(xTicks, { ...axis, stroke: "#eceff2" }),
      Plot.gridY(yTicks, { ...axis, stroke: "#eceff2" }),
      Plot.frame({ stroke: "#c9ced4" }),
      ...(last
        ? [Plot.axisX(xTicks, { tickFormat: tickText(xTicks), tickSize: 4, fontSize: TEXT_SIZE, label: null })]
        : []),
      Plot.axisY(yTicks, { tickFormat: vertical.text(yTicks), tickSize: 4, fontSize: TEXT_SIZE, label: null }),
      ...panel.series.map((series) => lineMark(series)),
    ],
  });
  for (const style of Array.from(plot.querySelectorAll("style"))) style.remove();
  const middle = (marginTop + height - marginBottom) / 2;
  const unit = withUnit(panel.series.length === 1 ? panel.series[0].name : "", panel.unit).trim();
  const labels = [
    `<text transform="translate(16,${middle}) rotate(-90)" text-anchor="middle" fill="${INK}">${escaped(unit)}</text>`,
    last
      ? `<text x="${(left + width - right) / 2}" y="${height - 10}" text-anchor="middle" fill="${INK}">${escaped(xLabel)}</text>`
      : "",
  ];
  return `${plot.outerHTML}${legend.join("")}${labels.join("")}`;
}

/** Lines of names with their colours; none where the axis names the only line. */
function legendOf(shown: Panel, left: number, room: number): string[] {
  if (shown.series.length === 1 && shown.unit !== "") return [];
  const lines: string[] = [];
  let line = "";
  let at = 0;
  for (const { name, order } of shown.series) {
    const needed = SWATCH + 6 + name.length * LETTER + 16;
    if (at > 0 && at + needed > room) {
      lines.push(line);
      line = "";
      at = 0;
    }
    const y = 14 + lines.length * LEGEND_LINE;
    line +=
      `<path d="M${left + at},${y - 4}h${SWATCH}" stroke="${colorOf(order)}" stroke-width="2.5" fill="none"/>` +
      `<text x="${left + at + SWATCH + 6}" y="${y}" fill="${INK}">${escaped(name)}</text>`;
    at += needed;
  }
  return [...lines, line];
}
function lineMark({ x, y, order }: Series): Plot.Markish {
  const finite = y.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
  const stroke = colorOf(order);
  // A lone point is no line.
  if (finite === 1)
    return Plot.dot(y, { x, y, r: 3, fill: stroke, filter: Array.from(y, (value) => !Number.isNaN(value)) });
  return Plot.lineY(y, { x, y, stroke, strokeWidth: 1.6, strokeLinejoin: "round", z: null });
}

const colorOf = (order: number): string => COLORS[order % COLORS.length];

const yTicksOf = (axis: VerticalAxis, panel: Panel, height: number): readonly number[] =>
  axis.ticks(panel, height / 50);

/** Room for the longest number and the rotated label. */
function leftMargin(axis: VerticalAxis, panels: readonly Panel[], height: number): number {
  const texts = panels.flatMap((panel) => {
    const ticks = yTicksOf(axis, panel, height);
    return ticks.map(axis.text(ticks));
  });
  return Math.ceil(38 + LETTER * Math.max(1, ...texts.map(({ length }) => length)));
}

/** How values stand on a vertical axis. */
interface VerticalAxis {
  /** Channels as they are drawn. */
  readonly drawn: (table: ResultTable, channels: readonly string[]) => ResultTable;
  /** Panels with ranges that suit the axis. */
  readonly ranged: (panels: Panels) => Panels;
  /** Where ticks are, and what they say. */
  readonly ticks: (panel: Panel, count: number) => readonly number[];
  readonly text: (ticks: readonly number[]) => (value: number) => string;
}

/** Values as they are. */
const linearAxis: VerticalAxis = Object.freeze<VerticalAxis>({
  drawn: (table) => table,
  ranged: (panels) => panels,
  ticks: ({ range }, count) => roundTicks(range, count),
  text: (ticks) => tickText(ticks),
});

/** Powers of ten at equal distances. What is not positive has no place on it, and leaves a gap. */
const logarithmicAxis: VerticalAxis = Object.freeze<VerticalAxis>({
  drawn: (table, channels) => {
    const wanted = new Set(channels);
    const columns = table.columns.map((column, i) =>
      wanted.has(table.names[i]) ? column.map((x) => (x > 0 ? Math.log10(x) : NaN)) : column,
    );
    return { ...table, columns };
  },
  ranged: (panels) => ({ ...panels, panels: panels.panels.map(inWholeDecades) }),
  ticks: ({ range: [least, most] }, count) => {
    const every = Math.max(1, Math.ceil((most - least) / Math.max(1, count)));
    return roundTicks([least, most], (most - least) / every).filter(Number.isInteger);
  },
  text: () => (exponent) => (exponent === 0 ? "1" : `1e${exponent}`.replace("-", "−")),
});

const inWholeDecades = (panel: Panel): Panel => {
  const [least, most] = [Math.floor(panel.range[0]), Math.ceil(panel.range[1])];
  return { ...panel, range: [least, most > least ? most : least + 1] };
};
