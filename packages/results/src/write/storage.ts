import { crc32 } from "../crc32.js";

/** A file as far as a writer needs one. Failures are thrown as they are (with a `code` such as "ENOSPC"). */
export interface Storage {
  /** How the user knows it. */
  readonly path: string;
  /** False for pipes and terminals: what is written cannot be taken back. */
  readonly seekable: boolean;
  /** Its length [bytes]. */
  readonly size: () => number;
  /** As many of the bytes as there are before the end. */
  readonly read: (position: number, length: number) => Uint8Array;
  /** Writes at a position and gives the number of bytes that could be written, at least one. */
  readonly write: (bytes: Uint8Array, position: number) => number;
  /** Cuts it to a length [bytes]; without effect where it is not seekable. */
  readonly truncate: (length: number) => void;
  /** Everything written is on the disk when it returns. */
  readonly sync: () => void;
  /** Ends its use; what was written stays. */
  readonly close: () => void;
  /** Takes the file away; without effect where it is not seekable. */
  readonly remove: () => void;
}

/** A small text file that is replaced as a whole or not at all. */
export interface Sidecar {
  /** The text that is there from now on. */
  readonly replace: (text: string) => void;
}

/** Bytes read at a time. */
const SLICE = 1 << 20;

/** CRC-32 of the first bytes of a file. */
export function checksumOf(storage: Pick<Storage, "read">, length: number): number {
  let crc = 0;
  for (let at = 0; at < length; at += SLICE) crc = crc32(storage.read(at, Math.min(SLICE, length - at)), crc);
  return crc;
}
