import type { FileMetaData } from "hyparquet";
import { readError } from "../read-error.js";
import type { ResultTable } from "../result-table.js";
import { CREATOR } from "./constants.js";
import { readMetadata } from "./metadata.js";
import { preambleLength } from "./preamble.js";
import { readColumns } from "./read-columns.js";
import { readOwnRun } from "./read-own-run.js";

/** A table of numbers with a column "time". */
export async function readParquet(bytes: Uint8Array, file: string): Promise<ResultTable> {
  // A copy: Node's small buffers are parts of a large one.
  const content = new Uint8Array(bytes);
  let read: Content;
  try {
    read = await contentOf(content);
  } catch (error) {
    throw damaged(file, error);
  }
  const { metadata, columns } = read;
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

/** Of a run of ours, or of another program. */
async function contentOf(content: Uint8Array<ArrayBuffer>): Promise<Content> {
  const start = preambleLength(content);
  if (start !== null) return readOwnRun(content, start);
  const metadata = readMetadata(content);
  // Programs that keep entries of a file that they have read sign with a name of their own.
  if (metadata.created_by === CREATOR) throw new Error("its first bytes are not those that were written");
  const rows = Number(metadata.num_rows);
  const names = metadata.schema.slice(1).map(({ name }) => name);
  const columns = new Map(names.map((name) => [name, new Float64Array(rows)]));
  await readColumns(content, metadata, (name, values, rowStart) => {
    const column = columns.get(name);
    if (!column) return;
    if (values instanceof Float64Array) column.set(values, rowStart);
    else for (let i = 0; i < values.length; i++) column[rowStart + i] = numberOf(values[i]);
  });
  return { metadata, columns };
}

function damaged(file: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  const fix = "Take a copy that is whole, or run again; a run that has a checkpoint can be resumed from it.";
  return readError(file, "", reason, `is damaged, or no Parquet file (${reason}). ${fix}`);
}

function unitsOf(entries: readonly (readonly [string, string])[], file: string): Record<string, string> {
  const text = entries.find(([key]) => key === "kinetree.units")?.[1];
  if (text === undefined) return {};
  try {
    const units: unknown = JSON.parse(text);
    return Object.fromEntries(Object.entries(units ?? {}).map(([name, unit]) => [name, String(unit)]));
  } catch (error) {
    throw damaged(file, error);
  }
}

/** Other programs write integers and missing values too. */
function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "bigint" || typeof value === "boolean" ? Number(value) : NaN;
}
