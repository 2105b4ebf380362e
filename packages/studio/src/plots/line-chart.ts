import uPlot from "uplot";
import { LinePoints, type TimeRange } from "./decimate.js";
import { powerTexts, tickTexts } from "./tick-texts.js";
import type { Pyramid } from "./pyramid.js";
import { powersRange, powerTicks, roundedRange, roundTicks, type ValueRange } from "./ranges.js";
import type { ChartInk, LineStyle } from "./chart-ink.js";

export interface ChartLine {
  readonly name: string;
  readonly axis: number;
  readonly style: LineStyle;
  /** Colour of the area below the line; none if left out. */
  readonly fill?: string;
  readonly column: Pyramid | null;
}

export interface ChartInput {
  readonly t: Float64Array;
  readonly lines: readonly ChartLine[];
  readonly x: TimeRange;
  /** By number of the axis; null or missing: around the lines. */
  readonly y: readonly (ValueRange | null)[];
  readonly labels: readonly string[];
  readonly isLogarithmic: boolean;
  /** [px] */
  readonly width: number;
  readonly height: number;
  readonly ink: ChartInk;
}

/** A part of an axis in pixels that one tick has for itself. */
const TICK_ROOM = { x: 72, y: 34 };
const FURTHEST = 30_000;

/** Lines over time on several axes, drawn by uPlot into an element. */
export class LineChart {
  /** Lies over the lines, for cursors and pointers; survives rebuilding the chart. */
  readonly overlay: HTMLDivElement = document.createElement("div");
  readonly #host: HTMLElement;
  readonly #points = new LinePoints();
  readonly #ranges = new Map<number, ValueRange>();
  #chart: uPlot | null = null;
  #built = "";
  #x: TimeRange = [0, 1];

  constructor(host: HTMLElement) {
    this.#host = host;
    this.overlay.className = "diagram-overlay";
  }

