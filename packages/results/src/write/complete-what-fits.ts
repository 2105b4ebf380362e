import { unfinished } from "../result-header.js";
import type { Encoder } from "./encoder.js";
import type { Storage } from "./storage.js";
import { PartialWrite, writeAll, writeTail } from "./write-all.js";
import { errnoOf } from "./write-error.js";

const EMPTY = new Uint8Array(0);

/** Refusals that a shorter file may get around. */
const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** A file that could not be written further, and the rows that were on their way to it. */
export interface CutFile {
  readonly storage: Storage;
  readonly encoder: Encoder;
  /** Bytes of head and whole blocks, and the rows in them. */
  readonly end: number;
  readonly blockRows: number;
  /** Rows behind those, and how many of them the file had room for before. */
  readonly pending: Float64Array;
  readonly pendingRows: number;
  readonly flushedRows: number;
}

/**
 * Makes a complete file again, of as many rows as there is room for; gives their number, null if it cannot be done. A
 * file in which nothing could be read is taken away.
 */
export function completeWhatFits({ storage, encoder, end, blockRows, ...rest }: CutFile): number | null {
  if (end === 0) return takeAway(storage);
  const pendingRows = encoder.seamless ? 0 : rest.pendingRows;
  const tryWith = (rows: number, from: number): "done" | "full" | "broken" => {
    const block = rows > 0 ? encoder.encodeBlock(rest.pending, rows, from) : EMPTY;
    try {
      // First: this frees the room that the rest needs.
      storage.truncate(from);
      writeAll(storage, block, from);
      writeTail(storage, encoder, from + block.length, unfinished);
      return "done";
    } catch (error) {
      // A shorter file may fit on a full disk; against anything else it would only lose rows.
      return FULL.has(errnoOf(error instanceof PartialWrite ? error.cause : error)) ? "full" : "broken";
    } finally {
      if (rows > 0) encoder.dropBlock();
    }
  };

  // All of them, what the last flush had room for, then halving the doubt.
  let fits = -1;
  let tooMany = pendingRows + 1;
  let last = -1;
  for (let rows = pendingRows; fits + 1 < tooMany;) {
    const outcome = tryWith(rows, end);
    if (outcome === "broken") return null;
    if (outcome === "done") fits = rows;
    else tooMany = rows;
    last = rows;
    const flushed = fits < 0 && rest.flushedRows > 0 && rest.flushedRows < tooMany;
    rows = flushed ? rest.flushedRows : (fits + tooMany) >> 1;
  }
  // The last try may have been one too many; and others write to the disk too, so what fitted a moment ago may not now.
  for (let rows = fits; rows >= 0; rows = rows > 0 ? rows >> 1 : -1) {
    const outcome = rows === last ? "done" : tryWith(rows, end);
    if (outcome === "broken") return null;
    if (outcome === "done") return blockRows + rows;
  }
  let kept = blockRows;
  for (let block = encoder.dropBlock(); block; block = encoder.dropBlock()) {
    kept -= block.rows;
    const outcome = tryWith(0, block.offset);
    if (outcome === "broken") return null;
    if (outcome === "done") return kept;
  }
  return takeAway(storage);
}

function takeAway(storage: Storage): null {
  try {
    storage.remove();
  } catch {
    // Nothing of it could be read anyway.
  }
  return null;
}
