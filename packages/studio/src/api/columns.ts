/*
 * Rows of a study as the server sends them: four bytes of length, a header of JSON, then one block for each column. Blocks begin at
 * multiples of eight bytes, so that a reader looks at the numbers where they lie and copies nothing. All numbers are little-endian,
 * as those of every machine that runs a browser.
 */
import type { StudyColumnInfo } from "./types.js";

/** Booleans are 0 and 1; missing values are NaN. */
export interface NumberColumn extends StudyColumnInfo {
  readonly values: Float64Array;
  readonly missing: number;
}

/** A column of texts, each kept once. */
export interface TextColumn extends StudyColumnInfo {
  readonly kind: "text";
  readonly dictionary: readonly string[];
  /** Place in the dictionary, one a row; `NO_TEXT` where it is missing. */
  readonly indices: Uint32Array;
}

export type Column = NumberColumn | TextColumn;

export interface Columns {
  readonly rows: number;
  readonly columns: readonly Column[];
}

/** Stands for a text that is missing. */
export const NO_TEXT = 0xffff_ffff;

interface HeaderColumn extends StudyColumnInfo {
  readonly dictionary?: readonly string[];
  readonly missing?: number;
}

interface Header {
  readonly rows: number;
  readonly columns: readonly HeaderColumn[];
}

export const isText = (column: Column): column is TextColumn => "indices" in column;

/** The message in pieces to be sent in order; the numbers are views of the input. */
export function encodeColumns({ rows, columns }: Columns): Uint8Array<ArrayBuffer>[] {
  const header: Header = { rows, columns: columns.map(headerOf) };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const head = new Uint8Array(padded(4 + json.length));
  new DataView(head.buffer).setUint32(0, json.length, true);
  head.set(json, 4);
  return [head, ...columns.map((column) => blockOf(isText(column) ? column.indices : column.values))];
}

function headerOf(column: Column): HeaderColumn {
  const { name, kind, unit, role } = column;
  if (isText(column)) return { name, kind, unit, role, dictionary: column.dictionary };
  return { name, kind, unit, role, ...(column.missing === 0 ? {} : { missing: column.missing }) };
}

function blockOf(values: Float64Array | Uint32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.buffer as ArrayBuffer, values.byteOffset, values.byteLength);
  if (bytes.length % 8 === 0) return bytes;
  const whole = new Uint8Array(padded(bytes.length));
  whole.set(bytes);
  return whole;
}

/** Reads a message; refuses one that is cut off. The columns are views of `message`. */
export function decodeColumns(message: ArrayBuffer): Columns {
  const length = message.byteLength < 4 ? Infinity : new DataView(message).getUint32(0, true);
  if (4 + length > message.byteLength) throw cutOff(message.byteLength, "its header");
  const { rows, columns } = JSON.parse(new TextDecoder().decode(new Uint8Array(message, 4, length))) as Header;
  let at = padded(4 + length);
  return {
    rows,
    columns: columns.map(({ dictionary, missing = 0, ...info }): Column => {
      const size = rows * (dictionary === undefined ? 8 : 4);
      if (at + size > message.byteLength) throw cutOff(message.byteLength, `column "${info.name}"`);
      const begin = at;
      at += padded(size);
      if (dictionary === undefined) return { ...info, missing, values: new Float64Array(message, begin, rows) };
      return { ...info, kind: "text", dictionary, indices: new Uint32Array(message, begin, rows) };
    }),
  };
}

/** The text of a row; null where it is missing. */
export const textAt = ({ dictionary, indices }: TextColumn, row: number): string | null =>
  dictionary[indices[row] ?? NO_TEXT] ?? null;

const padded = (length: number): number => Math.ceil(length / 8) * 8;

const cutOff = (bytes: number, where: string): RangeError =>
  new RangeError(`the rows of the study are cut off at ${bytes} bytes, in ${where}. Load the page again.`);
