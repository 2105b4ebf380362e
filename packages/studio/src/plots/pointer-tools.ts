import type { TimeRange } from "./decimate.js";
import type { LineChart } from "./line-chart.js";
import type { PlotTool } from "./plot-view.js";
import { between, partOf, type ValueRange } from "./ranges.js";

/** Ranges of vertical axes by number; null where the lines decide. */
export type AxisRanges = readonly (ValueRange | null)[];

/** What pointers on a chart can ask and do. */
export interface PointerTarget {
  readonly tool: () => PlotTool;
  readonly isLogarithmic: () => boolean;
  readonly x: () => TimeRange;
  readonly showX: (range: TimeRange) => void;
  /** What the axes show now, and which of it was asked for. */
  readonly y: () => AxisRanges;
  readonly askedY: () => AxisRanges;
  readonly showY: (ranges: AxisRanges) => void;
  readonly showAll: () => void;
  readonly hover: (t: number | null) => void;
  /** A click: that time is wanted. */
  readonly pick: (t: number) => void;
  readonly marks: () => { readonly a: number; readonly b: number } | null;
  readonly mark: (a: number, b: number) => void;
}

/** Below this a drag was a click [px]. */
const CLICK = 4;
/** A cursor of the measurement is taken hold of from this near [px]. */
const NEAR = 7;
/** Part of the range that one notch of a wheel takes away, in some 100 px of scrolling. */
const WHEEL = 0.0015;

interface Gesture {
  readonly kind: "zoom-x" | "zoom-y" | "pan" | "mark-a" | "mark-b" | "mark";
  readonly left: number;
  readonly top: number;
  readonly x: TimeRange;
  readonly y: AxisRanges;
  hasMoved: boolean;
}

/**
 * Lets pointers work on a chart: drag to zoom, with shift in height, with alt or the middle button to pan, or what the
 * tool says; the wheel zooms, with shift it pans, with alt it zooms in height; a double click shows everything.
 * Returns how to stop.
 */
