import { RequestError } from "kinetree";
import { fromBase64, toBase64 } from "../base64.js";
import { crc32 } from "../crc32.js";
import { checkJson, finished, unfinished, type ResultHeader, type ResultSummary } from "../result-header.js";
import type { Encoder } from "./encoder.js";
import type { Storage } from "./storage.js";
import type { ResultWriter, WriterMark } from "./types.js";
import { PartialWrite, writeAll } from "./write-all.js";
import { errnoOf, writeError } from "./write-error.js";

/** A provisional tail is written once this many times its size has been written since the last one. */
const WRITTEN_PER_TAIL = 4;

const EMPTY = new Uint8Array(0);

/** Refusals that a shorter file may get around. */
const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

export class BlockWriter implements ResultWriter {
  readonly #storage: Storage;
  readonly #encoder: Encoder;
  readonly #width: number;
  readonly #headerCrc: number;
  readonly #pending: Float64Array;
  readonly #onSummary: (summary: ResultSummary) => void;
  #pendingRows = 0;
  /** Of the pending rows, those that the file holds since the last flush. */
  #flushedRows = 0;
  #blockRows = 0;
  /** Bytes of head and blocks; 0 until the first of them is due, so that a run that never records replaces nothing. */
  #end = 0;
  #sinceTail = 0;
  #tailLength = 0;
  #state: "open" | "closed" | "failed" = "open";

  /** `onSummary` is told what the tail says, for formats that keep it elsewhere. */
  constructor(
    storage: Storage,
    encoder: Encoder,
    header: ResultHeader,
    onSummary: (summary: ResultSummary) => void,
    from: WriterMark | null,
  ) {
    const width = header.names.length + 1;
    this.#storage = storage;
    this.#encoder = encoder;
    this.#width = width;
    this.#headerCrc = crc32(new TextEncoder().encode(JSON.stringify(header)));
    this.#onSummary = onSummary;
    this.#pending = new Float64Array(encoder.rowsPerBlock * width);
    if (from) this.#goOnFrom(from);
  }

  get path(): string {
    return this.#storage.path;
  }

  get rows(): number {
    return this.#blockRows + this.#pendingRows;
  }

