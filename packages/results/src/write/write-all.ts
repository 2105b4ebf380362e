import type { ResultSummary } from "../result-header.js";
import type { Encoder } from "./encoder.js";
import type { Storage } from "./storage.js";

/** How far a write came before it failed, and why it did. */
export class PartialWrite extends Error {
  readonly written: number;

  constructor(cause: unknown, written: number) {
    super("partial write", { cause });
    this.written = written;
  }
}

/** Writes all bytes at a position, or throws a PartialWrite. */
export function writeAll(storage: Storage, bytes: Uint8Array, position: number): void {
  let written = 0;
  try {
    while (written < bytes.length) written += storage.write(bytes.subarray(written), position + written);
  } catch (error) {
    throw new PartialWrite(error, written);
  }
}

/** Completes a file whose blocks end at `end`; gives the bytes of the tail. */
export function writeTail(storage: Storage, encoder: Encoder, end: number, summary: ResultSummary): number {
  const tail = encoder.tail(end, summary);
  writeAll(storage, tail, end);
  if (storage.seekable) storage.truncate(end + tail.length);
  return tail.length;
}
