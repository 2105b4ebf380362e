import { experimentNow } from "../run/live.js";
import { useStudio } from "../run/store.js";
import { currentView } from "./camera.js";
import { hashOfRun, type RunHash } from "./run-hash.js";
import type { Shared } from "./types.js";

/** The open model as content of a link, with the hash of the run so far; null if nothing is open. */
export interface Current {
  readonly shared: Shared;
  readonly run: RunHash | null;
}

/** As far as the newest row may be ahead of the time shown [s]. */
const AHEAD = 0.25;

/** The open model and its view as content of a link. The run's hash takes a moment, so it is computed on request. */
export function currentShared(options: { readonly hashed: boolean }): Current | null {
  const state = useStudio.getState();
  const { opened, posed, history } = state;
  if (!opened || !posed) return null;
  const experiment = state.experiment ?? experimentNow(posed.start);
  if (!experiment) return null;
  const start = experiment.start?.t ?? posed.start.t;
  const hasRun = history !== null && history.last > start;
  const { cursor } = state;
  // A run is computed slightly ahead of the time shown; unless the user looks back, the end is meant.
  const isLookingBack =
    hasRun && (history.last - cursor > Math.max(AHEAD, 2 * experiment.setup.sampleEvery) || cursor <= start);
  const end = hasRun ? (isLookingBack ? history.last : cursor) : null;
  const run = hasRun && end !== null && options.hashed ? hashOfRun(history, start, end) : null;
  const shared: Shared = {
    experiment,
    view: currentView(),
    plots: state.plots,
    display: state.display,
    traces: state.traces,
    channels: state.channels,
    cursor: isLookingBack ? cursor : null,
    duration: state.duration,
    runTo: end,
    hash: run?.hash ?? null,
  };
  return { shared, run };
}
