import { useCallback, useMemo, useRef, useState, type PointerEvent } from "react";
import type { NumberColumn } from "../../api/columns.js";
import { shortNumber } from "../../ui/behaviour/number-text.js";
import { classesOf, extentOf } from "../data/column-facts.js";
import { bitsWithout, maskOf, type FilterMask } from "../data/filter-mask.js";
import { histogramOf } from "../data/histogram.js";
import { setFilter } from "../data/study-actions.js";
import { useStudy } from "../data/study-store.js";
import { columnNamed, placeOfRow, titleOf, type StudyTable } from "../data/study-table.js";
import { classColours } from "./chart-colours.js";
import { AXIS, drawHistogram, valueAt, xOf, type HistogramPicture, type HistogramStyle } from "./histogram-draw.js";
import { canvasPen } from "./pen.js";
import { useCanvas, useColours, useOncePerFrame, useSize } from "./use-charts.js";

interface HistogramProps {
  readonly table: StudyTable;
  readonly column: NumberColumn;
  readonly style: HistogramStyle;
}

/** Pixels from an edge of a filter within which it is taken hold of. */
const GRIP = 6;

/** The distribution of a column of numbers; dragging across it filters, a click takes the filter away. */
export function HistogramPlot({ table, column, style }: HistogramProps) {
  const mask = useStudy((state) => state.mask) ?? maskOf(table, []);
  const colourBy = useStudy((state) => state.colourBy);
  const filter = useStudy((state) => state.filters.find((each) => each.column === column.name));
  const hovered = useStudy((state) => state.hovered);
  const replays = useStudy((state) => state.replays);
  const colours = useColours();
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const picture = usePicture(table, mask, column, style, colourBy, size);
  const [drag, setDrag] = useState<{ from: number; isMoved: boolean } | null>(null);
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => drawHistogram(canvasPen(context), picture),
    [picture],
  );
  const canvas = useCanvas(size, draw);
  const drawAbove = useCallback(
    (context: CanvasRenderingContext2D) => {
      const pen = canvasPen(context);
      const floor = picture.height - AXIS;
      const mark = (place: number, colour: string): void => {
        const x = xOf(picture, column.values[place]);
        if (x === x) pen.line([x, 2, x, floor], colour, 2);
      };
      if (filter?.kind === "range") {
        const [left, right] = [xOf(picture, filter.low), xOf(picture, filter.high)].map((x) =>
          Math.min(picture.width, Math.max(0, x)),
        );
        pen.rectangle(left, 0, right - left, floor, colours.accent, 0.12);
        for (const x of [left, right]) pen.line([x, 0, x, floor], colours.accent, 1.5);
      }
      for (const { row, colour } of replays) mark(placeOfRow(table, row), colours.series[colour]);
      if (hovered >= 0) mark(hovered, colours.text);
    },
    [picture, filter, hovered, replays, table, column, colours],
  );
  const above = useCanvas(size, drawAbove);

  const at = (event: PointerEvent): number => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const follow = useOncePerFrame(({ from, to }: { from: number; to: number }) => {
    const limit = (x: number): number => Math.min(size.width, Math.max(0, x));
    const [a, b] = [valueAt(picture, limit(from)), valueAt(picture, limit(to))];
    setFilter(column.name, { kind: "range", column: column.name, low: Math.min(a, b), high: Math.max(a, b) });
  });
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const x = at(event);
    // An edge that is taken hold of moves; the other one stays.
    const edges = filter?.kind === "range" ? [xOf(picture, filter.low), xOf(picture, filter.high)] : [];
    const held = edges.findIndex((edge) => Math.abs(edge - x) <= GRIP);
    setDrag({ from: held >= 0 ? edges[1 - held] : x, isMoved: held >= 0 });
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!drag) return;
    const x = at(event);
    if (!drag.isMoved && Math.abs(x - drag.from) < 4) return;
    if (!drag.isMoved) setDrag({ ...drag, isMoved: true });
    follow({ from: drag.from, to: x });
  };
  const onPointerUp = (): void => {
    if (drag && !drag.isMoved && filter) setFilter(column.name, null);
    setDrag(null);
  };
  const { low, high, count } = extentOf(column);
  return (
    <div
      ref={box}
      className="distribution-box"
      data-testid={`histogram-${column.name}`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDrag(null)}
    >
      <canvas
        ref={canvas}
        className="distribution-canvas"
        role="img"
        aria-label={`Distribution of ${titleOf(column)}: ${count} values from ${shortNumber(low)} to ${shortNumber(high)}`}
      />
      <canvas ref={above} className="distribution-canvas distribution-above" aria-hidden />
    </div>
  );
}

/** Counted again when filters or classes change. */
function usePicture(
  table: StudyTable,
  mask: FilterMask,
  column: NumberColumn,
  style: HistogramStyle,
  colourBy: string | null,
  { width, height }: { readonly width: number; readonly height: number },
): HistogramPicture {
  const colours = useColours();
  return useMemo(() => {
    const classes = classesOf(columnNamed(table, colourBy) ?? column);
    const palette = classColours(colours, classes.labels);
    const histogram = histogramOf(column, extentOf(column), classes, mask, bitsWithout(mask, column.name));
    return { histogram, palette, colours, style, width, height };
  }, [table, mask, column, style, colourBy, colours, width, height]);
}
