import type { FileMetaData } from "hyparquet";
import { crc32 } from "../crc32.js";
import { metadataIn, readMetadata, tailStart, tailStartIn } from "../parquet/metadata.js";
import { readColumns } from "../parquet/read-columns.js";
import { brokenSeal, isOurs } from "../parquet/seal.js";
import { readError } from "../read-error.js";
import { checksumOf, type Storage } from "../write/storage.js";
import type { ColumnKind, Table, TableColumn } from "./table-column.js";
import { FILE_SEAL } from "./table-encoder.js";

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
  try {
    // A copy: Node's small buffers are parts of a large one.
    return await tableOf(new Uint8Array(bytes));
  } catch (error) {
    throw damaged(file, error instanceof Error ? error.message : String(error));
  }
}

async function tableOf(content: Uint8Array<ArrayBuffer>): Promise<Table> {
  checkSeal(content);
  const metadata = readMetadata(content);
  const entries = entriesOf(metadata);
  const units = new Map(Object.entries(JSON.parse(entries.get("kinetree.units") ?? "{}") as Record<string, string>));
  const columns = metadata.schema.slice(1).map(({ name, type }): TableColumn => {
    return { name, kind: kinds[type ?? ""] ?? "text", unit: units.get(name) ?? "" };
  });
  const rows = Number(metadata.num_rows);
  const values = new Map(columns.map(({ name, kind }) => [name, emptyValues(kind, rows)]));
  await readColumns(content, metadata, (name, data, rowStart) => {
    const column = values.get(name);
    if (column) fill(column, data, rowStart);
  });
  return { columns, rows, values: columns.map(({ name }) => values.get(name) ?? []), metadata: textsIn(entries) };
}

const entriesOf = ({ key_value_metadata: all }: FileMetaData): ReadonlyMap<string, string> =>
  new Map((all ?? []).map(({ key, value }) => [key, value ?? ""]));

const PREFIX = "kinetree.metadata.";

/** The texts about the file that its writer was given. */
const textsIn = (entries: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...entries].flatMap(([key, value]) => (key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), value]] : [])),
  );

/** What a file of ours says about itself, which no byte of it contradicts; holds little of it at a time. */
export function checkParquetRows(source: Pick<Storage, "size" | "read">): Pick<Table, "rows" | "metadata"> {
  const start = tailStartIn(source);
  const tail = new Uint8Array(source.read(start, source.size() - start));
  const broken = brokenSeal(tail, FILE_SEAL, checksumOf(source, start));
  if (broken !== null) throw new Error(broken);
  const metadata = metadataIn(tail, start);
  return { rows: Number(metadata.num_rows), metadata: textsIn(entriesOf(metadata)) };
}

/** Every byte of a file of ours is covered, those of the tail too. */
function checkSeal(content: Uint8Array): void {
  const start = tailStart(content);
  const tail = content.subarray(start);
  if (!isOurs(tail, FILE_SEAL)) return;
  const broken = brokenSeal(tail, FILE_SEAL, crc32(content.subarray(0, start)));
  if (broken !== null) throw new Error(broken);
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

const damaged = (file: string, reason: string): Error =>
  readError(
    file,
    "",
    reason,
    `is damaged, or no Parquet file (${reason}). Delete it, and let its rows be computed again.`,
  );
