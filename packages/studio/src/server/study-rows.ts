import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readRows, type Table } from "@kinetree/results";
import type { Manifest } from "@kinetree/study/node";
import { encodeColumns, NO_TEXT, type Column } from "../api/columns.js";
import { chunkNames, rangeOfChunk, rowsOfChunk, type StudyPlace } from "./study-place.js";

/** The finished rows of a study, as they are sent. */
export interface SentRows {
  readonly etag: string;
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
}

/** Reads the rows that are there: those of one file if the study is finished, otherwise those of its chunks. */
export async function studyRows({ path, manifest }: StudyPlace): Promise<SentRows> {
  const names = chunkNames(path);
  const tables = (await fromResults(path, manifest, names)) ?? (await fromChunks(path, manifest, names));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const columns = manifest.columns.map((column): Column => {
    const parts = tables.map(
      (table) => table.values[table.columns.findIndex(({ name }) => name === column.name)] ?? [],
    );
    const { name, unit, role } = column;
    if (column.kind === "text") return { name, unit, role, kind: "text", ...textsOf(parts, tables, rows) };
    return { name, unit, role, kind: column.kind, ...numbersOf(parts, tables, rows) };
  });
  return { etag: etagOf(manifest, names), pieces: encodeColumns({ rows, columns }) };
}

/** Changes with the rows, without reading them. */
export const etagOf = ({ hash }: Manifest, names: readonly string[]): string =>
  `"${hash.slice(0, 24)}-${names.length}-${names.reduce((sum, name) => sum + rowsOfChunk(name), 0)}"`;

/** The file of a finished study; null if it is missing or incomplete. */
async function fromResults(path: string, manifest: Manifest, names: readonly string[]): Promise<Table[] | null> {
  const file = join(path, "results.parquet");
  const done = names.reduce((sum, name) => sum + rowsOfChunk(name), 0);
  if (!existsSync(file) || (names.length > 0 && done !== manifest.rows)) return null;
  try {
    const table = await readRows(await readFile(file), file);
    return table.metadata["study"] === manifest.hash && table.rows === manifest.rows ? [table] : null;
  } catch {
    // Damaged; the chunks are the truth.
    return null;
  }
}

async function fromChunks(path: string, manifest: Manifest, names: readonly string[]): Promise<Table[]> {
  const tables: Table[] = [];
  for (const name of names) {
    const file = join(path, "chunks", name);
    try {
      const table = await readRows(await readFile(file), file);
      // Chunks that are damaged, or of another study or other rows, count as not done: resuming computes them again.
      const { study, rows } = table.metadata;
      if (study === manifest.hash && rows === rangeOfChunk(name) && table.rows === rowsOfChunk(name))
        tables.push(table);
    } catch {
      continue;
    }
  }
  return tables;
}

type Part = ArrayLike<number | string | null>;

function numbersOf(
  parts: readonly Part[],
  tables: readonly Table[],
  rows: number,
): { readonly values: Float64Array; readonly missing: number } {
  const only = parts[0];
  const values = parts.length === 1 && only instanceof Float64Array ? only : joined(parts, tables, rows);
  let missing = 0;
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) missing++;
  return { values, missing };
}

function joined(parts: readonly Part[], tables: readonly Table[], rows: number): Float64Array {
  const values = new Float64Array(rows).fill(NaN);
  let at = 0;
  parts.forEach((part, i) => {
    if (part instanceof Float64Array) values.set(part, at);
    at += tables[i].rows;
  });
  return values;
}

function textsOf(
  parts: readonly Part[],
  tables: readonly Table[],
  rows: number,
): { readonly dictionary: readonly string[]; readonly indices: Uint32Array } {
  const places = new Map<string, number>();
  const indices = new Uint32Array(rows).fill(NO_TEXT);
  let at = 0;
  parts.forEach((part, t) => {
    for (let i = 0; i < part.length; i++) {
      const text = part[i];
      if (typeof text !== "string") continue;
      let place = places.get(text);
      if (place === undefined) places.set(text, (place = places.size));
      indices[at + i] = place;
    }
    at += tables[t].rows;
  });
  return { dictionary: [...places.keys()], indices };
}
