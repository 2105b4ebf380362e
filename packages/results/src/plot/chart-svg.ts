import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import type { Chart, ChartAxis, ChartColors, ChartMark } from "./chart.js";
import { COLORS, escaped, FONT, INK, LETTER, TEXT_SIZE } from "./ink.js";
import { roundTicks, tickText } from "./panels.js";

/** Dark on white, for paper and for files. */
export const lightColors: ChartColors = Object.freeze({
  paper: "#ffffff",
  ink: INK,
  grid: "#eceff2",
  frame: "#c9ced4",
  series: COLORS,
});

const LEGEND_LINE = 18;
const SWATCH = 16;
const ROW = 20;

/** Draws a chart. The SVG needs nothing but itself. */
export function chartSvg(chart: Chart, colors: ChartColors = lightColors): string {
  const { width = 480, x, y, title, marks } = chart;
  const height = chart.height ?? (y.names === undefined ? 320 : 110 + ROW * y.names.length);
  const [xRange, yRange] = [rangeOf(x, marks, "x"), rangeOf(y, marks, "y")];
  const yTicks = y.names === undefined ? roundTicks(yRange, height / 55) : y.names.map((_, i) => i);
  const yText = textsOf(y, yTicks);
  const left = Math.ceil(28 + LETTER * Math.max(1, ...yTicks.map((tick) => yText(tick).length)));
  const right = 16;
  const top = title === undefined ? 0 : 24;
  const legend = legendOf(marks, left, width - left - right, top, colors);
  const marginTop = top + 10 + legend.lines * LEGEND_LINE;
  const marginBottom = 46;
  const xTicks = x.names === undefined ? roundTicks(xRange, (width - left) / 70) : x.names.map((_, i) => i);
  const { document } = parseHTML("<html><body></body></html>");
  const tick = { tickSize: 4, fontSize: TEXT_SIZE, label: null };
  const plot = Plot.plot({
    document: document as unknown as Document,
    width,
    height,
    marginLeft: left,
    marginRight: right,
    marginTop,
    marginBottom,
    style: { background: "none", color: colors.ink, overflow: "visible" },
    x: { domain: xRange as [number, number], axis: null },
    // Names are read from the top.
    y: { domain: yRange as [number, number], axis: null, reverse: y.names !== undefined },
    marks: [
      Plot.gridX(xTicks, { stroke: colors.grid, strokeOpacity: 1 }),
      Plot.gridY(yTicks, { stroke: colors.grid, strokeOpacity: 1 }),
      Plot.frame({ stroke: colors.frame }),
      Plot.axisX(xTicks, { ...tick, tickFormat: textsOf(x, xTicks) }),
      Plot.axisY(yTicks, { ...tick, tickFormat: yText }),
      ...marks.flatMap((mark) => marksOf(mark, colorOf(mark, colors))),
    ],
  });
  for (const style of Array.from(plot.querySelectorAll("style"))) style.remove();
  const middle = (left + width - right) / 2;
  const labels = [
    title === undefined ? "" : text(title, `x="${left}" y="17" font-weight="bold"`, colors),
    text(x.label, `x="${middle}" y="${height - 8}" text-anchor="middle"`, colors),
    text(
      y.label,
      `transform="translate(14,${(marginTop + height - marginBottom) / 2}) rotate(-90)" text-anchor="middle"`,
      colors,
    ),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `font-family="${FONT}" font-size="${TEXT_SIZE}" color="${colors.ink}">` +
    `<rect width="${width}" height="${height}" fill="${colors.paper}"/>` +
    `${shortened(plot.outerHTML)}${legend.svg}${labels.join("")}</svg>\n`
  );
}

const text = (content: string, attributes: string, { ink }: ChartColors): string =>
  content === "" ? "" : `<text ${attributes} fill="${ink}">${escaped(content)}</text>`;

const colorOf = ({ color }: ChartMark, { series }: ChartColors): string => series[color % series.length];

const textsOf = ({ names }: ChartAxis, ticks: readonly number[]): ((tick: number) => string) =>
  names === undefined ? tickText(ticks) : (tick) => names[tick];

/** A hundredth of a pixel is enough. */
const shortened = (svg: string): string =>
  svg.replace(/ (cx|cy|x|y|x1|x2|y1|y2|width|height)="(-?\d+\.\d\d)\d+"/g, ' $1="$2"');

/** As far as the marks go, and a little further; an axis needs some length, however alike the numbers are. */
function rangeOf(
  { range, names }: ChartAxis,
  marks: readonly ChartMark[],
  along: "x" | "y",
): readonly [number, number] {
  if (range !== undefined) return range;
  if (names !== undefined) return [-0.6, names.length - 0.4];
  let [least, most] = [Infinity, -Infinity];
  const take = (values: ArrayLike<number>): void => {
    for (let i = 0; i < values.length; i++) {
      if (!Number.isFinite(values[i])) continue;
      least = Math.min(least, values[i]);
      most = Math.max(most, values[i]);
    }
  };
  for (const mark of marks) for (const values of extentsOf(mark, along)) take(values);
  const stands = along === "y" && marks.some(({ kind }) => kind === "bars" || kind === "outline");
  if (stands) return [0, most > 0 ? 1.05 * most : 1];
  if (least > most) return [0, 1];
  const margin = most > least ? 0.03 * (most - least) : 0.1 * Math.abs(most) || 1;
  return [least - margin, most + margin];
}

