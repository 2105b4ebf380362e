import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { addCounts, failuresIn, readChunk, type FailureCounts } from "./chunk-file.js";
import { chunkName, chunkRanges } from "./chunk-ranges.js";
import { layoutOf, type Manifest } from "./manifest.js";
import type { RowRange } from "../prepare/prepared-study.js";
import { namesIn, type StudyFolder } from "./study-folder.js";

/** What is there of a study. */
export interface Scan {
  /** In the order of the rows. */
  readonly done: readonly RowRange[];
  readonly missing: readonly RowRange[];
  /** Chunks that are there but cannot be read; they count as missing. */
  readonly damaged: readonly string[];
  readonly rowsDone: number;
  readonly failures: FailureCounts;
}

/** Looks at every chunk, down to its checksum: nothing damaged is taken for a result. */
export async function scanChunks(folder: StudyFolder, manifest: Manifest): Promise<Scan> {
  const layout = layoutOf(manifest);
  const done: RowRange[] = [];
  const missing: RowRange[] = [];
  const damaged: string[] = [];
  let failures: FailureCounts = {};
  for (const range of chunkRanges(layout)) {
    const path = join(folder.chunks, chunkName(layout, range));
    if (!existsSync(path)) {
      missing.push(range);
      continue;
    }
    try {
      failures = addCounts(failures, failuresIn(await readChunk(folder, manifest, range)));
      done.push(range);
    } catch {
      damaged.push(path);
      missing.push(range);
    }
  }
  return { done, missing, damaged, failures, rowsDone: done.reduce((sum, { count }) => sum + count, 0) };
}

/** Rows of the chunks that are there, by their names alone. */
export function countRows(folder: StudyFolder, manifest: Manifest): number {
  const layout = layoutOf(manifest);
  const there = new Set(namesIn(folder.chunks));
  return chunkRanges(layout).reduce((sum, range) => sum + (there.has(chunkName(layout, range)) ? range.count : 0), 0);
}

/** Takes damaged chunks away, so that they are computed again. */
export function removeDamaged({ damaged }: Scan): void {
  for (const path of damaged) rmSync(path, { force: true });
}
