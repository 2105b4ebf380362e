import { existsSync } from "node:fs";
import { KinetreeError, RequestError, SimulationError } from "kinetree";
import { addCounts, failuresIn, writeChunk, type FailureCounts } from "./chunk-file.js";
import { chunkRanges, defaultChunkSize, firstRow } from "./chunk-ranges.js";
import { combineChunks } from "./combine.js";
import { takeLock } from "./lock.js";
import { layoutOf, manifestOf, readManifest, requireUnchanged, writeManifest, type Manifest } from "./manifest.js";
import { originIn, type StudyOrigin } from "./origin.js";
import type { RowRange } from "../prepare/prepared-study.js";
import type { StoredStudy } from "./stored-study.js";
import { countRows, removeDamaged, scanChunks } from "./scan.js";
import {
  clearFolder,
  holdsStudy,
  makeFolder,
  removeUnfinished,
  studyFolder,
  type StudyFolder,
} from "./study-folder.js";

/** How a study is run; none of it changes the results. */
export interface StudyRunOptions {
  /** Worker threads; 0 for none. */
  readonly workers: number;
  /** Called after each chunk. */
  readonly onProgress?: (progress: StudyProgress) => void;
  /** Says what was put right, such as a damaged chunk that is computed again. */
  readonly onWarning?: (message: string) => void;
  /** Ends the run early; what is finished stays. */
  readonly signal?: AbortSignal;
}

/** How to begin. */
export interface BeginOptions extends StudyRunOptions {
  /** Rows to a file; default: by the number of samples. */
  readonly chunkSize?: number;
  /** Replaces a study that the folder holds. */
  readonly force?: boolean;
}

/** How far a study is. */
export interface StudyProgress {
  readonly rows: number;
  readonly done: number;
  /** Of these, done before this run began. */
  readonly doneBefore: number;
  readonly failures: FailureCounts;
}

/** How a run of a study ended. */
export interface StudyOutcome extends StudyProgress {
  readonly folder: string;
  readonly manifest: Manifest;
  /** False if `signal` ended it. */
  readonly complete: boolean;
  /** Share of lane steps that served a sample, over what this run computed; null if it had nothing to compute. */
  readonly laneUse: number | null;
}

/** Runs a study from its beginning into a folder. */
export async function beginStudy(
  path: string,
  study: StoredStudy,
  origin: StudyOrigin,
  options: BeginOptions,
): Promise<StudyOutcome> {
  const folder = studyFolder(path);
  const { chunkSize = defaultChunkSize(study.samples), force = false } = options;
  const manifest = manifestOf(study, originIn(path, origin), chunkSize);
  if (holdsStudy(folder) && !force) refuseToReplace(folder, manifest);
  makeFolder(folder);
  const lock = takeLock(folder);
  try {
    if (holdsStudy(folder)) {
      // Between the look before and the lock, another process may have begun.
      if (!force) refuseToReplace(folder, manifest);
      clearFolder(folder);
      makeFolder(folder);
    }
    removeUnfinished(folder);
    writeManifest(folder, manifest);
    return await finishStudy(folder, manifest, study, options);
  } finally {
    lock.release();
  }
}

/** Continues a study that was interrupted; ends with the bytes of one that was not. */
export async function resumeStudy(path: string, study: StoredStudy, options: StudyRunOptions): Promise<StudyOutcome> {
  const folder = studyFolder(path);
  const manifest = readManifest(folder);
  requireUnchanged(folder, manifest, manifestOf(study, manifest.source, manifest.chunkSize));
  makeFolder(folder);
  const lock = takeLock(folder, countRows(folder, manifest));
  try {
    removeUnfinished(folder);
    return await finishStudy(folder, manifest, study, options);
  } finally {
    lock.release();
  }
}

