import type { ResultSummary } from "../result-header.js";
import type { Encoder } from "./encoder.js";
import type { Storage } from "./storage.js";
import { writeAll } from "./write-all.js";

/** Completes a file whose blocks end at `end`; gives the bytes of the tail. */
export function writeTail(storage: Storage, encoder: Encoder, end: number, summary: ResultSummary): number {
  const tail = encoder.tail(end, summary);
  writeAll(storage, tail, end);
  if (storage.seekable) storage.truncate(end + tail.length);
  return tail.length;
}
