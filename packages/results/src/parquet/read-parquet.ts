import { parquetMetadata, parquetRead, type FileMetaData } from "hyparquet";
import { readError } from "../read-error.js";
import type { ResultTable } from "../result-table.js";
import { isAt, pageHeader, rowsOfPage } from "./page-header.js";
import { preambleLength } from "./preamble.js";

/** A table of numbers with a column "time". */
export async function readParquet(bytes: Uint8Array, file: string): Promise<ResultTable> {
  // A copy: Node's small buffers are parts of a large one.
  const content = new Uint8Array(bytes);
  const { metadata, columns } = (await complete(content, file)) ?? incomplete(content, file);
  if (!columns.has("time")) {
    throw readError(file, "", [...columns.keys()].slice(0, 8), `has no column "time". This is no result of a run.`);
  }
  const entries = (metadata.key_value_metadata ?? []).map(({ key, value }): [string, string] => [key, value ?? ""]);
  const below = (prefix: string): Record<string, string> =>
    Object.fromEntries(
      entries.filter(([key]) => key.startsWith(prefix)).map(([key, v]) => [key.slice(prefix.length), v]),
    );
  const units = new Map(Object.entries(unitsOf(entries, file)));
  const names = [...columns.keys()].filter((name) => name !== "time");
  const columnOf = (name: string): Float64Array => columns.get(name) ?? new Float64Array(0);
  return {
    names,
    units: names.map((name) => units.get(name) ?? ""),
    time: columnOf("time"),
    columns: names.map(columnOf),
    metadata: below("kinetree.metadata."),
    summary: below("kinetree.summary."),
  };
}

interface Content {
  readonly metadata: FileMetaData;
  readonly columns: ReadonlyMap<string, Float64Array>;
}

const namesIn = ({ schema }: FileMetaData): string[] => schema.slice(1).map(({ name }) => name);

/** Null if the file has no footer. */
async function complete({ buffer }: Uint8Array<ArrayBuffer>, file: string): Promise<Content | null> {
  const metadata = footerOf(buffer);
  if (!metadata) return null;
  const rows = Number(metadata.num_rows);
  const columns = new Map(namesIn(metadata).map((name) => [name, new Float64Array(rows)]));
  try {
    await parquetRead({
      file: buffer,
      metadata,
      onChunk: ({ columnName, columnData, rowStart }) => {
        const column = columns.get(columnName);
        if (!column) return;
        if (columnData instanceof Float64Array) column.set(columnData, rowStart);
        else for (let i = 0; i < columnData.length; i++) column[rowStart + i] = numberOf(columnData[i]);
      },
    });
  } catch (error) {
    throw damaged(file, error);
  }
  return { metadata, columns };
}

function footerOf(buffer: ArrayBuffer): FileMetaData | null {
  try {
    return parquetMetadata(buffer);
  } catch {
    return null;
  }
}

/** The whole row groups of a file that was being written when its writer was killed. */
function incomplete(content: Uint8Array<ArrayBuffer>, file: string): Content {
  const salvaged = salvageParquet(content);
  if (!salvaged) throw damaged(file, "it has neither an end nor a beginning of ours");
  const { metadata, column } = salvaged;
  return { metadata, columns: new Map(namesIn(metadata).map((name, i) => [name, column(i)])) };
}

const damaged = (file: string, error: unknown): Error =>
  readError(
    file,
    "",
    error,
    `is no complete Parquet file (${error instanceof Error ? error.message : String(error)}). ` +
      "If a run that wrote it was killed, resume it from its checkpoint.",
  );

function unitsOf(entries: readonly (readonly [string, string])[], file: string): Record<string, string> {
  const text = entries.find(([key]) => key === "kinetree.units")?.[1];
  if (text === undefined) return {};
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch (error) {
    throw damaged(file, error);
  }
}

/** Other programs write integers and missing values too. */
function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "bigint" || typeof value === "boolean" ? Number(value) : NaN;
}

/** What can be read of a file without its footer. */
interface Salvaged {
  /** That of the file without rows. */
  readonly metadata: FileMetaData;
  readonly rows: number;
  /** All values of a column. */
  readonly column: (index: number) => Float64Array;
}

/** Finds the whole row groups of a file whose writer was killed; null if there is not even a preamble. */
function salvageParquet(bytes: Uint8Array<ArrayBuffer>): Salvaged | null {
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
