import { parquetMetadata, type FileMetaData } from "hyparquet";
import { isAt, pageHeader, rowsOfPage } from "./page-header.js";
import { preambleLength } from "./preamble.js";

/** What can be read of a file without its footer. */
export interface Salvaged {
  /** That of the file without rows. */
  readonly metadata: FileMetaData;
  readonly rows: number;
  /** All values of a column. */
  readonly column: (index: number) => Float64Array;
}

/** Finds the whole row groups of a file whose writer was killed; null if there is not even a preamble. */
export function salvageParquet(bytes: Uint8Array<ArrayBuffer>): Salvaged | null {
  const start = preambleLength(bytes);
  if (start === null) return null;
  const metadata = parquetMetadata(bytes.slice(0, start).buffer);
  const width = metadata.schema.length - 1;
  const groups: { readonly values: number; readonly stride: number; readonly rows: number }[] = [];
  let total = 0;
  for (let at = start; ;) {
    const rows = rowsOfPage(bytes, at);
    if (rows === null) break;
    const header = pageHeader(rows);
    const stride = header.length + 8 * rows;
    if (at + width * stride > bytes.length) break;
    if (!Array.from({ length: width }, (_, i) => isAt(bytes, header, at + i * stride)).every(Boolean)) break;
    groups.push({ values: at + header.length, stride, rows });
    total += rows;
    at += width * stride;
  }
  return {
    metadata,
    rows: total,
    column: (index) => {
      const out = new Float64Array(total);
      let filled = 0;
      for (const { values, stride, rows } of groups) {
        const from = values + index * stride;
        // A copy, since doubles in the file begin anywhere.
        out.set(new Float64Array(bytes.slice(from, from + 8 * rows).buffer), filled);
        filled += rows;
      }
      return out;
    },
  };
}
