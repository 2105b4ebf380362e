import { ByteWriter } from "../byte-writer.js";
import { PLAIN } from "./constants.js";
import { ThriftStruct } from "./thrift.js";

const RLE = 3;
const DATA_PAGE = 0;

/** What stands before the doubles of a column in a row group of `count` rows. */
export function pageHeader(count: number): Uint8Array {
  const out = new ByteWriter();
  new ThriftStruct(out)
    .i32(1, DATA_PAGE)
    .i32(2, 8 * count)
    .i32(3, 8 * count)
    .struct(5, (page) => page.i32(1, count).i32(2, PLAIN).i32(3, RLE).i32(4, RLE))
    .end();
  return out.take();
}

/** The rows of a page whose header begins at `at`; null if none of ours does. */
export function rowsOfPage(bytes: Uint8Array, at: number): number | null {
  // Behind the fields "type" (two bytes) and the letter of the next: the size as a varint, doubled by the zigzag form.
  let doubledSize = 0;
  for (let i = at + 3, unit = 1; ; i++, unit *= 128) {
    if (i >= bytes.length || unit > 2 ** 42) return null;
    doubledSize += (bytes[i] & 0x7f) * unit;
    if (bytes[i] < 0x80) break;
  }
  const rows = doubledSize / 16;
  if (!Number.isInteger(rows) || rows === 0) return null;
  return isAt(bytes, pageHeader(rows), at) ? rows : null;
}

/** Whether `part` is what `bytes` hold at a place. */
export function isAt(bytes: Uint8Array, part: Uint8Array, at: number): boolean {
  if (at + part.length > bytes.length) return false;
  for (let i = 0; i < part.length; i++) if (bytes[at + i] !== part[i]) return false;
  return true;
}
