import { crc32 } from "../crc32.js";
import { isAt } from "../parquet/page-header.js";
import { MAGIC, opcode } from "./records.js";

/* The checksums of a whole MCAP file, which its reader does not look at: those of the data and of the summary. */

/** Bytes of the footer's record, of which the last four are the checksum. */
const FOOTER = 29;

/** Throws if a file that is there to its end is not what was written. One that ends early, as a kill leaves it, has no sums. */
export function checkSums(bytes: Uint8Array): void {
  const { dataEnd, footer } = placesOf(bytes);
  if (footer === null) {
    if (bytes.length > MAGIC.length && isAt(bytes, MAGIC, bytes.length - MAGIC.length))
      throw new Error("its records do not lead to its end");
    return;
  }
  // A writer that was killed in its last write leaves a part of the closing bytes.
  const closing = bytes.subarray(footer + FOOTER);
  if (dataEnd === null || closing.length > MAGIC.length || closing.some((byte, i) => byte !== MAGIC[i]))
    throw new Error("its records do not lead to its end");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const summary = Number(view.getBigUint64(footer + 9, true)) || footer;
  const crcAt = footer + FOOTER - 4;
  compare("data", view.getUint32(dataEnd + 9, true), crc32(bytes.subarray(0, dataEnd)));
  compare("summary", view.getUint32(crcAt, true), crc32(bytes.subarray(summary, crcAt)));
  if (summary !== dataEnd + 13) throw new Error("its summary is not where it says");
}

/** Zero stands for a checksum that was not made. */
function compare(what: string, told: number, found: number): void {
  if (told !== 0 && told !== found) throw new Error(`the checksum of its ${what} is wrong`);
}

/** Where the records "data end" and "footer" begin; null where none is found on the way from the first record. */
function placesOf(bytes: Uint8Array): { readonly dataEnd: number | null; readonly footer: number | null } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let dataEnd: number | null = null;
  for (let at = MAGIC.length; at + 9 <= bytes.length;) {
    const length = Number(view.getBigUint64(at + 1, true));
    if (length > bytes.length - at - 9) break;
    if (bytes[at] === opcode.footer) return { dataEnd, footer: at };
    if (bytes[at] === opcode.dataEnd && length === 4) dataEnd = at;
    at += 9 + length;
  }
  return { dataEnd, footer: null };
}
