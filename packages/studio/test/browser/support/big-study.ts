import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readRows, type ColumnValues } from "@kinetree/results";
import { readManifest, studyFolder } from "@kinetree/study/node";
import { writeChunk } from "../../../../study/src/store/chunk-file.js";
import { writeManifest } from "../../../../study/src/store/manifest.js";

/** Rows of the large study. */
export const MANY = 50_000;

/**
 * Writes a study of many rows from a small one that is finished: its rows over and over, numbers varied a little. Simulating as many
 * would take minutes, and nobody replays them here.
 */
export async function putBigStudy(folder: string, small: string): Promise<void> {
  const from = studyFolder(join(folder, small));
  const manifest = { ...readManifest(from), samples: MANY, rows: MANY, chunkSize: MANY };
  const table = await readRows(readFileSync(from.results), from.results);
  const values = manifest.columns.map((column): ColumnValues => {
    const given = table.values[table.columns.findIndex(({ name }) => name === column.name)];
    if (column.name === "sample") return Float64Array.from({ length: MANY }, (_, row) => row);
    if (given instanceof Float64Array) {
      const vary = column.kind === "number" ? (row: number): number => 1 + 0.02 * Math.sin(row) : (): number => 1;
      return Float64Array.from({ length: MANY }, (_, row) => given[row % given.length] * vary(row));
    }
    return Array.from({ length: MANY }, (_, row) => given[row % given.length] as string);
  });
  const into = studyFolder(join(folder, "big.study"));
  mkdirSync(into.chunks, { recursive: true });
  writeManifest(into, manifest);
  writeChunk(into, manifest, { caseIndex: 0, firstSample: 0, count: MANY }, values);
}
