import { crc32 } from "../crc32.js";
import { createNumberWriter, longestRow } from "../decimal/number-writer.js";
import type { ResultHeader } from "../result-header.js";
import { rowsFor, type Encoder } from "../write/encoder.js";

/** Values in a block: some hundred kilobytes of text, so that calls of the file system cost nothing. */
const VALUES_PER_BLOCK = 8192;
const LINE_FEED = 10;

/** Lines of RFC 4180 (with line feeds) under a line of names; numbers in their shortest form that reads back the same. */
export function createCsvEncoder({ names }: ResultHeader, valuesPerBlock = VALUES_PER_BLOCK): Encoder {
  const width = names.length + 1;
  const rowsPerBlock = rowsFor(valuesPerBlock, width);
  const writer = createNumberWriter(rowsPerBlock * longestRow(width), width);
  const head = new TextEncoder().encode(`${["time", ...names].map(quoted).join(",")}\n`);
  let checksum = crc32(head);
  return {
    format: "csv",
    rowsPerBlock,
    seamless: true,
    head,
    checkTime: () => {},
    encodeBlock: (rows, count) => {
      let position = 0;
      for (let row = 0; row < count; row++) {
        writer.numbers.set(rows.subarray(row * width, (row + 1) * width));
        position = writer.writeRow(position);
      }
      const block = writer.bytes.subarray(0, position);
      checksum = crc32(block, checksum);
      return block;
    },
    dropBlock: () => null,
    wholeRows: (block, written) => {
      let bytes = 0;
      let rows = 0;
      for (let i = 0; i < written; i++) {
        if (block[i] !== LINE_FEED) continue;
        bytes = i + 1;
        rows++;
      }
      return { bytes, rows };
    },
    tail: () => new Uint8Array(0),
    checksum: () => checksum,
    saveIndex: () => checksum,
    restoreIndex: (saved) => {
      // Without one nothing fits.
      checksum = typeof saved === "number" ? saved : NaN;
    },
  };
}

/** A field, in quotes where it needs them. */
const quoted = (field: string): string => (/[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
