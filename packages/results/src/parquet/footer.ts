import { ByteWriter } from "../byte-writer.js";
import type { ResultSummary } from "../result-header.js";
import { CREATOR, MAGIC, PLAIN } from "./constants.js";
import { pageHeader } from "./page-header.js";
import { blankSeal, sealed } from "./seal.js";
import { ThriftStruct } from "./thrift.js";

const DOUBLE = 5;
const REQUIRED = 0;
const UNCOMPRESSED = 0;

export interface RowGroup {
  readonly offset: number;
  readonly rows: number;
  /** Null where a time is not a number. */
  readonly timeRange: readonly [number, number] | null;
}

/** A group as the footer has it. */
export function encodeGroup(out: ByteWriter, columns: readonly string[], { offset, rows, timeRange }: RowGroup): void {
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

export function keyValues(
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

/** Its own checksum is in every footer; pages have theirs in their headers. */
export const FOOTER_SEAL = "kinetree.footer-checksum";

/** The first bytes of every footer for these columns. */
export function footerStart(columns: readonly string[]): Uint8Array {
  const out = new ByteWriter();
  startFooter(out, columns);
  return out.take();
}

const startFooter = (out: ByteWriter, columns: readonly string[]): ThriftStruct =>
  new ThriftStruct(out)
    .i32(1, 2)
    .structList(2, [null, ...columns], (element, name) =>
      name === null
        ? element.text(4, "rows").i32(5, columns.length)
        : element.i32(1, DOUBLE).i32(3, REQUIRED).text(4, name),
    );

/** What makes a complete file of the groups. */
export function footer(
  columns: readonly string[],
  groups: readonly RowGroup[],
  encodedGroups: Uint8Array,
  entries: readonly KeyValue[],
): Uint8Array {
  const out = new ByteWriter();
  startFooter(out, columns)
    .i64(
      3,
      groups.reduce((sum, { rows }) => sum + rows, 0),
    )
    .encodedList(4, groups.length, encodedGroups)
    .structList(5, [...entries, blankSeal(FOOTER_SEAL)], (pair, [key, value]) => pair.text(1, key).text(2, value))
    .text(6, CREATOR)
    // The order that ranges are in: that of the type.
    .structList(7, columns, (order) => order.struct(1, (typeDefined) => typeDefined))
    .end();
  return sealed(out.u32(out.length).bytes(MAGIC).take(), FOOTER_SEAL, 0);
}
