import { ByteWriter } from "../byte-writer.js";
import { crc32 } from "../crc32.js";
import { unfinished, type ResultHeader } from "../result-header.js";
import { noRows, rowsFor, type Encoder } from "../write/encoder.js";
import { encodeGroup, footer, keyValues, type RowGroup } from "./footer.js";
import { pageHeader } from "./page-header.js";
import { preamble } from "./preamble.js";

/*
 * Parquet: a row group per block, one page of plain doubles per column, nothing compressed: the noise in the last digits
 * of a simulation leaves little to compress, and copying is what keeps up with a run. (Apache Parquet format 2.10,
 * parquet.thrift; the letters of the fields are those of that file.)
 */

/** Two megabytes: large enough for readers, small enough for a mark to carry a block that is not full. */
const VALUES_PER_GROUP = 262_144;
/** Columns turned at a time: the eight neighbours that share a line of the cache. */
const STRIP = 8;

export function createParquetEncoder(
  { names, units, metadata }: ResultHeader,
  valuesPerBlock = VALUES_PER_GROUP,
): Encoder {
  const columns = ["time", ...names];
  const width = columns.length;
  const rowsPerBlock = Math.min(65_536, rowsFor(valuesPerBlock, width));
  const strip = Array.from({ length: STRIP }, () => new Float64Array(rowsPerBlock));
  const groups: RowGroup[] = [];
  /** The groups as the footer has them, and where each begins: a long run's footer is not encoded from scratch. */
  const encodedGroups = new ByteWriter();
  const groupStarts: number[] = [];
  let block = new Uint8Array(0);

  const addGroup = (group: RowGroup): void => {
    groups.push(group);
    groupStarts.push(encodedGroups.length);
    encodeGroup(encodedGroups, columns, group);
  };

  return {
    format: "parquet",
    rowsPerBlock,
    seamless: false,
    head: preamble(footer(columns, [], new Uint8Array(0), keyValues(names, units, metadata, unfinished))),
    checkTime: () => {},
    encodeBlock: (rows, count, offset) => {
      const header = pageHeader(count).length;
      const chunk = header + 8 * count;
      if (block.length < chunk * width) block = new Uint8Array(chunk * width);
      for (let first = 0; first < width; first += STRIP) {
        const across = Math.min(STRIP, width - first);
        turn(strip, rows, width, first, across, count);
        for (let i = 0; i < across; i++) {
          const at = (first + i) * chunk;
          const values = new Uint8Array(strip[i].buffer, 0, 8 * count);
          block.set(pageHeader(count, crc32(values)), at);
          block.set(values, at + header);
        }
      }
      addGroup({ offset, rows: count, timeRange: rangeOfTime(rows, width, count) });
      return block.subarray(0, chunk * width);
    },
    dropBlock: () => {
      encodedGroups.cutTo(groupStarts.pop() ?? 0);
      return groups.pop() ?? null;
    },
    wholeRows: noRows,
    tail: (_offset, summary) =>
      footer(columns, groups, encodedGroups.view(), keyValues(names, units, metadata, summary)),
    checksum: () => null,
    saveIndex: () => groups.map(({ offset, rows, timeRange }) => ({ offset, rows, timeRange: timeRange?.map(String) })),
    restoreIndex: (saved) => {
      for (const { offset, rows, timeRange } of saved as { offset: number; rows: number; timeRange?: string[] }[]) {
        addGroup({ offset, rows, timeRange: timeRange ? [Number(timeRange[0]), Number(timeRange[1])] : null });
      }
    },
  };
}

/** Turns a strip of columns out of rows. */
function turn(
  out: readonly Float64Array[],
  rows: Float64Array,
  width: number,
  first: number,
  across: number,
  count: number,
): void {
  if (across < STRIP) {
    for (let i = 0; i < across; i++) {
      for (let row = 0, at = first + i; row < count; row++, at += width) out[i][row] = rows[at];
    }
    return;
  }
  const [a, b, c, d, e, f, g, h] = out;
  for (let row = 0, at = first; row < count; row++, at += width) {
    a[row] = rows[at];
    b[row] = rows[at + 1];
    c[row] = rows[at + 2];
    d[row] = rows[at + 3];
    e[row] = rows[at + 4];
    f[row] = rows[at + 5];
    g[row] = rows[at + 6];
    h[row] = rows[at + 7];
  }
}

function rangeOfTime(rows: Float64Array, width: number, count: number): readonly [number, number] | null {
  let least = Infinity;
  let most = -Infinity;
  for (let at = 0; at < count * width; at += width) {
    const t = rows[at];
    if (Number.isNaN(t)) return null;
    if (t < least) least = t;
    if (t > most) most = t;
  }
  return [least, most];
}
