import type { StudioState } from "../../run/store.js";

/** From when to when there is something to show [s]. */
export interface Extent {
  readonly first: number;
  readonly last: number;
}

/** Extent of the open result file, or of the run; the start alone before a run. */
export function recordedExtent({ result, history, posed }: Pick<StudioState, "result" | "history" | "posed">): Extent {
  if (result) return { first: result.t[0] ?? 0, last: result.t.at(-1) ?? 0 };
  if (history && history.length > 0) return { first: history.first, last: history.last };
  const start = posed?.start.t ?? 0;
  return { first: start, last: start };
}
