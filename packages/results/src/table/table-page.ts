import { ByteWriter } from "../byte-writer.js";
import { PLAIN } from "../parquet/constants.js";
import { ThriftStruct } from "../parquet/thrift.js";
import type { ColumnKind, ColumnValues } from "./table-column.js";

/* One page of one column: which values are there, then those values as they are. (Apache Parquet format 2.10, Encodings.md.) */

const RLE = 3;
const DATA_PAGE = 0;

/** A page with its header, and how many of its values are missing. */
export interface Page {
  readonly bytes: Uint8Array;
  readonly missing: number;
}

/** @param values as many as there are rows */
export function encodePage(kind: ColumnKind, values: ColumnValues): Page {
  const body = new ByteWriter();
  const isThere = Array.from(values as ArrayLike<string | number | null>, (x) => x !== null && !Number.isNaN(x));
  const levels = definitionLevels(isThere);
  body.u32(levels.length).bytes(levels);
  writePlain(body, kind, values, isThere);
  const header = new ByteWriter();
  new ThriftStruct(header)
    .i32(1, DATA_PAGE)
    .i32(2, body.length)
    .i32(3, body.length)
    .struct(5, (page) => page.i32(1, values.length).i32(2, PLAIN).i32(3, RLE).i32(4, RLE))
    .end();
  return { bytes: header.bytes(body.view()).take(), missing: isThere.filter((there) => !there).length };
}

/** Runs of "there" (1) and "missing" (0): twice the length of the run, then the value. */
function definitionLevels(isThere: readonly boolean[]): Uint8Array {
  const out = new ByteWriter();
  for (let from = 0; from < isThere.length;) {
    let to = from + 1;
    while (to < isThere.length && isThere[to] === isThere[from]) to++;
    out.varint(2 * (to - from)).u8(isThere[from] ? 1 : 0);
    from = to;
  }
  return out.take();
}

function writePlain(out: ByteWriter, kind: ColumnKind, values: ColumnValues, isThere: readonly boolean[]): void {
  let bits = 0;
  let filled = 0;
  for (let i = 0; i < values.length; i++) {
    if (!isThere[i]) continue;
    const value = values[i];
    if (kind === "text") out.text(String(value), "u32");
    else if (kind === "number") out.f64(Number(value));
    else if (kind === "integer") out.u64(BigInt.asUintN(64, BigInt(Number(value))));
    else {
      // Eight to a byte, the first in the lowest bit.
      if (Number(value) !== 0) bits |= 1 << filled;
      if (++filled === 8) {
        out.u8(bits);
        bits = filled = 0;
      }
    }
  }
  if (filled > 0) out.u8(bits);
}
