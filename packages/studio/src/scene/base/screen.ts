import type { Camera, Scene, WebGLRenderer } from "three";
import { Pace, type FrameQuality } from "./pace.js";
import { drawsInSoftware, makeRenderer } from "./renderer.js";

export class Screen {
  readonly canvas: HTMLCanvasElement;
  frames = 0;
  readonly #host: HTMLElement;
  readonly #renderer: WebGLRenderer;
  readonly #pace: Pace;
  readonly #observer: ResizeObserver;
  readonly #off = new AbortController();
  #quality: FrameQuality | null = null;
  #rest: ReturnType<typeof setTimeout> | null = null;
  #isLost = false;

  /**
   * Throws `NoWebGlError` where the browser has no WebGL 2.
   * @param resized has to draw at once: an emptied canvas would flash
   * @param lost is told when the picture has gone: what was drawn cannot be drawn again here
   */
  constructor(host: HTMLElement, canvas: HTMLCanvasElement, resized: () => void, lost: () => void) {
    this.#host = host;
    this.canvas = canvas;
    const isSoftware = drawsInSoftware();
    this.#pace = new Pace(globalThis.devicePixelRatio, isSoftware);
    this.#renderer = makeRenderer(canvas, { isSmooth: !isSoftware, keepsFrames: false });
    this.#renderer.setClearAlpha(0);
    canvas.addEventListener(
      "webglcontextlost",
      () => {
        this.#isLost = true;
        lost();
      },
      { signal: this.#off.signal },
    );
    this.#observer = new ResizeObserver(() => {
      this.#quality = null;
      if (this.width > 0 && this.height > 0) resized();
    });
    this.#observer.observe(host);
  }

  /** [px of the page] */
  get width(): number {
    return this.#host.clientWidth;
  }

  get height(): number {
    return this.#host.clientHeight;
  }

  /** A size that changes empties the canvas, so a frame has to follow at once. */
  #take(quality: FrameQuality): void {
    if (quality.ratio !== this.#quality?.ratio) {
      this.#renderer.setPixelRatio(quality.ratio);
      this.#renderer.setSize(this.width, this.height, false);
    }
    this.#quality = quality;
  }

  /** Draws a frame of a picture that moves, and the same in full once nothing has changed for a while. `shadows` turns them on and off. */
  draw(scene: Scene, camera: Camera, now: number, shadows: (on: boolean) => void): void {
    if (this.#isLost || this.width === 0 || this.height === 0) return;
    this.#pace.frame(now);
    const render = (quality: FrameQuality): void => {
      this.#take(quality);
      shadows(quality.hasShadows);
      this.#renderer.render(scene, camera);
      this.frames++;
    };
    const { still, moving } = this.#pace;
    render(moving);
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rest = null;
      const isFull = moving.ratio === still.ratio && moving.hasShadows === still.hasShadows;
      if (!isFull && !this.#isLost) render(still);
    }, this.#pace.patience);
  }

  dispose(): void {
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#observer.disconnect();
    this.#off.abort();
    this.#renderer.dispose();
  }
}
