import { Crosshair } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState, type PointerEvent } from "react";
import type { NumberColumn } from "../../api/columns.js";
import { EmptyState } from "../../ui/index.js";
import { classColours } from "./chart-colours.js";
import { savePicture } from "./chart-export.js";
import { classesOf } from "../data/column-facts.js";
import { nearestDot } from "./dots.js";
import { withFilter, type FilterMask } from "../data/filter-mask.js";
import { Legend } from "./legend.js";
import { canvasPen } from "./pen.js";
import { replayRow } from "../data/replay-actions.js";
import { drawAxes, scatterImage, type ScatterPicture } from "./scatter-draw.js";
import { scatterPng, scatterSvg } from "./scatter-export.js";
import { frameOf, panned, placesOf, wholeView, zoomed, type View } from "./scatter-scale.js";
import { ScatterBar } from "./scatter-bar.js";
import { ScatterOverlay, type Brush } from "./scatter-overlay.js";
import "./scatter-plot.css";
import { hoverRow, setFilters } from "../data/study-actions.js";
import { useStudy } from "../data/study-store.js";
import { columnNamed, isNumeric, titleOf, type StudyTable } from "../data/study-table.js";
import { useCanvas, useColours, useOncePerFrame, useSize } from "./use-charts.js";

/** Two columns against each other, a dot a sample. */
export function ScatterPlot() {
  const table = useStudy((state) => state.table);
  const mask = useStudy((state) => state.mask);
  const axes = useStudy((state) => state.axes);
  if (!table || !mask) return null;
  const x = columnNamed(table, axes.x);
  const y = columnNamed(table, axes.y);
  if (!x || !y || !isNumeric(x) || !isNumeric(y))
    return (
      <EmptyState
        icon={<Crosshair />}
        title="Nothing to plot yet"
        text="The study has no two columns of numbers so far."
      />
    );
  return <Scatter key={`${x.name} ${y.name}`} table={table} mask={mask} x={x} y={y} />;
}

interface ScatterProps {
  readonly table: StudyTable;
  readonly mask: FilterMask;
  readonly x: NumberColumn;
  readonly y: NumberColumn;
}

/** Pixels that a pointer may move and still have clicked. */
const CLICK = 4;
/** Pixels within which a dot is meant. */
const NEAR = 14;

interface Drag {
  readonly kind: "brush" | "pan";
  readonly x: number;
  readonly y: number;
  readonly view: View;
  isMoved: boolean;
}

