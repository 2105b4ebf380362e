import { performance } from "node:perf_hooks";

export interface MeasurePlan {
  /** The result is the fastest of so many windows: interference only ever adds time. */
  readonly windows: number;
  /** Shorter than a scheduler's time slice, so that even a busy machine leaves some windows alone. */
  readonly windowMs: number;
  /** After this time no window is started, however few there were: for calls longer than a window. */
  readonly budgetMs: number;
  /** Calls before the first window, so that every function has reached its highest compilation tier. */
  readonly warmupMs: number;
  /** Processes for each figure, between which the other subjects have their turn; the fastest counts. */
  readonly rounds: number;
}

export const fullPlan: MeasurePlan = Object.freeze({
  windows: 300,
  windowMs: 2,
  budgetMs: 2500,
  warmupMs: 1000,
  rounds: 3,
});
export const quickPlan: MeasurePlan = Object.freeze({
  windows: 50,
  windowMs: 2,
  budgetMs: 500,
  warmupMs: 300,
  rounds: 1,
});

/** Fastest window [ns per call]; `call(k)` is called with k = 0 … states-1, over and over, at least once a window. */
export function measure(call: (k: number) => void, states: number, plan: MeasurePlan): number {
  const nsPerCall = warmUp(call, states, plan.warmupMs);
  const calls = Math.max(1, Math.round((plan.windowMs * 1e6) / nsPerCall));
  let k = 0;
  let best = Infinity;
  const budgetEnd = performance.now() + plan.budgetMs;
  for (let w = 0; w < plan.windows; w++) {
    const start = performance.now();
    if (start > budgetEnd && w > 0) break;
    k = callMany(call, states, calls, k);
    best = Math.min(best, ((performance.now() - start) * 1e6) / calls);
  }
  return best;
}

/** Calls in growing groups until the time is over; returns the ns per call of the last group. */
function warmUp(call: (k: number) => void, states: number, warmupMs: number): number {
  const start = performance.now();
  let group = 1;
  let k = 0;
  for (;;) {
    const groupStart = performance.now();
    k = callMany(call, states, group, k);
    const now = performance.now();
    if (now - start >= warmupMs) return Math.max(1, ((now - groupStart) * 1e6) / group);
    // Groups of a few milliseconds: long enough for the clock, short enough to stop on time.
    if (now - groupStart < 4) group *= 2;
  }
}

/** The timed loop: one call and one counter, a few ns that every subject pays alike. */
function callMany(call: (k: number) => void, states: number, calls: number, first: number): number {
  let k = first;
  for (let i = 0; i < calls; i++) {
    call(k);
    if (++k === states) k = 0;
  }
  return k;
}
