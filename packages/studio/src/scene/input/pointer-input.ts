import type { Orbit } from "../base/orbit.js";

export type PointerTool = "orbit" | "drag" | "trace";

/** Effects of pointers; positions are in pixels from the upper left corner of the canvas. */
export interface PointerActions {
  readonly moved: () => void;
  /** The pointer is there, no button down; null: it has left. */
  readonly hover: (place: readonly [number, number] | null) => void;
  readonly click: (x: number, y: number) => void;
  readonly doubleClick: (x: number, y: number) => void;
  readonly grab: (x: number, y: number) => boolean;
  readonly drag: (x: number, y: number) => void;
  readonly release: () => void;
}

/** Pixels that a pointer may wander and still have clicked. */
const STILL = 4;
/** How long a finger rests before it takes hold [ms]. */
const LONG_PRESS = 420;

interface Finger {
  x: number;
  y: number;
}

export class PointerInput {
  tool: PointerTool = "orbit";
  readonly #canvas: HTMLCanvasElement;
  readonly #orbit: Orbit;
  readonly #actions: PointerActions;
  readonly #fingers = new Map<number, Finger>();
  #mode: "orbit" | "pan" | "hold" | null = null;
  #wandered = 0;
  #press: ReturnType<typeof setTimeout> | null = null;
  readonly #off = new AbortController();

  constructor(canvas: HTMLCanvasElement, orbit: Orbit, actions: PointerActions) {
    this.#canvas = canvas;
    this.#orbit = orbit;
    this.#actions = actions;
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
      passive = true,
    ): void => canvas.addEventListener(type, listener, { signal: this.#off.signal, passive });
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event, true));
    on("pointercancel", (event) => this.#up(event, false));
    on("pointerleave", () => actions.hover(null));
    on("dblclick", (event) => actions.doubleClick(...this.#place(event)));
    on("contextmenu", (event) => event.preventDefault(), false);
    on("wheel", (event) => this.#wheel(event), false);
  }

  #place(event: MouseEvent): [number, number] {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  #down(event: PointerEvent): void {
    const [x, y] = this.#place(event);
    this.#canvas.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, { x, y });
    this.#wandered = 0;
    this.#cancelPress();
    if (this.#fingers.size > 1) {
      this.#endHold();
      this.#mode = "pan";
      return;
    }
    const isTouch = event.pointerType === "touch";
    const wantsHold = event.button === 0 && (event.shiftKey || this.tool === "drag");
    if (wantsHold && this.#actions.grab(x, y)) this.#mode = "hold";
    else this.#mode = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey ? "pan" : "orbit";
    if (isTouch && this.#mode === "orbit")
      this.#press = setTimeout(() => {
        if (this.#wandered < STILL && this.#fingers.size === 1 && this.#actions.grab(x, y)) this.#mode = "hold";
      }, LONG_PRESS);
  }

  #move(event: PointerEvent): void {
    const [x, y] = this.#place(event);
    const finger = this.#fingers.get(event.pointerId);
    if (finger === undefined) {
      if (event.pointerType !== "touch") this.#actions.hover([x, y]);
      return;
    }
    const [dx, dy] = [x - finger.x, y - finger.y];
    this.#wandered += Math.hypot(dx, dy);
    if (this.#wandered > STILL) this.#cancelPress();
    const height = this.#canvas.clientHeight;
    if (this.#fingers.size > 1) this.#pinch(finger, x, y, height);
    else if (this.#mode === "hold") this.#actions.drag(x, y);
    else if (this.#mode === "pan") this.#orbit.pan(dx, dy, height);
    else if (this.#wandered > STILL)
      this.#orbit.turn((-2 * Math.PI * dx) / Math.max(height, 300), (Math.PI * dy) / Math.max(height, 300));
    finger.x = x;
    finger.y = y;
    this.#actions.moved();
  }

  #pinch(moved: Finger, x: number, y: number, height: number): void {
    const other = [...this.#fingers.values()].find((finger) => finger !== moved);
    if (other === undefined) return;
    const before = Math.hypot(moved.x - other.x, moved.y - other.y);
    const after = Math.hypot(x - other.x, y - other.y);
    this.#orbit.pan((x - moved.x) / 2, (y - moved.y) / 2, height);
    if (before > 0 && after > 0) this.#orbit.zoom(before / after);
  }

  #up(event: PointerEvent, isClick: boolean): void {
    this.#fingers.delete(event.pointerId);
    this.#cancelPress();
    const wasHold = this.#mode === "hold";
    this.#endHold();
    if (this.#fingers.size > 0) return;
    this.#mode = null;
    if (isClick && event.button === 0 && this.#wandered <= STILL && !(wasHold && event.shiftKey))
      this.#actions.click(...this.#place(event));
    this.#actions.moved();
  }

  #endHold(): void {
    if (this.#mode === "hold") this.#actions.release();
    if (this.#mode === "hold") this.#mode = null;
  }

  #cancelPress(): void {
    if (this.#press !== null) clearTimeout(this.#press);
    this.#press = null;
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { width, height } = this.#canvas.getBoundingClientRect();
    const [x, y] = this.#place(event);
    // Lines and pages of some mice are as large as a few pixels and hundreds of them.
    const pixels = event.deltaY * (event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 300 : 1);
    const factor = Math.exp(Math.min(300, Math.max(-300, pixels)) * 0.0016);
    this.#orbit.zoom(factor, (2 * x) / width - 1, 1 - (2 * y) / height);
    this.#actions.moved();
  }

  dispose(): void {
    this.#cancelPress();
    this.#off.abort();
  }
}
