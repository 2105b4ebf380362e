import { RequestError } from "kinetree";
import { fromBase64, toBase64 } from "../base64.js";
import { crc32 } from "../crc32.js";
import { checkJson, finished, unfinished, type ResultHeader, type ResultSummary } from "../result-header.js";
import type { Encoder } from "./encoder.js";
import { checksumOf, type Storage } from "./storage.js";
import type { ResultWriter, WriterMark } from "./types.js";
import { completeWhatFits } from "./complete-what-fits.js";
import { PartialWrite, writeAll, writeTail } from "./write-all.js";
import { writeError } from "./write-error.js";

/** A provisional tail is written once this many times its size has been written since the last one. */
const WRITTEN_PER_TAIL = 4;

/** The first block is so many times smaller than a full one, so that what ends early loses little; each next is twice as large. */
const FIRST_BLOCK_PART = 64;

const EMPTY = new Uint8Array(0);

export class BlockWriter implements ResultWriter {
  readonly #storage: Storage;
  readonly #encoder: Encoder;
  readonly #width: number;
  readonly #headerCrc: number;
  readonly #rowsOfFirstBlock: number;
  readonly #pending: Float64Array;
  readonly #onSummary: (summary: ResultSummary) => void;
  #pendingRows = 0;
  /** Of the pending rows, those that the file holds since the last flush. */
  #flushedRows = 0;
  #blockRows = 0;
  /** Bytes of head and blocks; 0 until the first of them is due, so that a run that never records replaces nothing. */
  #end = 0;
  /** Something may follow the blocks: a tail, or what a run wrote that is now resumed. */
  #overhang = false;
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
    this.#rowsOfFirstBlock = Math.max(1, Math.floor(encoder.rowsPerBlock / FIRST_BLOCK_PART));
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
    if (++this.#pendingRows >= this.#rowsOfNextBlock()) this.#writeBlock(this.#isTailDue() ? unfinished : null);
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
    this.#overhang = true;
    this.#encoder.restoreIndex(from.index);
    const checksum = this.#encoder.checksum();
    if (checksum !== null && checksumOf(this.#storage, from.end) !== checksum)
      refuse("its rows are no longer those that were written");
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

  /** Twice as many rows from block to block until they are full: depends on nothing but the rows before. */
  #rowsOfNextBlock(): number {
    return Math.min(this.#encoder.rowsPerBlock, this.#blockRows + this.#rowsOfFirstBlock);
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
      this.#cutOverhang();
      writeAll(this.#storage, block, this.#end);
      written = block.length;
      if (summary && !this.#encoder.seamless) {
        this.#overhang = true;
        this.#tailLength = writeTail(this.#storage, this.#encoder, this.#end + written, summary);
      }
    } catch (error) {
      if (rows > 0) this.#encoder.dropBlock();
      if (written === 0 && error instanceof PartialWrite) written = error.written;
      const whole = this.#encoder.wholeRows(block, written);
      this.#end += whole.bytes;
      this.#blockRows += whole.rows;
      this.#pendingRows -= whole.rows;
      this.#fail(error);
    }
    return block.length;
  }

  /**
   * A process may be killed in the middle of a write. What is then behind the whole blocks has to be the beginning of a
   * block and not the rest of something older, or a reader could not tell how far the block came.
   */
  #cutOverhang(): void {
    if (this.#overhang && this.#storage.seekable) this.#storage.truncate(this.#end);
    this.#overhang = false;
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
    const saved = this.#storage.seekable
      ? completeWhatFits({
          storage: this.#storage,
          encoder: this.#encoder,
          end: this.#end,
          blockRows: this.#blockRows,
          pending: this.#pending,
          pendingRows: this.#pendingRows,
          flushedRows: this.#flushedRows,
        })
      : this.#blockRows;
    for (const last of [() => this.#storage.sync(), () => this.#storage.close()]) {
      try {
        last();
      } catch {
        // The first failure is the one to report.
      }
    }
    const cause = thrown instanceof PartialWrite ? thrown.cause : thrown;
    throw writeError(this.path, cause, outcomeText(saved, this.rows));
  }
}

function outcomeText(saved: number | null, recorded: number): string {
  if (saved === null) return " The file could not be completed.";
  if (saved === 0) return " None of the rows could be saved.";
  return ` The first ${saved} of ${recorded} rows are saved, complete and readable.`;
}
