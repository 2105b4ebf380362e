import { useView } from "../scene/view/view-store.js";
import type { Viewport } from "../scene/view/viewport.js";
import { FileError } from "./file-error.js";

/** Frames per second of video. */
export const FILM_RATE = 30;

/** Longest film [pictures]: two minutes. */
const MOST_FRAMES = 120 * FILM_RATE;

/** Times and size of the frames. */
export interface Filming {
  readonly viewport: Viewport;
  readonly times: readonly number[];
  /** [px], even: some films cannot be of odd sizes. */
  readonly width: number;
  readonly height: number;
}

/** Progress and cancellation of long work. */
export interface Watched {
  readonly progress: (part: number) => void;
  readonly signal: AbortSignal;
}

export class Cancelled extends Error {}

export function goOnUnless(signal: AbortSignal): void {
  if (signal.aborted) throw new Cancelled("cancelled");
}

/** Gets ready to film a stretch of time; throws where there is no picture, or too much of it. */
export async function filming(first: number, last: number): Promise<Filming> {
  const { Viewport: ViewportClass } = await import("../scene/view/viewport.js");
  const { target } = useView.getState();
  if (!(target instanceof ViewportClass))
    throw new FileError("no-picture", "3D view", "there is no 3D view to record. Open the workbench; 3D needs WebGL.");
  const count = Math.floor((last - first) * FILM_RATE + 1e-9) + 1;
  if (count > MOST_FRAMES)
    throw new FileError(
      "film-too-long",
      "recording",
      `the recording is ${(last - first).toFixed(1)} s long, a video at most ${MOST_FRAMES / FILM_RATE} s. Reset and record less.`,
    );
  const { clientWidth, clientHeight } = target.canvas;
  const scale = Math.min(devicePixelRatio, 1920 / Math.max(1, clientWidth), 1080 / Math.max(1, clientHeight));
  const even = (size: number): number => Math.max(2, 2 * Math.round((size * scale) / 2));
  return {
    viewport: target,
    times: Array.from({ length: count }, (_, i) => first + i / FILM_RATE),
    width: even(clientWidth),
    height: even(clientHeight),
  };
}
