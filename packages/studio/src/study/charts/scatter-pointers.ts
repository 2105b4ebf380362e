import {
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
} from "react";
import type { NumberColumn } from "../../api/columns.js";
import { withFilter, type FilterMask } from "../data/filter-mask.js";
import { replayRow } from "../data/replay-actions.js";
import { hoverRow, setFilters } from "../data/study-actions.js";
import { useStudy } from "../data/study-store.js";
import { nearestDot, type DotPlaces } from "./dots.js";
import type { ScatterTool } from "./scatter-bar.js";
import type { Brush } from "./scatter-overlay.js";
import { panned, zoomed, type Frame, type View } from "./scatter-scale.js";
import { useOncePerFrame } from "./use-charts.js";

/** Motion below which a press counts as a click [px]. */
const CLICK = 4;
/** Distance within which a pointer hits a dot [px]. */
const NEAR = 14;

interface PointerContext {
  readonly mask: FilterMask;
  readonly x: NumberColumn;
  readonly y: NumberColumn;
  readonly view: View;
  readonly frame: Frame;
  readonly places: DotPlaces;
  readonly tool: ScatterTool;
  readonly onView: (view: View) => void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Drag extends Point {
  readonly kind: ScatterTool;
  readonly view: View;
  isMoved: boolean;
}

/** Pointers on the plot: hover and click dots, drag a brush that filters, or pan. */
export function useScatterPointers(context: PointerContext) {
  const { view, frame, tool, onView } = context;
  const [brush, setBrush] = useState<Brush | null>(null);
  const drag = useRef<Drag | null>(null);
  const filterBy = (drawn: Brush): void => filterByBrush(context, drawn);
  const follow = useOncePerFrame(filterBy);
  const at = (event: PointerEvent): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left - frame.left, y: event.clientY - top - frame.top };
  };
  const handlers = {
    onPointerDown: (event: PointerEvent): void => {
      if (event.button > 1) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const isPan = tool === "pan" || event.button === 1 || event.altKey;
      drag.current = { kind: isPan ? "pan" : "brush", ...at(event), view, isMoved: false };
    },
    onPointerMove: (event: PointerEvent): void => {
      const point = at(event);
      const { current } = drag;
      if (!current) {
        hoverRow(dotAt(context, point));
        return;
      }
      if (!current.isMoved && Math.hypot(point.x - current.x, point.y - current.y) < CLICK) return;
      current.isMoved = true;
      if (current.kind === "pan")
        onView(panned(current.view, (point.x - current.x) / frame.width, (point.y - current.y) / frame.height));
      else {
        const drawn = brushBetween(current, point, frame);
        setBrush(drawn);
        follow(drawn);
      }
    },
    onPointerUp: (event: PointerEvent): void => {
      const { current } = drag;
      drag.current = null;
      if (brush) filterBy(brush);
      setBrush(null);
      if (!current || current.isMoved || event.button !== 0) return;
      const row = dotAt(context, at(event));
      if (row >= 0) replayRow(row, event.shiftKey || event.ctrlKey || event.metaKey);
    },
    onPointerCancel: (): void => {
      drag.current = null;
      setBrush(null);
    },
    onPointerLeave: (): void => hoverRow(-1),
  };
  return { brush, handlers };
}

/** Zooms with the wheel. React's own listeners are passive, so they could not keep the page from scrolling. */
export function useWheelZoom(
  box: RefObject<HTMLElement | null>,
  frame: Frame,
  whole: View,
  setZoom: Dispatch<SetStateAction<View | null>>,
): void {
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = current.getBoundingClientRect();
      const u = limited((event.clientX - left - frame.left) / frame.width, 1);
      const v = limited((event.clientY - top - frame.top) / frame.height, 1);
      setZoom((before) => zoomed(before ?? whole, Math.exp(event.deltaY * 0.0015), u, v));
    };
    current.addEventListener("wheel", onWheel, { passive: false });
    return () => current.removeEventListener("wheel", onWheel);
  }, [box, frame, whole, setZoom]);
}

/** The dot under a pointer, preferably one that passes the filters; -1 if none is near. */
function dotAt({ places, frame, mask }: PointerContext, point: Point): number {
  const isInside = (row: number): boolean =>
    places.x[row] >= 0 && places.x[row] <= frame.width && places.y[row] >= 0 && places.y[row] <= frame.height;
  const found = nearestDot(places, (row) => mask.failing[row] === 0 && isInside(row), point, NEAR);
  return found >= 0 ? found : nearestDot(places, isInside, point, NEAR / 2);
}

const brushBetween = (from: Point, to: Point, { width, height }: Frame): Brush => ({
  x0: limited(from.x, width),
  y0: limited(from.y, height),
  x1: limited(to.x, width),
  y1: limited(to.y, height),
});

function filterByBrush({ view, frame, x, y }: PointerContext, { x0, y0, x1, y1 }: Brush): void {
  const toX = (px: number): number => view.x0 + (px / frame.width) * (view.x1 - view.x0);
  const toY = (py: number): number => view.y1 - (py / frame.height) * (view.y1 - view.y0);
  const { filters } = useStudy.getState();
  const across = { kind: "range", column: x.name, low: toX(Math.min(x0, x1)), high: toX(Math.max(x0, x1)) } as const;
  const upward = { kind: "range", column: y.name, low: toY(Math.max(y0, y1)), high: toY(Math.min(y0, y1)) } as const;
  setFilters(withFilter(withFilter(filters, x.name, across), y.name, upward));
}

const limited = (value: number, most: number): number => Math.min(most, Math.max(0, value));