export function watchPointers(chart: LineChart, target: PointerTarget): () => void {
  const { overlay } = chart;
  const box = document.createElement("div");
  box.className = "diagram-select";
  box.hidden = true;
  overlay.append(box);
  let gesture: Gesture | null = null;

  const placeOf = (event: MouseEvent): { left: number; top: number } => {
    const { left, top } = overlay.getBoundingClientRect();
    return { left: event.clientX - left, top: event.clientY - top };
  };
  const size = (): { width: number; height: number } => ({
    width: Math.max(1, overlay.clientWidth),
    height: Math.max(1, overlay.clientHeight),
  });
  const partsOfY = (ranges: AxisRanges, from: number, to: number): AxisRanges =>
    ranges.map((range) => (range === null ? null : partOf(range, from, to, target.isLogarithmic())));

  const kindOf = (event: PointerEvent, left: number): Gesture["kind"] => {
    if (event.button === 1 || event.altKey) return "pan";
    if (event.shiftKey) return "zoom-y";
    const tool = target.tool();
    if (tool === "pan") return "pan";
    if (tool === "zoom") return "zoom-x";
    const marks = target.marks();
    if (marks !== null && Math.abs(chart.leftOf(marks.a) - left) < NEAR) return "mark-a";
    return marks !== null && Math.abs(chart.leftOf(marks.b) - left) < NEAR ? "mark-b" : "mark";
  };

  const down = (event: PointerEvent): void => {
    if (event.button > 1) return;
    // The middle button would scroll by itself.
    if (event.button === 1) event.preventDefault();
    const place = placeOf(event);
    overlay.setPointerCapture(event.pointerId);
    gesture = {
      kind: kindOf(event, place.left),
      ...place,
      x: target.x(),
      y: target.askedY(),
      hasMoved: false,
    };
  };

  const move = (event: PointerEvent): void => {
    const place = placeOf(event);
    const { width, height } = size();
    target.hover(chart.timeAt(Math.min(width, Math.max(0, place.left))));
    if (gesture === null) return;
    if (Math.hypot(place.left - gesture.left, place.top - gesture.top) >= CLICK) gesture.hasMoved = true;
    if (gesture.hasMoved) drag(gesture, place, width, height);
  };

  const drag = (
    { kind, left, top, x, y }: Gesture,
    place: { left: number; top: number },
    width: number,
    height: number,
  ): void => {
    const t = chart.timeAt(Math.min(width, Math.max(0, place.left)));
    const marks = target.marks();
    switch (kind) {
      case "pan": {
        const [across, up] = [(left - place.left) / width, (place.top - top) / height];
        target.showX(partOf(x, across, 1 + across));
        if (y.some((range) => range !== null)) target.showY(partsOfY(y, up, 1 + up));
        break;
      }
      case "mark":
        target.mark(chart.timeAt(left), t);
        break;
      case "mark-a":
        target.mark(t, marks?.b ?? t);
        break;
      case "mark-b":
        target.mark(marks?.a ?? t, t);
        break;
      default:
        showBox(kind === "zoom-x", left, top, place, width, height);
    }
  };

  const showBox = (
    isAcross: boolean,
    left: number,
    top: number,
    place: { left: number; top: number },
    width: number,
    height: number,
  ): void => {
    box.hidden = false;
    const [a, b] = isAcross ? [left, place.left] : [top, place.top];
    const most = isAcross ? width : height;
    const [from, to] = [Math.max(0, Math.min(a, b)), Math.min(most, Math.max(a, b))];
    Object.assign(
      box.style,
      isAcross
        ? { left: `${from}px`, width: `${to - from}px`, top: "0", height: "100%" }
        : { top: `${from}px`, height: `${to - from}px`, left: "0", width: "100%" },
    );
  };

  const up = (event: PointerEvent): void => {
    const ended = gesture;
    gesture = null;
    box.hidden = true;
    if (ended === null) return;
    const place = placeOf(event);
    const { width, height } = size();
    const [across, high] = [Math.min(width, Math.max(0, place.left)), Math.min(height, Math.max(0, place.top))];
    if (!ended.hasMoved) {
      if (event.button === 0) target.pick(chart.timeAt(across));
    } else if (ended.kind === "zoom-x") {
      const range = between(chart.timeAt(ended.left), chart.timeAt(across));
      if (range !== null) target.showX(range);
    } else if (ended.kind === "zoom-y") {
      const [bottom, top] = [Math.max(ended.top, high), Math.min(ended.top, high)];
      if (bottom - top >= CLICK) target.showY(partsOfY(target.y(), 1 - bottom / height, 1 - top / height));
    }
  };

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const place = placeOf(event);
    const { width, height } = size();
    const perNotch = event.deltaMode === 1 ? 33 : 1;
    const isAcross = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const scrolled = perNotch * (isAcross ? event.deltaX || event.deltaY : event.deltaY);
    const factor = Math.exp(Math.max(-3, Math.min(3, scrolled * WHEEL)));
    const zoom = (about: number): [number, number] => [about * (1 - factor), about + (1 - about) * factor];
    if (isAcross) target.showX(partOf(target.x(), scrolled / width, 1 + scrolled / width));
    else if (event.altKey) target.showY(partsOfY(target.y(), ...zoom(1 - place.top / height)));
    else target.showX(partOf(target.x(), ...zoom(place.left / width)));
  };

  const leave = (): void => target.hover(null);
  const cancel = (): void => {
    gesture = null;
    box.hidden = true;
    target.hover(null);
  };
  const all = (): void => target.showAll();
  overlay.addEventListener("pointerdown", down);
  overlay.addEventListener("pointermove", move);
  overlay.addEventListener("pointerup", up);
  overlay.addEventListener("pointerleave", leave);
  overlay.addEventListener("pointercancel", cancel);
  overlay.addEventListener("dblclick", all);
  overlay.addEventListener("wheel", wheel, { passive: false });
  return () => {
    overlay.removeEventListener("pointerdown", down);
    overlay.removeEventListener("pointermove", move);
    overlay.removeEventListener("pointerup", up);
    overlay.removeEventListener("pointerleave", leave);
    overlay.removeEventListener("pointercancel", cancel);
    overlay.removeEventListener("dblclick", all);
    overlay.removeEventListener("wheel", wheel);
    box.remove();
  };
}
