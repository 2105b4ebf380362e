import { existsSync } from "node:fs";
import type { FailureCounts } from "./chunk-file.js";
import { holderOf } from "./lock.js";
import { readManifest, type Manifest } from "./manifest.js";
import { scanChunks } from "./scan.js";
import { studyFolder } from "./study-folder.js";

/** How a study in a folder stands. */
export interface StudyStatus {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly state: "finished" | "running" | "interrupted";
  readonly rows: number;
  readonly done: number;
  readonly failures: FailureCounts;
  /** Chunks that cannot be read; resuming computes them again. */
  readonly damaged: readonly string[];
  /** The process at work; null if there is none. */
  readonly pid: number | null;
  /** Rows a second of the process at work, and the seconds it will still take; null while unknown. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
}

/** Looks at a folder without changing it. */
export async function studyStatus(path: string): Promise<StudyStatus> {
  const folder = studyFolder(path);
  const manifest = readManifest(folder);
  const holder = holderOf(folder);
  const { rowsDone: done, failures, damaged } = await scanChunks(folder, manifest);
  const seconds = holder === null ? 0 : (Date.now() - holder.since) / 1000;
  const here = holder === null ? 0 : done - holder.rowsBefore;
  const rate = here > 0 && seconds > 0 ? here / seconds : null;
  const isFinished = done === manifest.rows && existsSync(folder.results);
  return {
    folder: path,
    manifest,
    state: isFinished ? "finished" : holder === null ? "interrupted" : "running",
    rows: manifest.rows,
    done,
    failures,
    damaged,
    pid: isFinished ? null : (holder?.pid ?? null),
    rate: isFinished ? null : rate,
    secondsLeft: isFinished || rate === null ? null : (manifest.rows - done) / rate,
  };
}
