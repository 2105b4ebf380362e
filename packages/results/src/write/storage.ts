/** A file as far as a writer needs one. Failures are thrown as they are (with a `code` such as "ENOSPC"). */
export interface Storage {
  /** How the user knows it. */
  readonly path: string;
  /** False for pipes and terminals: what is written cannot be taken back. */
  readonly seekable: boolean;
  readonly size: () => number;
  readonly read: (position: number, length: number) => Uint8Array;
  /** Writes at a position and gives the number of bytes that could be written, at least one. */
  readonly write: (bytes: Uint8Array, position: number) => number;
  readonly truncate: (length: number) => void;
  /** Everything written is on the disk when it returns. */
  readonly sync: () => void;
  readonly close: () => void;
  readonly remove: () => void;
}

/** A small text file that is replaced as a whole or not at all. */
export interface Sidecar {
  readonly replace: (text: string) => void;
}
