import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTableEncoder, readRows, valuesOf, type ColumnValues, type Table } from "@kinetree/results";
import { RequestError } from "kinetree";
import { chunkName, firstRow } from "./chunk-ranges.js";
import { layoutOf, type Manifest } from "./manifest.js";
import type { RowRange } from "../prepare/prepared-study.js";
import type { StudyFolder } from "./study-folder.js";
import { writeWhole } from "./whole-file.js";

/** How many samples failed, by their causes. */
export type FailureCounts = Readonly<Record<string, number>>;

/** Ends of samples that did not fail. */
const fine: ReadonlySet<string> = new Set(["finished", "event"]);

/** Writes the rows of a chunk as one file, which is there as a whole or not at all. */
export function writeChunk(
  folder: StudyFolder,
  manifest: Manifest,
  range: RowRange,
  rows: readonly ColumnValues[],
): void {
  const name = chunkName(layoutOf(manifest), range);
  const encoder = createTableEncoder(manifest.columns, { study: manifest.hash, rows: rowsText(manifest, range) });
  const kept = ` What was finished before is kept: kinetree study resume ${folder.path} continues from there.`;
  writeWhole(join(folder.chunks, name), [encoder.head(), encoder.group(rows), encoder.tail()], kept);
}

/** Which rows of the study a chunk has: a file that was copied over another has the wrong ones. */
function rowsText(manifest: Manifest, range: RowRange): string {
  const first = firstRow(layoutOf(manifest), range);
  return `${first}-${first + range.count - 1}`;
}

/** Reads a chunk; refuses one that is damaged, or of another study, or of other rows than its name says. */
export async function readChunk(folder: StudyFolder, manifest: Manifest, range: RowRange): Promise<Table> {
  const path = join(folder.chunks, chunkName(layoutOf(manifest), range));
  const table = await readRows(readFileSync(path), path);
  const { study, rows } = table.metadata;
  if (study !== manifest.hash || rows !== rowsText(manifest, range) || table.rows !== range.count)
    throw new RequestError({
      code: "result-not-readable",
      subject: `chunk ${path}`,
      value: rows ?? null,
      message: `${path} holds rows of another study, or others than its name says. Delete it, and resume the study.`,
    });
  return table;
}

/** Counts the samples of some rows that failed. */
export function failuresIn(table: Pick<Table, "columns" | "values">): FailureCounts {
  const counts: Record<string, number> = {};
  for (const end of valuesOf({ ...table, rows: 0, metadata: {} }, "end") ?? []) {
    const cause = String(end);
    if (!fine.has(cause)) counts[cause] = (counts[cause] ?? 0) + 1;
  }
  return counts;
}

/** Sums of both. */
export function addCounts(a: FailureCounts, b: FailureCounts): FailureCounts {
  const sum: Record<string, number> = { ...a };
  for (const [cause, count] of Object.entries(b)) sum[cause] = (sum[cause] ?? 0) + count;
  return sum;
}
