import type { PreparedStudy, RunRequest, RunSummary } from "../prepare/prepared-study.js";

/** A study that is ready to run, as far as its files on disk need to know it. */
export interface StoredStudy extends Pick<PreparedStudy, "name" | "description" | "seed" | "samples" | "columns"> {
  /** In the order of the rows: row = case × samples + sample. */
  readonly cases: readonly { readonly name: string; readonly modelHash: string }[];
  /** Runs ranges of rows, in any order, and hands each one over when it is finished. */
  readonly run: (request: RunRequest) => Promise<RunSummary>;
}
