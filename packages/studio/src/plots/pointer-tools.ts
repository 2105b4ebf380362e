import type { TimeRange } from "./decimate.js";
import type { LineChart } from "./line-chart.js";
import type { PlotTool } from "./plot-view.js";
import { between, partOf, type ValueRange } from "./ranges.js";

export type AxisRanges = readonly (ValueRange | null)[];

/** The parts of a chart that pointers read and change. */
export interface PointerTarget {
  readonly tool: () => PlotTool;
  readonly isLogarithmic: () => boolean;
  readonly x: () => TimeRange;
  readonly showX: (range: TimeRange) => void;
  /** Ranges shown now, and those that the user has set. */
  readonly y: () => AxisRanges;
  readonly askedY: () => AxisRanges;
  readonly showY: (ranges: AxisRanges) => void;
  readonly showAll: () => void;
  readonly hover: (t: number | null) => void;
  readonly pick: (t: number) => void;
  readonly marks: () => { readonly a: number; readonly b: number } | null;
  readonly mark: (a: number, b: number) => void;
}

/** A shorter drag is a click [px]. */
const CLICK = 4;
/** Distance within which a measurement cursor is grabbed [px]. */
const NEAR = 7;
/** Zoom exponent per pixel of scrolling; a notch is about 100 px. */
const WHEEL = 0.0015;

interface Gesture {
  readonly kind: "zoom-x" | "zoom-y" | "pan" | "mark-a" | "mark-b" | "mark";
  readonly left: number;
  readonly top: number;
  readonly x: TimeRange;
  readonly y: AxisRanges;
  hasMoved: boolean;
}

interface Place {
  readonly left: number;
  readonly top: number;
}

/**
 * Pointers on a chart: drag to zoom, with Shift vertically, with Alt or the middle button to pan, or as the tool says; the wheel
 * zooms, with Shift it pans, with Alt it zooms vertically; a double click shows everything. Returns how to stop.
 */
export function watchPointers(chart: LineChart, target: PointerTarget): () => void {
  const pointers = new ChartPointers(chart, target);
  const { overlay } = chart;
  const stop = new AbortController();
  const { signal } = stop;
  overlay.addEventListener("pointerdown", (event) => pointers.down(event), { signal });
  overlay.addEventListener("pointermove", (event) => pointers.move(event), { signal });
  overlay.addEventListener("pointerup", (event) => pointers.up(event), { signal });
  overlay.addEventListener("pointerleave", () => target.hover(null), { signal });
  overlay.addEventListener("pointercancel", () => pointers.cancel(), { signal });
  overlay.addEventListener("dblclick", () => target.showAll(), { signal });
  overlay.addEventListener("wheel", (event) => pointers.wheel(event), { signal, passive: false });
  return () => {
    stop.abort();
    pointers.close();
  };
}

class ChartPointers {
  readonly #chart: LineChart;
  readonly #target: PointerTarget;
  /** The rectangle of a zoom that is being dragged. */
  readonly #box = document.createElement("div");
  #gesture: Gesture | null = null;

