import { setImmediate as nextTurn } from "node:timers/promises";
import { RunFailedError, type ActiveRun, type SimulationResult } from "kinetree";
import type { ResultWriter } from "@kinetree/results";
import type { ProgressBar } from "./progress-bar.js";
import { summaryOf } from "./describe-run.js";
import type { SignalWatch } from "./signals.js";

export interface Execution {
  readonly run: ActiveRun;
  readonly writer: ResultWriter | null;
  readonly progress: ProgressBar;
  readonly signals: SignalWatch;
  /** Writes a checkpoint. */
  readonly save: (() => void) | null;
  /** Wall time between checkpoints [ms]. */
  readonly saveEvery: number;
}

/** How a run ended that was not stopped by an error of a file. */
export interface Executed {
  readonly result: SimulationResult;
  /** Why the run itself failed; null if it did not. */
  readonly failure: RunFailedError | null;
  /** Exit code of the signal that ended it; null if none did. */
  readonly signal: number | null;
}

/** So long a program may be deaf to signals [ms]. */
const SLICE = 20;

/** Moves a run on to its end, a slice at a time, with a look up in between; the result file is complete when it returns. */
export async function execute(execution: Execution): Promise<Executed> {
  const { run, writer, progress, signals, save } = execution;
  try {
    await advance(execution);
    progress.clear();
    const signal = run.end === null ? signals.received() : null;
    if (signal !== null) save?.();
    const { result, failure } = finish(run);
    writer?.close(summaryOf(result, writer.rows));
    return { result, failure, signal };
  } finally {
    progress.clear();
    // Not before: a signal in between would end the program with the file open.
    signals.stop();
  }
}

/** To the end of the run, or to a signal. */
async function advance({ run, progress, signals, save, saveEvery }: Execution): Promise<void> {
  let attempts = 64;
  let saved = performance.now();
  for (;;) {
    const before = performance.now();
    if (!run.advance(attempts)) return;
    const now = performance.now();
    attempts = nextSlice(attempts, now - before);
    progress.show(now, run.t);
    await nextTurn();
    if (signals.received() !== null) return;
    if (save && now - saved >= saveEvery) {
      save();
      saved = performance.now();
    }
  }
}

const nextSlice = (attempts: number, took: number): number =>
  took > SLICE ? Math.max(1, Math.floor((attempts * SLICE) / took)) : took < SLICE / 2 ? 2 * attempts : attempts;

function finish(run: ActiveRun): { result: SimulationResult; failure: RunFailedError | null } {
  try {
    return { result: run.finish(), failure: null };
  } catch (error) {
    if (!(error instanceof RunFailedError)) throw error;
    return { result: error.recorded, failure: error };
  }
}