async function finishStudy(
  folder: StudyFolder,
  manifest: Manifest,
  study: StoredStudy,
  options: StudyRunOptions,
): Promise<StudyOutcome> {
  const { onProgress = () => {}, onWarning = () => {}, signal } = options;
  const scan = await scanChunks(folder, manifest);
  for (const chunk of scan.damaged) onWarning(`${chunk} is damaged; its rows are computed again.`);
  removeDamaged(scan);
  const left = new Set(scan.missing);
  let progress: StudyProgress = {
    rows: manifest.rows,
    done: scan.rowsDone,
    doneBefore: scan.rowsDone,
    failures: scan.failures,
  };
  onProgress(progress);
  let [computed, used] = [0, 0];
  const outcome = (complete: boolean): StudyOutcome => ({
    ...progress,
    folder: folder.path,
    manifest,
    complete,
    laneUse: computed === 0 ? null : used / computed,
  });
  const run = async (chunks: readonly RowRange[], workers: number): Promise<void> => {
    const { laneUse } = await study.run({
      chunks,
      workers,
      ...(signal ? { signal } : {}),
      onRows: (range, rows) => {
        writeChunk(folder, manifest, range, rows);
        left.delete(range);
        const failures = addCounts(progress.failures, failuresIn({ columns: manifest.columns, values: rows }));
        progress = { ...progress, done: progress.done + range.count, failures };
        onProgress(progress);
      },
    });
    const rows = chunks.reduce((sum, { count }) => sum + count, 0);
    computed += rows;
    used += rows * laneUse;
  };
  if (left.size > 0) {
    try {
      await runThroughFailures(run, left, options.workers, manifest, onWarning);
    } catch (error) {
      if (signal?.aborted === true) return outcome(false);
      throw error;
    }
    if (left.size > 0) return outcome(false);
  }
  // Also where nothing was missing: the file of results of a finished study may be damaged.
  const kept = ` The chunks are kept: kinetree study resume ${folder.path} tries again.`;
  await combineChunks(folder.results, folder, manifest, chunkRanges(layoutOf(manifest)), kept);
  return outcome(true);
}

/**
 * A worker that breaks down takes the chunk it had with it. Which one is unknown, so those that may be it are run again
 * one by one; the one that breaks a second worker is named.
 */
async function runThroughFailures(
  run: (chunks: readonly RowRange[], workers: number) => Promise<void>,
  left: ReadonlySet<RowRange>,
  workers: number,
  manifest: Manifest,
  onWarning: (message: string) => void,
): Promise<void> {
  for (;;) {
    const before = left.size;
    try {
      await run([...left], workers);
      return;
    } catch (error) {
      if (!isBrokenWorker(error)) throw error;
      onWarning(`a worker broke down (${error.message}); what it had is run again.`);
    }
    for (const range of [...left].slice(0, Math.max(1, workers))) {
      try {
        await run([range], Math.min(1, workers));
      } catch (error) {
        throw isBrokenWorker(error) ? brokenTwice(range, manifest, error) : error;
      }
    }
    // Each round finishes at least the suspects; a run that got nowhere would go on for ever.
    if (left.size >= before) throw new RangeError("a study makes no progress");
  }
}

const isBrokenWorker = (error: unknown): error is SimulationError =>
  error instanceof KinetreeError && error.code === "worker-failed";

function brokenTwice(range: RowRange, manifest: Manifest, error: Error): SimulationError {
  const first = firstRow(layoutOf(manifest), range);
  const { name } = manifest.cases[range.caseIndex];
  const samples = `samples ${range.firstSample} to ${range.firstSample + range.count - 1} of case "${name}"`;
  return new SimulationError({
    code: "worker-failed",
    subject: `rows ${first} to ${first + range.count - 1}`,
    value: samples,
    message: `${samples} broke a worker twice (${error.message}). What was finished before is kept. Replay one of these samples, or resume with --workers 0, to see where.`,
  });
}

/** A folder that holds rows is not written over. */
function refuseToReplace(folder: StudyFolder, now: Manifest): void {
  const before = readManifest(folder);
  const isDone = existsSync(folder.results);
  // What never came to its first rows holds nothing: it may be the same study before a mistake in it was mended.
  if (!isDone && countRows(folder, before) === 0) return;
  if (!isDone && before.hash !== now.hash) requireUnchanged(folder, before, now);
  throw new RequestError({
    code: "study-exists",
    subject: `folder ${folder.path}`,
    value: folder.path,
    message: isDone
      ? `${folder.path} holds the results of study "${before.name}". Choose another folder, or replace them with --force.`
      : `${folder.path} holds a part of this study. kinetree study resume ${folder.path} goes on with it; --force begins again.`,
  });
}
