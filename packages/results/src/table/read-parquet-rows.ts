import { parquetMetadata, parquetRead, type FileMetaData } from "hyparquet";
import { crc32 } from "../crc32.js";
import { readError } from "../read-error.js";
import type { ColumnKind, Table, TableColumn } from "./table-column.js";

const kinds: Readonly<Record<string, ColumnKind>> = {
  BOOLEAN: "boolean",
  INT32: "integer",
  INT64: "integer",
  FLOAT: "number",
  DOUBLE: "number",
  BYTE_ARRAY: "text",
};

/**
 * Reads a Parquet file of rows of several kinds. A file of ours whose content is not what was written is refused, whether it is
 * cut off or changed.
 */
export async function readParquetRows(bytes: Uint8Array, file: string): Promise<Table> {
  // A copy: Node's small buffers are parts of a large one.
  const content = new Uint8Array(bytes);
  let metadata: FileMetaData;
  try {
    metadata = parquetMetadata(content.buffer);
  } catch (error) {
    throw damaged(file, error instanceof Error ? error.message : String(error));
  }
  const entries = new Map((metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value ?? ""]));
  checkSum(content, entries.get("kinetree.checksum"), file);
  const units = JSON.parse(entries.get("kinetree.units") ?? "{}") as Record<string, string>;
  const columns = metadata.schema.slice(1).map(({ name, type }): TableColumn => {
    return { name, kind: kinds[type ?? ""] ?? "text", unit: units[name] ?? "" };
  });
  const rows = Number(metadata.num_rows);
  const values = new Map(columns.map(({ name, kind }) => [name, emptyValues(kind, rows)]));
  try {
    await parquetRead({
      file: content.buffer,
      metadata,
      onChunk: ({ columnName, columnData, rowStart }) => {
        const column = values.get(columnName);
        if (column) fill(column, columnData, rowStart);
      },
    });
  } catch (error) {
    throw damaged(file, error instanceof Error ? error.message : String(error));
  }
  const prefix = "kinetree.metadata.";
  const own = [...entries].filter(([key]) => key.startsWith(prefix));
  return {
    columns,
    rows,
    values: columns.map(({ name }) => values.get(name) ?? []),
    metadata: Object.fromEntries(own.map(([key, value]) => [key.slice(prefix.length), value])),
  };
}

type Growing = Float64Array | (string | null)[];

const emptyValues = (kind: ColumnKind, rows: number): Growing =>
  kind === "text" ? new Array<string | null>(rows).fill(null) : new Float64Array(rows).fill(NaN);

function fill(column: Growing, data: ArrayLike<unknown>, start: number): void {
  for (let i = 0; i < data.length; i++) {
    const value = data[i];
    if (value === null || value === undefined) continue;
    if (column instanceof Float64Array) column[start + i] = Number(value);
    else column[start + i] = String(value);
  }
}

function checkSum(content: Uint8Array, expected: string | undefined, file: string): void {
  if (expected === undefined) return;
  const footer = new DataView(content.buffer, content.byteOffset).getUint32(content.length - 8, true);
  const found = crc32(content.subarray(0, content.length - 8 - footer))
    .toString(16)
    .padStart(8, "0");
  if (found !== expected) throw damaged(file, `its checksum is ${found}, not ${expected}`);
}

const damaged = (file: string, reason: string): Error =>
  readError(
    file,
    "",
    reason,
    `is no complete Parquet file (${reason}). Delete it, and let its rows be computed again.`,
  );
