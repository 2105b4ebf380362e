import type { ActiveRun, Simulation } from "kinetree";
import type { ResultWriter, WriterMark } from "@kinetree/results";
import { openResult } from "@kinetree/results/node";
import { tell } from "../output/streams.js";
import { refuseToLose, saveRun } from "./checkpoint-file.js";
import { headerOf } from "./describe-run.js";
import { execute } from "./execute.js";
import { ProgressBar } from "./progress-bar.js";
import { reportRun, type ReportFlags } from "./report-run.js";
import type { RunSettings } from "./run-settings.js";
import { watchSignals } from "./signals.js";

export interface Undertaking {
  readonly simulation: Simulation;
  readonly settings: RunSettings;
  /** The model as a JSON file, for checkpoints; null without them. */
  readonly text: string | null;
  readonly checkpoint: string | null;
  /** Where the result file goes on; null at the start. */
  readonly mark: WriterMark | null;
  readonly begin: (onRow: (t: number, row: Float64Array) => void) => ActiveRun;
  /** Where the whole run began [s]. */
  readonly start: number;
  readonly flags: ReportFlags & { readonly progress?: boolean };
}

/** Runs from a start or a checkpoint to the end, with result file, checkpoints, progress and report. */
export async function carryOut(undertaking: Undertaking): Promise<number> {
  const { simulation, settings, mark, flags } = undertaking;
  const { out } = settings;
  if (undertaking.checkpoint !== null) refuseToLose(undertaking.checkpoint);
  const writer = out && openResult(out.path, headerOf(simulation, settings), mark ? { from: mark } : {});
  const run = undertaking.begin(writer ? (t, row) => writer.append(t, row) : () => {});
  // Not before: what is compiled until here hears no signals, and without a watch they end the program.
  const signals = watchSignals();
  const began = performance.now();
  const from = run.t;
  const wantsBar = flags.progress !== false && flags.quiet !== true;
  const progress = new ProgressBar(wantsBar, began, undertaking.start, from, settings.tEnd);
  const save = saverOf(undertaking, run, writer);
  save?.();
  const executed = await execute({ run, writer, progress, signals, save, saveEvery: 1000 * settings.checkpointEvery });
  return reportRun(
    executed,
    {
      simulation,
      settings,
      rows: writer?.rows ?? 0,
      files: out ? [out.shown] : [],
      checkpoint: undertaking.checkpoint,
      simulated: executed.result.final.t - from,
      wall: (performance.now() - began) / 1000,
    },
    flags,
  );
}

/** A checkpoint that cannot be written must not end the run that it is to protect; it is said, once. */
function saverOf(
  { text, checkpoint, settings }: Undertaking,
  run: ActiveRun,
  writer: ResultWriter | null,
): (() => void) | null {
  if (checkpoint === null || text === null) return null;
  let isFirst = true;
  let hasComplained = false;
  return () => {
    const mark = writer?.mark() ?? null;
    try {
      saveRun(checkpoint, { model: text, settings, mark, run: run.checkpoint() });
    } catch (error) {
      // At the start nothing is lost yet, and the path is probably wrong.
      if (isFirst || !(error instanceof Error)) throw error;
      if (!hasComplained) tell(`kinetree: warning: no checkpoint from now on: ${error.message}`);
      hasComplained = true;
    }
    isFirst = false;
  };
}
