import type { ResultSummary } from "../result-header.js";

/** The formats of result files, named like their extensions. */
export type ResultFormat = "csv" | "parquet" | "mcap";

/**
 * One file format: head, blocks of rows, tail. How many rows make a block depends on columns and rows alone, never on the
 * clock or on who asked for a flush, so that the same rows give the same bytes. Knows nothing of files.
 */
export interface Encoder {
  readonly format: ResultFormat;
  /** Rows of a full block. */
  readonly rowsPerBlock: number;
  /** Blocks may be cut anywhere without a trace in the bytes, and the file needs no tail: lines of text. */
  readonly seamless: boolean;
  /** The first bytes of the file. */
  readonly head: Uint8Array;
  /** Throws if the format has no way to say this time. */
  readonly checkTime: (t: number) => void;
  /**
   * The block of `count` rows (time first, row by row) that begins at `offset` in the file. It joins the index of
   * blocks. The bytes are valid until the next call.
   */
  readonly encodeBlock: (rows: Float64Array, count: number, offset: number) => Uint8Array;
  /** Takes the last block from the index and says where and how large it was; null if there is none. */
  readonly dropBlock: () => { readonly offset: number; readonly rows: number } | null;
  /** Of a block of which so many bytes could be written, those that are whole rows and can stay without the rest. */
  readonly wholeRows: (block: Uint8Array, written: number) => { readonly bytes: number; readonly rows: number };
  /** What has to follow the blocks to make a complete file; it begins at `offset`. */
  readonly tail: (offset: number, summary: ResultSummary) => Uint8Array;
  /** Of head and blocks so far, each encoded once, for the file beside; null where the bytes have checksums among them. */
  readonly checksum: () => number | null;
  /** The index of blocks as JSON data, and back. */
  readonly saveIndex: () => unknown;
  readonly restoreIndex: (saved: unknown) => void;
}

/** Rows per block so that a block has about so many values. */
export const rowsFor = (values: number, width: number): number => Math.max(1, Math.floor(values / width));

/** For formats whose blocks are whole or nothing. */
export const noRows = (): { readonly bytes: number; readonly rows: number } => ({ bytes: 0, rows: 0 });
