import type { ResultSummary } from "../result-header.js";
import type { ResultFormat } from "./encoder.js";

/** Where a resumed run goes on writing. JSON data; carries the rows that do not fill a block yet. */
export interface WriterMark {
  readonly format: ResultFormat;
  /** Rows recorded so far. */
  readonly rows: number;
  /** Bytes of head and whole blocks. */
  readonly end: number;
  /** Checksum of the header: what goes on must be the same columns with the same metadata. */
  readonly header: number;
  readonly index: unknown;
  /** Rows behind the last whole block, base64. */
  readonly pending: string;
}

/** Takes a run's rows to a file. After an error of the file system it is closed, with what was recorded before intact. */
export interface ResultWriter {
  readonly path: string;
  /** Rows recorded so far. */
  readonly rows: number;
  /** Records a row, in the order of the header's names; copies it. */
  readonly append: (t: number, row: Float64Array) => void;
  /** Makes a complete, readable file of all rows so far; recording goes on behind. */
  readonly flush: () => void;
  /** Flushes down to the disk and says where a resumed run goes on. */
  readonly mark: () => WriterMark;
  /** Completes the file. Calls after the first do nothing. */
  readonly close: (summary: ResultSummary) => void;
}