  append(t: number, row: Float64Array): void {
    this.#requireOpen();
    if (row.length !== this.#width - 1) {
      throw new RequestError({
        code: "row-length",
        subject: `row at t = ${t} s`,
        value: row.length,
        message: `row at t = ${t} s has ${row.length} values for ${this.#width - 1} columns. Pass one per column.`,
      });
    }
    this.#encoder.checkTime(t);
    const at = this.#pendingRows * this.#width;
    this.#pending[at] = t;
    this.#pending.set(row, at + 1);
    if (++this.#pendingRows === this.#encoder.rowsPerBlock) this.#writeBlock(this.#isTailDue() ? unfinished : null);
  }

  flush(): void {
    this.#requireOpen();
    if (this.#encoder.seamless) this.#writeBlock(null);
    else this.#writeProvisionally();
  }

  mark(): WriterMark {
    this.flush();
    this.#guarded(() => this.#storage.sync());
    const pending = this.#pending.subarray(0, this.#pendingRows * this.#width);
    return {
      format: this.#encoder.format,
      rows: this.rows,
      end: this.#end,
      header: this.#headerCrc,
      index: this.#encoder.saveIndex(),
      pending: toBase64(new Uint8Array(pending.buffer, 0, pending.byteLength)),
    };
  }

  close(summary: ResultSummary): void {
    if (this.#state !== "open") return;
    checkJson("summary", summary);
    const complete = finished(summary);
    this.#writeBlock(complete);
    this.#guarded(() => {
      this.#onSummary(complete);
      // Not down to the disk: the end of a program loses nothing, and waiting for it can outlast the run.
      this.#storage.close();
    });
    this.#state = "closed";
  }

  #goOnFrom(from: WriterMark): void {
    const { format, head } = this.#encoder;
    const refuse = (why: string): never => {
      throw new RequestError({
        code: "result-cannot-resume",
        subject: `result file ${this.path}`,
        value: from.rows,
        message: `${this.path} cannot be continued from row ${from.rows}: ${why}. Run again from the start.`,
      });
    };
    if (from.format !== format) refuse(`the mark is one of a ${from.format} file`);
    if (from.header !== this.#headerCrc) refuse("its columns or metadata are no longer those of the run");
    if (!this.#storage.seekable || this.#storage.size() < from.end) refuse("the file is shorter than it was");
    if (crc32(this.#storage.read(0, head.length)) !== crc32(head)) refuse("the file has been replaced by another");
    const bytes = fromBase64(from.pending);
    const pending = new Float64Array(bytes.buffer);
    this.#pending.set(pending);
    this.#pendingRows = pending.length / this.#width;
    this.#blockRows = from.rows - this.#pendingRows;
    this.#end = from.end;
    this.#encoder.restoreIndex(from.index);
  }

  #requireOpen(): void {
    if (this.#state === "open") return;
    throw new RequestError({
      code: "result-closed",
      subject: `result file ${this.path}`,
      value: this.#state,
      message: `${this.path} takes no more rows: it ${this.#state === "failed" ? "could not be written" : "is closed"}. Open another.`,
    });
  }

  /** Replaces what the file held before by the head. */
  #start(): void {
    if (this.#end > 0) return;
    const { head } = this.#encoder;
    this.#guarded(() => {
      this.#storage.truncate(0);
      writeAll(this.#storage, head, 0);
    });
    this.#end = head.length;
  }

  /**
   * Someone may pull the plug at any time: as long as it is cheap, the file stays a complete one. Rows that were flushed
   * before their block was full must not be without a tail at all: if there is no room for it, they are still pending.
   */
  #isTailDue(): boolean {
    if (this.#encoder.seamless) return false;
    return this.#flushedRows > 0 || this.#sinceTail >= WRITTEN_PER_TAIL * this.#tailLength;
  }

  /** Writes the pending rows as a block for good, and a tail if there is a summary. */
  #writeBlock(summary: ResultSummary | null): void {
    this.#start();
    const length = this.#put(summary);
    this.#end += length;
    this.#blockRows += this.#pendingRows;
    this.#pendingRows = 0;
    this.#flushedRows = 0;
    this.#sinceTail = summary ? 0 : this.#sinceTail + length;
  }

  /** Completes the file for the time being, pending rows included; the next block overwrites them. */
  #writeProvisionally(): void {
    this.#start();
    this.#put(unfinished);
    if (this.#pendingRows > 0) this.#encoder.dropBlock();
    this.#flushedRows = this.#pendingRows;
    this.#sinceTail = 0;
  }

  /** Writes the pending rows, and a tail if there is a summary; gives the bytes of the rows. */
  #put(summary: ResultSummary | null): number {
    const rows = this.#pendingRows;
    const block = rows > 0 ? this.#encoder.encodeBlock(this.#pending, rows, this.#end) : EMPTY;
    let written = 0;
    try {
      writeAll(this.#storage, block, this.#end);
      written = block.length;
      if (summary) this.#putTail(this.#end + written, summary);
    } catch (error) {
      if (rows > 0) this.#encoder.dropBlock();
      if (written === 0 && error instanceof PartialWrite) written = error.written;
      this.#end += this.#encoder.wholeRows(block, written);
      this.#fail(error);
    }
    return block.length;
  }

  #putTail(end: number, summary: ResultSummary): void {
    const tail = this.#encoder.tail(end, summary);
    this.#tailLength = tail.length;
    writeAll(this.#storage, tail, end);
    if (this.#storage.seekable) this.#storage.truncate(end + tail.length);
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Cuts the file back to what is whole, completes that, and says what happened. */
  #fail(thrown: unknown): never {
    this.#state = "failed";
    const repaired = this.#storage.seekable ? this.#repair() : this.#blockRows > 0;
    for (const last of [() => this.#storage.sync(), () => this.#storage.close()]) {
      try {
        last();
      } catch {
        // The first failure is the one to report.
      }
    }
    throw writeError(
      this.path,
      thrown instanceof PartialWrite ? thrown.cause : thrown,
      repaired ? " The rows recorded before are complete and readable." : " The file could not be completed.",
    );
  }

  /** True if the file is a complete one again. */
  #repair(): boolean {
    if (this.#end > 0) {
      for (const rows of this.#salvageable()) {
        const outcome = this.#tryToComplete(this.#end, rows);
        if (outcome !== "full") return outcome === "done";
      }
      for (let end = this.#encoder.dropBlock(); end !== null; end = this.#encoder.dropBlock()) {
        const outcome = this.#tryToComplete(end, 0);
        if (outcome !== "full") return outcome === "done";
      }
    }
    try {
      this.#storage.remove();
    } catch {
      // Nothing of it could be read anyway.
    }
    return false;
  }

  /** How many of the pending rows to try to keep: all, those that the last flush had room for, ever fewer, none. */
  #salvageable(): number[] {
    if (this.#encoder.seamless || this.#pendingRows === 0) return [0];
    const tries = [this.#pendingRows];
    if (this.#flushedRows < this.#pendingRows) tries.push(this.#flushedRows);
    while (tries[tries.length - 1] > 0) tries.push(tries[tries.length - 1] >> 1);
    return tries;
  }

  /** Makes a complete file of the blocks up to `end` and some pending rows. */
  #tryToComplete(end: number, rows: number): "done" | "full" | "broken" {
    const block = rows > 0 ? this.#encoder.encodeBlock(this.#pending, rows, end) : EMPTY;
    try {
      // First: this frees the room that the rest needs.
      this.#storage.truncate(end);
      writeAll(this.#storage, block, end);
      this.#putTail(end + block.length, unfinished);
      return "done";
    } catch (error) {
      if (rows > 0) this.#encoder.dropBlock();
      // A shorter file may fit on a full disk; against anything else it would only lose rows.
      return FULL.has(errnoOf(error instanceof PartialWrite ? error.cause : error)) ? "full" : "broken";
    }
  }
}
