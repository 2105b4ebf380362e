import { createTableEncoder, type ColumnValues } from "@kinetree/results";
import { readChunk } from "./chunk-file.js";
import type { Manifest } from "./manifest.js";
import type { RowRange } from "../prepare/prepared-study.js";
import type { StudyFolder } from "./study-folder.js";
import { WholeFile } from "./whole-file.js";

/** Rows that are held at a time: enough for readers to like the file, few enough not to matter. */
const ROWS_PER_GROUP = 8192;

/**
 * Makes one Parquet file of chunks, in their order. The bytes depend on the rows alone, not on how they were cut.
 * @param kept what the message says about rows that are safe, should the disk refuse
 */
export async function combineChunks(
  path: string,
  folder: StudyFolder,
  manifest: Manifest,
  chunks: readonly RowRange[],
  kept = "",
): Promise<void> {
  const encoder = createTableEncoder(manifest.columns, {
    study: manifest.hash,
    name: manifest.name,
    seed: String(manifest.seed),
    version: manifest.versions.kinetree,
  });
  const file = new WholeFile(path, kept);
  try {
    file.write(encoder.head());
    for await (const group of groupsOf(folder, manifest, chunks)) file.write(encoder.group(group));
    file.write(encoder.tail());
    file.commit();
  } catch (error) {
    file.discard();
    throw error;
  }
}

/** Rows of chunks, in groups of one size. */
async function* groupsOf(
  folder: StudyFolder,
  manifest: Manifest,
  chunks: readonly RowRange[],
): AsyncGenerator<readonly ColumnValues[]> {
  let parts: (readonly ColumnValues[])[] = [];
  let held = 0;
  for (const range of chunks) {
    const { values } = await readChunk(folder, manifest, range);
    parts.push(values);
    held += range.count;
    while (held >= ROWS_PER_GROUP) {
      const joined = join(parts, held);
      yield joined.map((column) => column.slice(0, ROWS_PER_GROUP));
      parts = [joined.map((column) => column.slice(ROWS_PER_GROUP))];
      held -= ROWS_PER_GROUP;
    }
  }
  if (held > 0) yield join(parts, held);
}

function join(parts: readonly (readonly ColumnValues[])[], rows: number): readonly ColumnValues[] {
  return parts[0].map((first, i) => {
    if (!(first instanceof Float64Array)) return parts.flatMap((part) => part[i] as readonly (string | null)[]);
    const out = new Float64Array(rows);
    let at = 0;
    for (const part of parts) {
      out.set(part[i] as Float64Array, at);
      at += part[i].length;
    }
    return out;
  });
}
