import { ByteWriter } from "../byte-writer.js";
import type { ResultHeader, ResultSummary } from "../result-header.js";
import { rowsFor, type Encoder } from "../write/encoder.js";
import { ThriftStruct } from "./thrift.js";

/*
 * Parquet: a row group per block, one page of plain doubles per column, nothing compressed: the noise in the last digits
 * of a simulation leaves little to compress, and copying is what keeps up with a run. (Apache Parquet format 2.10,
 * parquet.thrift; the letters of the fields are those of that file.)
 */

/** Two megabytes: large enough for readers, small enough for a mark to carry a block that is not full. */
const VALUES_PER_GROUP = 262_144;
/** Columns turned at a time: the eight neighbours that share a line of the cache. */
const STRIP = 8;
const MAGIC = new TextEncoder().encode("PAR1");

const DOUBLE = 5;
const REQUIRED = 0;
const PLAIN = 0;
const RLE = 3;
const UNCOMPRESSED = 0;
const DATA_PAGE = 0;

interface RowGroup {
  readonly offset: number;
  readonly rows: number;
  /** Null where a time is not a number. */
  readonly timeRange: readonly [number, number] | null;
}

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
    head: MAGIC,
    checkTime: () => {},
    encodeBlock: (rows, count, offset) => {
      const header = pageHeader(count);
      const chunk = header.length + 8 * count;
      if (block.length < chunk * width) block = new Uint8Array(chunk * width);
      for (let first = 0; first < width; first += STRIP) {
        const across = Math.min(STRIP, width - first);
        turn(strip, rows, width, first, across, count);
        for (let i = 0; i < across; i++) {
          const at = (first + i) * chunk;
          block.set(header, at);
          block.set(new Uint8Array(strip[i].buffer, 0, 8 * count), at + header.length);
        }
      }
      addGroup({ offset, rows: count, timeRange: rangeOfTime(rows, width, count) });
      return block.subarray(0, chunk * width);
    },
    dropBlock: () => {
      encodedGroups.cutTo(groupStarts.pop() ?? 0);
      return groups.pop()?.offset ?? null;
    },
    wholeRows: () => 0,
    tail: (_offset, summary) =>
      footer(columns, groups, encodedGroups.view(), keyValues(names, units, metadata, summary)),
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

function pageHeader(count: number): Uint8Array {
  const out = new ByteWriter();
  new ThriftStruct(out)
    .i32(1, DATA_PAGE)
    .i32(2, 8 * count)
    .i32(3, 8 * count)
    .struct(5, (page) => page.i32(1, count).i32(2, PLAIN).i32(3, RLE).i32(4, RLE))
    .end();
  return out.take();
}

function encodeGroup(out: ByteWriter, columns: readonly string[], { offset, rows, timeRange }: RowGroup): void {
  const chunk = pageHeader(rows).length + 8 * rows;
  const total = chunk * columns.length;
  new ThriftStruct(out)
    .structList(1, columns, (column, name, i) =>
      column.i64(2, offset + i * chunk).struct(3, (meta) => {
        meta
          .i32(1, DOUBLE)
          .i32List(2, [PLAIN])
          .textList(3, [name])
          .i32(4, UNCOMPRESSED)
          .i64(5, rows)
          .i64(6, chunk)
          .i64(7, chunk)
          .i64(9, offset + i * chunk);
        // The range lets readers skip groups when they look for a time.
        if (i > 0 || !timeRange) return meta;
        // Zero has two signs that compare equal: a range has to hold both.
        const least = new ByteWriter().f64(timeRange[0] === 0 ? -0 : timeRange[0]).take();
        const most = new ByteWriter().f64(timeRange[1] === 0 ? 0 : timeRange[1]).take();
        return meta.struct(12, (statistics) => statistics.binary(5, most).binary(6, least));
      }),
    )
    .i64(2, total)
    .i64(3, rows)
    .i64(5, offset)
    .i64(6, total)
    .end();
}

type KeyValue = readonly [key: string, value: string];

function keyValues(
  names: readonly string[],
  units: readonly string[],
  metadata: Readonly<Record<string, string>>,
  summary: ResultSummary,
): KeyValue[] {
  const allUnits = Object.fromEntries([["time", "s"], ...names.map((name, i) => [name, units[i]])]);
  return [
    ["kinetree.units", JSON.stringify(allUnits)],
    ...Object.entries(metadata).map(([key, value]): KeyValue => [`kinetree.metadata.${key}`, value]),
    ...Object.entries(summary).map(([key, value]): KeyValue => [`kinetree.summary.${key}`, value]),
  ];
}

function footer(
  columns: readonly string[],
  groups: readonly RowGroup[],
  encodedGroups: Uint8Array,
  entries: readonly KeyValue[],
): Uint8Array {
  const out = new ByteWriter();
  new ThriftStruct(out)
    .i32(1, 2)
    .structList(2, [null, ...columns], (element, name) =>
      name === null
        ? element.text(4, "rows").i32(5, columns.length)
        : element.i32(1, DOUBLE).i32(3, REQUIRED).text(4, name),
    )
    .i64(
      3,
      groups.reduce((sum, { rows }) => sum + rows, 0),
    )
    .encodedList(4, groups.length, encodedGroups)
    .structList(5, entries, (pair, [key, value]) => pair.text(1, key).text(2, value))
    .text(6, "kinetree version 0")
    // The order that ranges are in: that of the type.
    .structList(7, columns, (order) => order.struct(1, (typeDefined) => typeDefined))
    .end();
  return out.u32(out.length).bytes(MAGIC).take();
}
