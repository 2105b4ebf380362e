import { ByteWriter } from "../byte-writer.js";
import { crc32 } from "../crc32.js";
import { CREATOR, MAGIC, PLAIN } from "../parquet/constants.js";
import { blankSeal, sealed } from "../parquet/seal.js";
import { ThriftStruct } from "../parquet/thrift.js";
import { encodePage } from "./table-page.js";
import type { ColumnKind, ColumnValues, TableColumn } from "./table-column.js";

/*
 * Parquet for tables of several kinds of columns in which values may be missing: one page per column and group of rows,
 * nothing compressed. The same rows in the same groups give the same bytes.
 */

const types: Readonly<Record<ColumnKind, number>> = { boolean: 0, integer: 2, number: 5, text: 6 };
const OPTIONAL = 1;
const UTF8 = 0;
const UNCOMPRESSED = 0;
const RLE = 3;

/** The checksum of a whole file. */
export const FILE_SEAL = "kinetree.checksum";

/** Makes the bytes of a file, part by part: head, groups of rows, tail. */
export interface TableEncoder {
  readonly head: () => Uint8Array;
  /** The next group; `values` in the order of the columns, all of one length. */
  readonly group: (values: readonly ColumnValues[]) => Uint8Array;
  /** Makes a complete file of the parts before it. */
  readonly tail: () => Uint8Array;
}

interface WrittenColumn {
  readonly offset: number;
  readonly bytes: number;
  readonly missing: number;
}

interface WrittenGroup {
  readonly rows: number;
  readonly columns: readonly WrittenColumn[];
}

/**
 * Makes a Parquet file of rows of several kinds.
 * @param metadata texts about the file, in addition to units and a checksum of the whole file
 */
export function createTableEncoder(
  columns: readonly TableColumn[],
  metadata: Readonly<Record<string, string>>,
): TableEncoder {
  const groups: WrittenGroup[] = [];
  let end = MAGIC.length;
  let checksum = crc32(MAGIC);
  return {
    head: () => MAGIC.slice(),
    group: (values) => {
      const out = new ByteWriter();
      const written = columns.map(({ kind }, i): WrittenColumn => {
        const { bytes, missing } = encodePage(kind, values[i]);
        const offset = end + out.length;
        out.bytes(bytes);
        return { offset, bytes: bytes.length, missing };
      });
      groups.push({ rows: values[0]?.length ?? 0, columns: written });
      end += out.length;
      checksum = crc32(out.view(), checksum);
      return out.take();
    },
    tail: () => {
      const out = new ByteWriter();
      const units = Object.fromEntries(columns.map(({ name, unit }) => [name, unit]));
      const entries = [
        ["kinetree.units", JSON.stringify(units)],
        ...Object.entries(metadata).map(([key, value]) => [`kinetree.metadata.${key}`, value]),
        blankSeal(FILE_SEAL),
      ];
      new ThriftStruct(out)
        .i32(1, 2)
        .structList(2, [null, ...columns], (element, column) => schemaElement(element, column, columns.length))
        .i64(
          3,
          groups.reduce((sum, { rows }) => sum + rows, 0),
        )
        .structList(4, groups, (element, group) => rowGroup(element, group, columns, end))
        .structList(5, entries, (pair, [key, value]) => pair.text(1, key).text(2, value))
        .text(6, CREATOR)
        .end();
      return sealed(out.u32(out.length).bytes(MAGIC).take(), FILE_SEAL, checksum);
    },
  };
}

function rowGroup(
  element: ThriftStruct,
  { rows, columns: written }: WrittenGroup,
  columns: readonly TableColumn[],
  end: number,
): ThriftStruct {
  const total = written.reduce((sum, { bytes }) => sum + bytes, 0);
  return element
    .structList(1, written, (column, { offset, bytes, missing }, i) =>
      column.i64(2, offset).struct(3, (meta) =>
        meta
          .i32(1, types[columns[i].kind])
          .i32List(2, [PLAIN, RLE])
          .textList(3, [columns[i].name])
          .i32(4, UNCOMPRESSED)
          .i64(5, rows)
          .i64(6, bytes)
          .i64(7, bytes)
          .i64(9, offset)
          .struct(12, (statistics) => statistics.i64(3, missing)),
      ),
    )
    .i64(2, total)
    .i64(3, rows)
    .i64(5, written[0]?.offset ?? end)
    .i64(6, total);
}

function schemaElement(element: ThriftStruct, column: TableColumn | null, width: number): ThriftStruct {
  if (column === null) return element.text(4, "rows").i32(5, width);
  element.i32(1, types[column.kind]).i32(3, OPTIONAL).text(4, column.name);
  // Said twice, the old way and the new one, for readers of either age.
  if (column.kind === "text") element.i32(6, UTF8).struct(10, (type) => type.struct(1, (string) => string));
  return element;
}