  /** Draws the input; rebuilds the chart only if lines or axes have changed. */
  draw(input: ChartInput): void {
    const { width, height } = input;
    if (width < 40 || height < 30) return;
    const key = JSON.stringify([
      input.isLogarithmic,
      input.labels,
      input.ink,
      input.lines.map(({ name, axis, style, fill }) => [name, axis, style, fill]),
    ]);
    if (this.#chart === null || key !== this.#built) this.#build(input, key);
    const chart = this.#chart;
    if (chart === null) return;
    if (chart.width !== width || chart.height !== height) chart.setSize({ width, height });
    const columns = input.lines.map(({ column }) => column);
    this.#points.take(input.t, columns, input.x, chart.bbox.width);
    this.#x = input.x;
    this.#rangeAxes(input);
    chart.batch(() => {
      chart.setData(this.#points.aligned, false);
      chart.setScale("x", { min: input.x[0], max: input.x[1] });
    });
  }

  /** The time at a place of the overlay, from its left edge [px]. */
  timeAt(left: number): number {
    const width = Math.max(1, this.overlay.clientWidth);
    return this.#x[0] + (left / width) * (this.#x[1] - this.#x[0]);
  }

  /** Where a time is on the overlay [px]; outside of it if it does not show. */
  leftOf(t: number): number {
    return ((t - this.#x[0]) / (this.#x[1] - this.#x[0])) * this.overlay.clientWidth;
  }

  rangeOf(axis: number): ValueRange | null {
    return this.#ranges.get(axis) ?? null;
  }

  get drawn(): readonly Float64Array[] {
    return this.#points.aligned;
  }

  destroy(): void {
    this.#chart?.destroy();
    this.#chart = null;
    this.overlay.remove();
  }

  #rangeAxes({ lines, y, isLogarithmic, x: [from, to] }: ChartInput): void {
    this.#ranges.clear();
    const times = this.#points.x;
    for (const axis of axesOf(lines)) {
      let [least, most] = [Infinity, -Infinity];
      lines.forEach((line, i) => {
        if (line.axis !== axis) return;
        const values = this.#points.y(i);
        for (let k = 0; k < values.length; k++) {
          const value = values[k];
          if (!Number.isFinite(value) || times[k] < from || times[k] > to || (isLogarithmic && value <= 0)) continue;
          if (value < least) least = value;
          if (value > most) most = value;
        }
      });
      const found = isLogarithmic ? powersRange(least, most) : roundedRange(least, most);
      const asked = y[axis] ?? null;
      this.#ranges.set(axis, asked !== null && !(isLogarithmic && asked[0] <= 0) ? asked : found);
    }
  }

  #build({ lines, labels, isLogarithmic, width, height, ink }: ChartInput, key: string): void {
    this.#chart?.destroy();
    const axes = axesOf(lines);
    const line = { stroke: ink.grid, width: 1 };
    const common = { stroke: ink.text, font: ink.font, labelFont: ink.font, border: { show: false } };
    this.#chart = new uPlot(
      {
        width,
        height,
        padding: [10, axes.length > 1 ? 4 : 14, 0, 4],
        legend: { show: false },
        cursor: { show: false },
        select: { show: false, left: 0, top: 0, width: 0, height: 0 },
        scales: {
          x: { time: false, auto: false, range: (_, least, most) => [least, most] },
          ...Object.fromEntries(
            axes.map((axis): [string, uPlot.Scale] => [
              scaleOf(axis),
              {
                distr: isLogarithmic ? 3 : 1,
                range: () => [...(this.#ranges.get(axis) ?? [isLogarithmic ? 0.1 : 0, 1])],
              },
            ]),
          ),
        },
        axes: [
          {
            ...common,
            ...ticksBy((least, most, size) => roundTicks([least, most], size / TICK_ROOM.x), tickTexts),
            scale: "x",
            size: 24,
            gap: 4,
            grid: line,
            ticks: { ...line, size: 4 },
          },
          ...axes.map((axis, place): uPlot.Axis => {
            const ticks = isLogarithmic ? powerTicks : roundTicks;
            return {
              ...common,
              ...ticksBy(
                (least, most, size) => ticks([least, most], size / TICK_ROOM.y),
                isLogarithmic ? powerTexts : tickTexts,
              ),
              scale: scaleOf(axis),
              side: place % 2 === 0 ? 3 : 1,
              size: (_, values) => widthOf(values ?? []),
              gap: 4,
              label: labels[axis] ?? "",
              labelSize: 15,
              labelGap: 0,
              grid: { ...line, show: place === 0 },
              ticks: { ...line, size: 4 },
            };
          }),
        ],
        series: [
          {},
          ...lines.map(({ axis, style, fill }): uPlot.Series => ({
            scale: scaleOf(axis),
            auto: false,
            stroke: style.colour,
            width: style.width,
            dash: [...style.dash],
            cap: "round",
            ...(fill === undefined ? {} : { fill }),
            paths: pathOf(fill !== undefined),
            points: { show: false },
          })),
        ],
      },
      [new Float64Array(0), ...lines.map(() => new Float64Array(0))],
      this.#host,
    );
    this.#chart.over.append(this.overlay);
    this.#built = key;
  }
}

export const axesOf = (lines: readonly { readonly axis: number }[]): number[] =>
  [...new Set(lines.map(({ axis }) => axis))].sort((a, b) => a - b);

const scaleOf = (axis: number): string => `y${axis}`;

/** Ticks of our own: those of uPlot end where ranges become very small or very large. */
function ticksBy(
  ticks: (least: number, most: number, size: number) => number[],
  texts: (ticks: readonly number[]) => string[],
): Pick<uPlot.Axis, "incrs" | "splits" | "filter" | "values"> {
  return {
    // uPlot draws no ticks at all unless it finds a distance that fits; this one always does and is not used.
    incrs: [1e300],
    splits: (chart, axis, least, most) => {
      const size = (axis === 0 ? chart.bbox.width : chart.bbox.height) / devicePixelRatio;
      return ticks(least, most, size);
    },
    filter: (_, splits) => splits,
    values: (_, splits) => texts(splits),
  };
}

/** Width of an axis, in coarse steps so that the chart does not jump while values grow. */
const widthOf = (values: readonly string[]): number =>
  12 + 14 * Math.ceil((6.6 * Math.max(3, ...values.map((text) => text.length))) / 14);

/** Straight lines with gaps at NaN; uPlot's own would draw across them. */
function pathOf(isFilled: boolean): uPlot.Series.PathBuilder {
  return (chart, index) => {
    const stroke = new Path2D();
    const fill = isFilled ? new Path2D() : null;
    const x = chart.data[0];
    const y = chart.data[index];
    const scale = chart.series[index].scale ?? "y0";
    const isLogarithmic = chart.scales[scale].distr === 3;
    const bottom = chart.bbox.top + chart.bbox.height;
    let previous = NaN;
    for (let i = 0; i < x.length; i++) {
      const value = y[i] ?? NaN;
      const left = chart.valToPos(x[i], "x", true);
      const isPoint = Number.isFinite(value) && !(isLogarithmic && value <= 0);
      if (isPoint) {
        const top = Math.max(-FURTHEST, Math.min(FURTHEST, chart.valToPos(value, scale, true)));
        if (Number.isNaN(previous)) {
          stroke.moveTo(left, top);
          fill?.moveTo(left, bottom);
        }
        // A lone point between gaps is a dot, because the line has round ends.
        stroke.lineTo(left, top);
        fill?.lineTo(left, top);
      } else if (!Number.isNaN(previous)) fill?.lineTo(previous, bottom);
      previous = isPoint ? left : NaN;
    }
    if (!Number.isNaN(previous)) fill?.lineTo(previous, bottom);
    return { stroke, fill, clip: null, band: null, flags: 1 };
  };
}
