import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import "uplot/dist/uPlot.min.css";
import "./chart-view.css";
import type { ChartInk, LineStyle } from "./chart-ink.js";
import { CursorLines, type MarkedTimes } from "./cursor-lines.js";
import type { TimeRange } from "./decimate.js";
import { axesOf, LineChart } from "./line-chart.js";
import { Pace } from "./pace.js";
import type { PlotSource } from "./plot-source.js";
import type { PlotTool } from "./plot-view.js";
import { watchPointers, type AxisRanges } from "./pointer-tools.js";
import { partOf, shownRange } from "./ranges.js";

export interface LineSpec {
  readonly name: string;
  readonly axis: number;
  readonly style: LineStyle;
  readonly fill?: string;
}

export interface ChartViewProps {
  /** Said to those who cannot see it. */
  readonly label: string;
  readonly source: PlotSource;
  readonly lines: readonly LineSpec[];
  readonly axisLabels: readonly string[];
  readonly isLogarithmic: boolean;
  readonly ink: ChartInk;
  /** Asked for on every frame, so that following a time costs no rendering of the page. */
  readonly range: () => TimeRange | null;
  readonly times: () => MarkedTimes;
  readonly tool: () => PlotTool;
  readonly onRange: (range: TimeRange | null) => void;
  readonly yRanges: AxisRanges;
  readonly onYRanges: (ranges: AxisRanges) => void;
  readonly onHover: (t: number | null) => void;
  readonly onPick: (t: number) => void;
  readonly onMark?: (a: number, b: number) => void;
  /** The values at a time in words, for those who cannot see the lines. */
  readonly describe: (t: number) => string;
  readonly chart?: RefObject<LineChart | null>;
}

/** Interval of announcements to screen readers [ms]. */
const SPOKEN_EVERY = 250;

export function ChartView(props: ChartViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const element = host.current;
    return element === null ? undefined : runChart(element, latest);
  }, []);
  const { label } = props;
  return (
    <div
      ref={host}
      className="chart-view"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      // Kept up by the frames from here on, without rendering.
      aria-valuenow={0}
      onKeyDown={(event) => pressed(event, props)}
    />
  );
}

/** Keeps a chart in an element and draws it whenever something has changed; returns how to end. */
function runChart(element: HTMLDivElement, latest: RefObject<ChartViewProps>): () => void {
  const chart = new LineChart(element);
  const cursors = new CursorLines(chart.overlay);
  if (latest.current.chart) latest.current.chart.current = chart;
  const x = (): TimeRange => shownRange(latest.current.range(), latest.current.source.t);
  const shownY = (): AxisRanges => {
    const ranges: AxisRanges[number][] = [];
    for (const axis of axesOf(latest.current.lines)) ranges[axis] = chart.rangeOf(axis);
    return Array.from(ranges, (range) => range ?? null);
  };
  const stop = watchPointers(chart, {
    tool: () => latest.current.tool(),
    isLogarithmic: () => latest.current.isLogarithmic,
    x,
    showX: (range) => latest.current.onRange(range),
    y: shownY,
    askedY: () => latest.current.yRanges,
    showY: (ranges) => latest.current.onYRanges(ranges),
    showAll: () => {
      latest.current.onRange(null);
      latest.current.onYRanges([]);
    },
    hover: (t) => latest.current.onHover(t),
    pick: (t) => latest.current.onPick(t),
    marks: () => {
      const { a, b } = latest.current.times();
      return a === null || b === null ? null : { a, b };
    },
    mark: (a, b) => latest.current.onMark?.(a, b),
  });
  let size = { width: element.clientWidth, height: element.clientHeight };
  const observer = new ResizeObserver(() => {
    size = { width: element.clientWidth, height: element.clientHeight };
  });
  observer.observe(element);
  const pace = new Pace();
  let drawn: readonly unknown[] = [];
  let drawnVersion = NaN;
  let placed: readonly unknown[] = [];
  let spoken = -Infinity;
  let frame = requestAnimationFrame(function draw(now) {
    frame = requestAnimationFrame(draw);
    pace.frame(now);
    const { source, lines, axisLabels, isLogarithmic, ink, yRanges, times, range: asked } = latest.current;
    const range = x();
    const picture = [source, lines, axisLabels, isLogarithmic, ink, yRanges, asked(), size];
    const hasGrown = source.version !== drawnVersion;
    const isNew = !same(picture, drawn) || (hasGrown && pace.allows(now));
    if (isNew) {
      drawn = picture;
      drawnVersion = source.version;
      chart.draw({
        t: source.t,
        lines: lines.map((line) => ({ ...line, column: source.column(line.name) })),
        x: range,
        y: yRanges,
        labels: axisLabels,
        isLogarithmic,
        ink,
        ...size,
      });
    }
    const marked = times();
    const marks = [marked.cursor, marked.hover, marked.a, marked.b, chart.overlay.clientWidth];
    if (!isNew && same(marks, placed)) return;
    placed = marks;
    cursors.place(chart, marked);
    if (now - spoken < SPOKEN_EVERY) return;
    spoken = now;
    speak(element, latest.current, marked.hover ?? marked.cursor ?? range[0]);
  });
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    stop();
    chart.destroy();
  };
}

/** Announces the time and its values to screen readers. */
function speak(element: HTMLElement, { source, describe }: ChartViewProps, t: number): void {
  const [first, last] = shownRange(null, source.t);
  element.setAttribute("aria-valuemin", String(first));
  element.setAttribute("aria-valuemax", String(last));
  element.setAttribute("aria-valuenow", String(Math.min(last, Math.max(first, t))));
  element.setAttribute("aria-valuetext", describe(t));
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, i) => Object.is(each, b[i]));

function pressed(event: KeyboardEvent, props: ChartViewProps): void {
  const { source, times, range, onPick, onRange, onYRanges, onMark } = props;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = event.shiftKey ? 10 : 1;
  const { t } = source;
  const pick = (row: number): void => {
    if (t.length > 0) onPick(t[Math.min(t.length - 1, Math.max(0, row))]);
  };
  const shown = shownRange(range(), t);
  const cursor = times().cursor ?? shown[0];
  const about = Math.min(1, Math.max(0, (cursor - shown[0]) / (shown[1] - shown[0])));
  const zoom = (factor: number): void => onRange(partOf(shown, about * (1 - factor), about + (1 - about) * factor));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => pick(source.rowAt(cursor) - rows),
    ArrowRight: () => pick(source.rowAt(cursor) + rows),
    Home: () => pick(0),
    End: () => pick(t.length - 1),
    PageUp: () => onRange(partOf(shown, -0.5, 0.5)),
    PageDown: () => onRange(partOf(shown, 0.5, 1.5)),
    "+": () => zoom(0.5),
    "=": () => zoom(0.5),
    "-": () => zoom(2),
    a: () => onMark?.(cursor, times().b ?? cursor),
    b: () => onMark?.(times().a ?? cursor, cursor),
    "0": () => {
      onRange(null);
      onYRanges([]);
    },
  };
  const action = keys[event.key];
  if (action === undefined) return;
  // The same keys step the run everywhere else on the page.
  event.preventDefault();
  event.stopPropagation();
  action();
}