function Scatter({ table, mask, x, y }: ScatterProps) {
  const colourBy = useStudy((state) => state.colourBy);
  const colours = useColours();
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const whole = useMemo(() => wholeView(x, y), [x, y]);
  const [zoom, setZoom] = useState<View | null>(null);
  const [tool, setTool] = useState<"brush" | "pan">("brush");
  const [brush, setBrush] = useState<Brush | null>(null);
  const drag = useRef<Drag | null>(null);
  const view = zoom ?? whole;
  const frame = useMemo(() => frameOf(size.width, size.height), [size]);
  const column = columnNamed(table, colourBy);
  const classes = useMemo(() => classesOf(column ?? x), [column, x]);
  const palette = useMemo(() => classColours(colours, classes.labels), [colours, classes]);
  const places = useMemo(() => placesOf(x, y, view, frame, 1), [x, y, view, frame]);
  const picture = useMemo(
    (): ScatterPicture => ({
      frame,
      view,
      mask,
      codes: classes.codes,
      palette,
      colours,
      xTitle: titleOf(x),
      yTitle: titleOf(y),
    }),
    [frame, view, mask, classes, palette, colours, x, y],
  );
  const draw = useCallback(
    (context: CanvasRenderingContext2D, scale: number) => {
      const image = scatterImage(picture, scale === 1 ? places : placesOf(x, y, view, frame, scale), scale);
      context.putImageData(image, Math.round(frame.left * scale), Math.round(frame.top * scale));
      drawAxes(canvasPen(context), picture);
    },
    [picture, places, x, y, view, frame],
  );
  const canvas = useCanvas(size, draw, true);

  // The page must not scroll while the plot is zoomed, which React's own listeners cannot keep it from.
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = current.getBoundingClientRect();
      const [u, v] = [
        (event.clientX - left - frame.left) / frame.width,
        (event.clientY - top - frame.top) / frame.height,
      ];
      setZoom((before) => zoomed(before ?? whole, Math.exp(event.deltaY * 0.0015), clamp(u), clamp(v)));
    };
    current.addEventListener("wheel", onWheel, { passive: false });
    return () => current.removeEventListener("wheel", onWheel);
  }, [frame, whole]);

  const at = (event: PointerEvent): { x: number; y: number } => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left - frame.left, y: event.clientY - top - frame.top };
  };
  const dotAt = (event: PointerEvent): number => {
    const point = at(event);
    const isInside = (row: number): boolean =>
      places.x[row] >= 0 && places.x[row] <= frame.width && places.y[row] >= 0 && places.y[row] <= frame.height;
    const found = nearestDot(places, (row) => mask.failing[row] === 0 && isInside(row), point, NEAR);
    return found >= 0 ? found : nearestDot(places, isInside, point, NEAR / 2);
  };
  const filterBy = ({ x0, y0, x1, y1 }: Brush): void => {
    const toX = (px: number): number => view.x0 + (px / frame.width) * (view.x1 - view.x0);
    const toY = (py: number): number => view.y1 - (py / frame.height) * (view.y1 - view.y0);
    const { filters } = useStudy.getState();
    const across = { kind: "range", column: x.name, low: toX(Math.min(x0, x1)), high: toX(Math.max(x0, x1)) } as const;
    const upward = { kind: "range", column: y.name, low: toY(Math.max(y0, y1)), high: toY(Math.min(y0, y1)) } as const;
    setFilters(withFilter(withFilter(filters, x.name, across), y.name, upward));
  };
  const follow = useOncePerFrame(filterBy);
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button > 1) return;
    const point = at(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    const isPan = tool === "pan" || event.button === 1 || event.altKey;
    drag.current = { kind: isPan ? "pan" : "brush", ...point, view, isMoved: false };
  };
  const onPointerMove = (event: PointerEvent): void => {
    const point = at(event);
    const { current } = drag;
    if (!current) {
      hoverRow(dotAt(event));
      return;
    }
    if (!current.isMoved && Math.hypot(point.x - current.x, point.y - current.y) < CLICK) return;
    current.isMoved = true;
    if (current.kind === "pan")
      setZoom(panned(current.view, (point.x - current.x) / frame.width, (point.y - current.y) / frame.height));
    else {
      const limit = (value: number, most: number): number => Math.min(most, Math.max(0, value));
      const drawn = {
        x0: limit(current.x, frame.width),
        y0: limit(current.y, frame.height),
        x1: limit(point.x, frame.width),
        y1: limit(point.y, frame.height),
      };
      setBrush(drawn);
      follow(drawn);
    }
  };
  const onPointerUp = (event: PointerEvent): void => {
    const { current } = drag;
    drag.current = null;
    if (brush) filterBy(brush);
    setBrush(null);
    if (!current || current.isMoved || event.button !== 0) return;
    const row = dotAt(event);
    if (row >= 0) replayRow(row, event.shiftKey || event.ctrlKey || event.metaKey);
  };
  const saved = useRef({ picture, x, y, labels: classes.labels });
  useEffect(() => {
    saved.current = { picture, x, y, labels: classes.labels };
  });
  const save = useCallback((format: "png" | "svg"): void => {
    const given = saved.current;
    const name = `${given.y.name} over ${given.x.name}`;
    void savePicture(name, format, () => (format === "png" ? scatterPng(given) : scatterSvg(given)));
  }, []);
  const setZoomBy = useCallback(
    (factor: number | null): void =>
      setZoom((before) => (factor === null ? null : zoomed(before ?? whole, factor, 0.5, 0.5))),
    [whole],
  );
  return (
    <section className="scatter" aria-label="Scatter plot" data-testid="scatter">
      <ScatterBar
        table={table}
        x={x.name}
        y={y.name}
        tool={tool}
        isWhole={zoom === null}
        onTool={setTool}
        onZoom={setZoomBy}
        onSave={save}
      />
      <div
        ref={box}
        className={`scatter-box scatter-${tool}`}
        data-testid="scatter-box"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          drag.current = null;
          setBrush(null);
        }}
        onPointerLeave={() => hoverRow(-1)}
        onDoubleClick={() => setZoom(null)}
      >
        <canvas
          ref={canvas}
          className="scatter-canvas"
          role="img"
          aria-label={`${titleOf(y)} over ${titleOf(x)}: ${mask.passing} of ${table.rows} samples pass the filters. The table of samples lists them.`}
        />
        <ScatterOverlay
          table={table}
          x={x}
          y={y}
          places={places}
          frame={frame}
          size={size}
          colours={colours}
          brush={brush}
        />
      </div>
      <Legend />
    </section>
  );
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));
