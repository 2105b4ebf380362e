import { performance } from "node:perf_hooks";
import type { BenchModel } from "./models.js";
import { statesOf } from "./states.js";
import { isUnavailable, type StartupFigures, type Subject, type Unavailable } from "./subject.js";

/** How long a fresh subject is watched, and in windows of what length [ms]. */
const WATCH_MS = 2000;
const WINDOW_MS = 10;

/** From the model to the first result and to full speed; to be called once in a fresh process. */
export async function measureStartup(subject: Subject, model: BenchModel): Promise<StartupFigures | Unavailable> {
  if (subject.measureStartup !== undefined) return subject.measureStartup();
  const states = statesOf(model);
  const before = bytesInUse();
  const start = performance.now();
  const loaded = await subject.load(model, states);
  if (isUnavailable(loaded)) return loaded;
  loaded.forward(0);
  const firstResultMs = performance.now() - start;
  const sweep = loaded.forwardBatch ?? ((): void => states.forEach((_, k) => loaded.forward(k)));
  const windows = await watch(sweep, start);
  const memoryBytes = bytesInUse() - before;
  // The last quarter stands for the final speed; its median, since one window may be lucky.
  const last = windows.slice(-Math.ceil(windows.length / 4)).map((window) => window.ms);
  const final = last.sort((a, b) => a - b)[Math.floor(last.length / 2)];
  const fullSpeedMs = windows.find((window) => window.ms <= 1.1 * final)?.endMs ?? Infinity;
  loaded.close();
  return { firstResultMs, fullSpeedMs, memoryBytes };
}

interface Window {
  /** Time since the start at its end. */
  readonly endMs: number;
  /** Time of one sweep over all states. */
  readonly ms: number;
}

async function watch(sweep: () => void, start: number): Promise<Window[]> {
  const windows: Window[] = [];
  for (let now = performance.now(); now - start < WATCH_MS;) {
    const windowStart = now;
    let sweeps = 0;
    do {
      sweep();
      sweeps++;
      now = performance.now();
    } while (now - windowStart < WINDOW_MS);
    windows.push({ endMs: now - start, ms: (now - windowStart) / sweeps });
    // Code compiled in the background is put in place between tasks.
    await new Promise(setImmediate);
    now = performance.now();
  }
  return windows;
}

/** On the JavaScript heap, in buffers and in WebAssembly memories, without garbage where the process was started with --expose-gc. */
function bytesInUse(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