function extentsOf(mark: ChartMark, along: "x" | "y"): readonly ArrayLike<number>[] {
  switch (mark.kind) {
    case "bars":
    case "outline":
      return [along === "x" ? mark.edges : mark.heights];
    case "line":
    case "dots":
      return [along === "x" ? mark.x : mark.y];
    case "intervals":
      return along === "x" ? [mark.low, mark.high] : [mark.y];
    case "upright":
      return along === "x" ? [[mark.x]] : [];
    default:
      return mark satisfies never;
  }
}

function marksOf(mark: ChartMark, color: string): Plot.Markish[] {
  switch (mark.kind) {
    case "bars": {
      const { edges, heights } = mark;
      const bars = Array.from(heights, (y2, i) => ({ x1: edges[i], x2: edges[i + 1], y2 }));
      return [Plot.rectY(bars, { x1: "x1", x2: "x2", y2: "y2", y1: 0, fill: color, fillOpacity: 0.75, insetRight: 1 })];
    }
    case "outline": {
      const { edges, heights } = mark;
      const points = Array.from(heights, (y, i) => [
        { x: edges[i], y },
        { x: edges[i + 1], y },
      ]).flat();
      const closed = [{ x: edges[0], y: 0 }, ...points, { x: edges[edges.length - 1], y: 0 }];
      return [
        Plot.areaY(closed, { x: "x", y1: 0, y2: "y", fill: color, fillOpacity: 0.08 }),
        Plot.line(closed, { x: "x", y: "y", stroke: color, strokeWidth: 1.6 }),
      ];
    }
    case "line":
      return [Plot.line(pointsOf(mark), { x: "x", y: "y", stroke: color, strokeWidth: 1.6, z: null })];
    case "dots": {
      const r = mark.radius ?? 2.5;
      const points = pointsOf(mark);
      return mark.shape === "cross"
        ? [Plot.dot(points, { x: "x", y: "y", r, symbol: "times", stroke: color, strokeWidth: 1.6 })]
        : [Plot.dot(points, { x: "x", y: "y", r, fill: color, fillOpacity: 0.6 })];
    }
    case "intervals": {
      const rows = Array.from(mark.y, (y, i) => ({ y, x1: mark.low[i], x2: mark.high[i] }));
      const known = rows.filter(({ x1, x2 }) => Number.isFinite(x1) && Number.isFinite(x2));
      return [Plot.link(known, { x1: "x1", x2: "x2", y1: "y", y2: "y", stroke: color, strokeWidth: 2 })];
    }
    case "upright":
      return [Plot.ruleX([mark.x], { stroke: color, strokeWidth: 1.2, strokeDasharray: "4,3" })];
    default:
      return mark satisfies never;
  }
}

const pointsOf = ({ x, y }: { readonly x: ArrayLike<number>; readonly y: ArrayLike<number> }) =>
  Array.from(x, (at, i) => ({ x: at, y: y[i] })).filter(
    (point) => Number.isFinite(point.x) && Number.isFinite(point.y),
  );

/** Names with what they are drawn by, in as many lines as they need. */
function legendOf(
  marks: readonly ChartMark[],
  left: number,
  room: number,
  top: number,
  colors: ChartColors,
): { readonly svg: string; readonly lines: number } {
  const seen = new Set<string>();
  let [svg, at, lines] = ["", 0, 0];
  for (const mark of marks) {
    const { name = "" } = mark;
    if (name === "" || seen.has(name)) continue;
    seen.add(name);
    const needed = SWATCH + 6 + name.length * LETTER + 14;
    if (lines === 0) lines = 1;
    if (at > 0 && at + needed > room) {
      lines++;
      at = 0;
    }
    const [x, y] = [left + at, top + 14 + (lines - 1) * LEGEND_LINE];
    svg += swatch(mark, x, y - 4, colorOf(mark, colors)) + text(name, `x="${x + SWATCH + 6}" y="${y}"`, colors);
    at += needed;
  }
  return { svg, lines };
}

function swatch(mark: ChartMark, x: number, y: number, color: string): string {
  const middle = x + SWATCH / 2;
  if (mark.kind === "dots")
    return mark.shape === "cross"
      ? `<path d="M${middle - 4},${y - 4}l8,8m0,-8l-8,8" stroke="${color}" stroke-width="1.6" fill="none"/>`
      : `<circle cx="${middle}" cy="${y}" r="4" fill="${color}"/>`;
  const dashes = mark.kind === "upright" ? ' stroke-dasharray="4,3"' : "";
  return `<path d="M${x},${y}h${SWATCH}" stroke="${color}" stroke-width="2.5" fill="none"${dashes}/>`;
}