  constructor(chart: LineChart, target: PointerTarget) {
    this.#chart = chart;
    this.#target = target;
    this.#box.className = "diagram-select";
    this.#box.hidden = true;
    chart.overlay.append(this.#box);
  }

  down(event: PointerEvent): void {
    if (event.button > 1) return;
    // The middle button would scroll by itself.
    if (event.button === 1) event.preventDefault();
    const place = this.#placeOf(event);
    this.#chart.overlay.setPointerCapture(event.pointerId);
    const [x, y] = [this.#target.x(), this.#target.askedY()];
    this.#gesture = { kind: this.#kindOf(event, place.left), ...place, x, y, hasMoved: false };
  }

  move(event: PointerEvent): void {
    const place = this.#placeOf(event);
    this.#target.hover(this.#timeAt(place.left));
    const gesture = this.#gesture;
    if (gesture === null) return;
    if (Math.hypot(place.left - gesture.left, place.top - gesture.top) >= CLICK) gesture.hasMoved = true;
    if (gesture.hasMoved) this.#drag(gesture, place);
  }

  up(event: PointerEvent): void {
    const ended = this.#end();
    if (ended === null) return;
    const { left, top } = this.#placeOf(event);
    const { height } = this.#size();
    if (!ended.hasMoved) {
      if (event.button === 0) this.#target.pick(this.#timeAt(left));
    } else if (ended.kind === "zoom-x") {
      const range = between(this.#chart.timeAt(ended.left), this.#timeAt(left));
      if (range !== null) this.#target.showX(range);
    } else if (ended.kind === "zoom-y") {
      const high = Math.min(height, Math.max(0, top));
      const [lower, upper] = [Math.max(ended.top, high), Math.min(ended.top, high)];
      if (lower - upper >= CLICK) this.#showPartOfY(this.#target.y(), 1 - lower / height, 1 - upper / height);
    }
  }

  cancel(): void {
    this.#end();
    this.#target.hover(null);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const target = this.#target;
    const place = this.#placeOf(event);
    const { width, height } = this.#size();
    const perNotch = event.deltaMode === 1 ? 33 : 1;
    const isAcross = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const scrolled = perNotch * (isAcross ? event.deltaX || event.deltaY : event.deltaY);
    const factor = Math.exp(Math.max(-3, Math.min(3, scrolled * WHEEL)));
    const zoom = (about: number): [number, number] => [about * (1 - factor), about + (1 - about) * factor];
    if (isAcross) target.showX(partOf(target.x(), scrolled / width, 1 + scrolled / width));
    else if (event.altKey) this.#showPartOfY(target.y(), ...zoom(1 - place.top / height));
    else target.showX(partOf(target.x(), ...zoom(place.left / width)));
  }

  close(): void {
    this.#box.remove();
  }

  #kindOf(event: PointerEvent, left: number): Gesture["kind"] {
    if (event.button === 1 || event.altKey) return "pan";
    if (event.shiftKey) return "zoom-y";
    const tool = this.#target.tool();
    if (tool === "pan") return "pan";
    if (tool === "zoom") return "zoom-x";
    const marks = this.#target.marks();
    const isNear = (t: number): boolean => Math.abs(this.#chart.leftOf(t) - left) < NEAR;
    if (marks !== null && isNear(marks.a)) return "mark-a";
    return marks !== null && isNear(marks.b) ? "mark-b" : "mark";
  }

  #drag({ kind, left, top, x, y }: Gesture, place: Place): void {
    const target = this.#target;
    const t = this.#timeAt(place.left);
    const marks = target.marks();
    switch (kind) {
      case "pan": {
        const { width, height } = this.#size();
        const [across, up] = [(left - place.left) / width, (place.top - top) / height];
        target.showX(partOf(x, across, 1 + across));
        if (y.some((range) => range !== null)) this.#showPartOfY(y, up, 1 + up);
        break;
      }
      case "mark":
        target.mark(this.#chart.timeAt(left), t);
        break;
      case "mark-a":
        target.mark(t, marks?.b ?? t);
        break;
      case "mark-b":
        target.mark(marks?.a ?? t, t);
        break;
      default:
        this.#showBox(kind === "zoom-x", { left, top }, place);
    }
  }

  #showBox(isAcross: boolean, start: Place, end: Place): void {
    const { width, height } = this.#size();
    const [a, b, most] = isAcross ? [start.left, end.left, width] : [start.top, end.top, height];
    const [from, to] = [Math.max(0, Math.min(a, b)), Math.min(most, Math.max(a, b))];
    this.#box.hidden = false;
    Object.assign(
      this.#box.style,
      isAcross
        ? { left: `${from}px`, width: `${to - from}px`, top: "0", height: "100%" }
        : { top: `${from}px`, height: `${to - from}px`, left: "0", width: "100%" },
    );
  }

  #showPartOfY(ranges: AxisRanges, from: number, to: number): void {
    const isLogarithmic = this.#target.isLogarithmic();
    this.#target.showY(ranges.map((range) => (range === null ? null : partOf(range, from, to, isLogarithmic))));
  }

  #end(): Gesture | null {
    const ended = this.#gesture;
    this.#gesture = null;
    this.#box.hidden = true;
    return ended;
  }

  /** The time at a place, held to the chart. */
  #timeAt(left: number): number {
    return this.#chart.timeAt(Math.min(this.#size().width, Math.max(0, left)));
  }

  #placeOf(event: MouseEvent): Place {
    const { left, top } = this.#chart.overlay.getBoundingClientRect();
    return { left: event.clientX - left, top: event.clientY - top };
  }

  #size(): { readonly width: number; readonly height: number } {
    const { clientWidth, clientHeight } = this.#chart.overlay;
    return { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) };
  }
}
