import { ByteWriter } from "../byte-writer.js";
import { MAGIC } from "./constants.js";
import { isAt } from "./page-header.js";

/*
 * A Parquet file says at its end what is in it, so one whose writer was killed says nothing. Ours begin with the footer
 * of a file without rows too, its length before it; other readers never look there. With it the row groups can be found
 * one after the other without a footer, and its checksum covers what it says.
 */

/** The bytes before the first row group; a complete file of no rows. */
export const preamble = (emptyFooter: Uint8Array): Uint8Array =>
  new ByteWriter().bytes(MAGIC).u32(emptyFooter.length).bytes(emptyFooter).take();

/** Where the row groups begin; null if the file does not begin with a preamble. */
export function preambleLength(bytes: Uint8Array): number | null {
  if (bytes.length < 8 || !isAt(bytes, MAGIC, 0)) return null;
  const length = 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  return isAt(bytes, MAGIC, length - 4) ? length : null;
}
