import { ByteWriter } from "../byte-writer.js";
import { PLAIN } from "./constants.js";
import { ThriftStruct } from "./thrift.js";

const RLE = 3;
const DATA_PAGE = 0;

/** A page of doubles, as its header has it. */
export interface PageOfDoubles {
  readonly rows: number;
  /** Checksum of the doubles. */
  readonly crc: number;
  /** Bytes of the header. */
  readonly header: number;
}

/** What stands before the doubles of a column in a row group of `count` rows; as long for every checksum. */
export function pageHeader(count: number, crc = 0): Uint8Array {
  const out = new ByteWriter();
  new ThriftStruct(out)
    .i32(1, DATA_PAGE)
    .i32(2, 8 * count)
    .i32(3, 8 * count)
    .checksum(4, crc)
    .struct(5, (page) => page.i32(1, count).i32(2, PLAIN).i32(3, RLE).i32(4, RLE))
    .end();
  return out.take();
}

/** The page whose header begins at `at`; null if none of ours does. */
export function pageAt(bytes: Uint8Array, at: number): PageOfDoubles | null {
  // Behind the fields "type" (two bytes) and the letter of the next: the size as a varint, doubled by the zigzag form.
  const size = varintAt(bytes, at + 3);
  if (size === null) return null;
  const rows = size.value / 16;
  if (!Number.isInteger(rows) || rows === 0) return null;
  // The size is there twice; then the letter of the checksum.
  const zigzag = varintAt(bytes, at + 3 + 2 * size.length + 2);
  if (zigzag === null || zigzag.value >= 2 ** 32) return null;
  const crc = ((zigzag.value >>> 1) ^ -(zigzag.value & 1)) >>> 0;
  const header = pageHeader(rows, crc);
  return isAt(bytes, header, at) ? { rows, crc, header: header.length } : null;
}

function varintAt(bytes: Uint8Array, at: number): { readonly value: number; readonly length: number } | null {
  let value = 0;
  for (let i = at, unit = 1; ; i++, unit *= 128) {
    if (i >= bytes.length || unit > 2 ** 42) return null;
    value += (bytes[i] & 0x7f) * unit;
    if (bytes[i] < 0x80) return { value, length: i + 1 - at };
  }
}

/** Whether `part` is what `bytes` hold at a place. */
export function isAt(bytes: Uint8Array, part: Uint8Array, at: number): boolean {
  if (at + part.length > bytes.length) return false;
  for (let i = 0; i < part.length; i++) if (bytes[at + i] !== part[i]) return false;
  return true;
}
