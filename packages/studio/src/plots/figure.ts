import type { ChartInk, LineStyle } from "./chart-ink.js";
import type { TimeRange } from "./decimate.js";
import { axesOf } from "./line-chart.js";
import { powerTicks, roundTicks, type ValueRange } from "./ranges.js";
import { powerTexts, tickTexts } from "./tick-texts.js";

/** Where a figure is drawn: a canvas or an SVG. Lengths in pixels, from the top left. */
export interface Paper {
  readonly rect: (x: number, y: number, width: number, height: number, fill: string) => void;
  readonly line: (x1: number, y1: number, x2: number, y2: number, colour: string) => void;
  /** Runs of points (x, y, x, y, …), cut at a frame. */
  readonly path: (runs: readonly (readonly number[])[], style: LineStyle, frame: Frame) => void;
  readonly text: (x: number, y: number, text: string, look: TextLook) => void;
}

export interface TextLook {
  readonly colour: string;
  /** [px] */
  readonly size: number;
  readonly anchor: "start" | "middle" | "end";
  readonly isBold?: boolean;
  readonly isUpright?: boolean;
}

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Figure {
  readonly title: string;
  readonly x: TimeRange;
  readonly isLogarithmic: boolean;
  readonly lines: readonly {
    readonly name: string;
    readonly axis: number;
    readonly style: LineStyle;
    readonly x: Float64Array;
    readonly y: Float64Array;
  }[];
  /** Ranges and labels by number of the axis. */
  readonly ranges: readonly (ValueRange | null)[];
  readonly labels: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly ink: ChartInk;
}

const MARGIN = 16;
const TEXT = 12;
const LETTER = 0.57;
const LEGEND_LINE = 18;

export function drawFigure(paper: Paper, figure: Figure): void {
  const { width, height, ink, title, lines, isLogarithmic } = figure;
  paper.rect(0, 0, width, height, ink.surface);
  paper.text(MARGIN, 28, title, { colour: ink.text, size: 16, anchor: "start", isBold: true });
  const legend = legendOf(figure);
  const top = 48 + LEGEND_LINE * legend.rows;
  const bottom = height - 46;
  const scales = axesOf(lines).map((axis, place) => {
    const range = figure.ranges[axis] ?? [0, 1];
    const count = (bottom - top) / 44;
    const ticks = isLogarithmic ? powerTicks(range, count) : roundTicks(range, count);
    const texts = isLogarithmic ? powerTexts(ticks) : tickTexts(ticks);
    const room = 30 + LETTER * TEXT * Math.max(1, ...texts.map((text) => text.length));
    return { axis, range, ticks, texts, room, isLeft: place % 2 === 0 };
  });
  const roomOf = (isLeft: boolean): number =>
    scales.filter((scale) => scale.isLeft === isLeft).reduce((sum, { room }) => sum + room, 0);
  const left = MARGIN + roomOf(true);
  const frame: Frame = { left, top, width: width - left - MARGIN - roomOf(false), height: bottom - top };
  drawTimes(paper, figure, frame);
  let [outLeft, outRight] = [frame.left, frame.left + frame.width];
  scales.forEach(({ axis, range, ticks, texts, room, isLeft }, place) => {
    ticks.forEach((tick, i) => {
      const y = heightOf(tick, range, isLogarithmic, frame);
      if (place === 0) paper.line(frame.left, y, frame.left + frame.width, y, ink.grid);
      const x = isLeft ? outLeft - 6 : outRight + 6;
      paper.text(x, y + 4, texts[i], { colour: ink.text, size: TEXT, anchor: isLeft ? "end" : "start" });
    });
    const x = isLeft ? outLeft - room + 14 : outRight + room - 4;
    const middle = frame.top + frame.height / 2;
    paper.text(x, middle, figure.labels[axis] ?? "", {
      colour: ink.text,
      size: TEXT,
      anchor: "middle",
      isUpright: true,
    });
    if (isLeft) outLeft -= room;
    else outRight += room;
  });
  for (const line of lines)
    paper.path(runsOf(figure, line, frame), { ...line.style, width: Math.max(1.5, line.style.width) }, frame);
  drawFrame(paper, frame, ink.grid);
  for (const { x, y, name, style } of legend.entries) {
    paper.path([[x, y - 4, x + 18, y - 4]], { ...style, width: 2.5 }, { left: 0, top: 0, width, height });
    paper.text(x + 24, y, name, { colour: ink.text, size: TEXT, anchor: "start" });
  }
}

function legendOf({ lines, width }: Figure): {
  readonly rows: number;
  readonly entries: readonly { x: number; y: number; name: string; style: LineStyle }[];
} {
  let [x, row] = [MARGIN, 0];
  const entries = lines.map(({ name, style }) => {
    const needed = 24 + LETTER * TEXT * name.length + 18;
    if (x > MARGIN && x + needed > width - MARGIN) [x, row] = [MARGIN, row + 1];
    const entry = { x, y: 52 + row * LEGEND_LINE, name, style };
    x += needed;
    return entry;
  });
  return { rows: row + 1, entries };
}

function drawTimes(paper: Paper, { x: [from, to], ink }: Figure, frame: Frame): void {
  const ticks = roundTicks([from, to], frame.width / 90);
  const bottom = frame.top + frame.height;
  tickTexts(ticks).forEach((text, i) => {
    const x = frame.left + ((ticks[i] - from) / (to - from)) * frame.width;
    paper.line(x, frame.top, x, bottom + 4, ink.grid);
    paper.text(x, bottom + 18, text, { colour: ink.text, size: TEXT, anchor: "middle" });
  });
  const label = { colour: ink.text, size: TEXT, anchor: "middle" } as const;
  paper.text(frame.left + frame.width / 2, bottom + 36, "time [s]", label);
}

function drawFrame(paper: Paper, { left, top, width, height }: Frame, colour: string): void {
  paper.line(left, top, left + width, top, colour);
  paper.line(left, top + height, left + width, top + height, colour);
  paper.line(left, top, left, top + height, colour);
  paper.line(left + width, top, left + width, top + height, colour);
}

function heightOf(value: number, [least, most]: ValueRange, isLogarithmic: boolean, frame: Frame): number {
  const part = isLogarithmic
    ? (Math.log10(value) - Math.log10(least)) / (Math.log10(most) - Math.log10(least))
    : (value - least) / (most - least);
  return frame.top + frame.height * (1 - part);
}

/** The points of a line on paper; a new run begins after every gap. */
function runsOf(figure: Figure, line: Figure["lines"][number], frame: Frame): number[][] {
  const { x: span, ranges, isLogarithmic } = figure;
  const range = ranges[line.axis] ?? [0, 1];
  const runs: number[][] = [];
  let run: number[] | null = null;
  line.y.forEach((value, i) => {
    if (!Number.isFinite(value) || (isLogarithmic && value <= 0)) {
      run = null;
      return;
    }
    if (run === null) runs.push((run = []));
    const x = frame.left + ((line.x[i] - span[0]) / (span[1] - span[0])) * frame.width;
    run.push(x, Math.max(-30_000, Math.min(30_000, heightOf(value, range, isLogarithmic, frame))));
  });
  return runs;
}
