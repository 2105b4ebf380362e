import type { ColumnValues } from "@kinetree/results";
import { readChunk } from "./chunk-file.js";
import { readManifest, type Manifest } from "./manifest.js";
import { scanChunks } from "./scan.js";
import { studyFolder } from "./study-folder.js";

/** The rows that a study has computed, a part at a time. */
export interface StudyResults {
  readonly manifest: Manifest;
  /** Rows that are there; fewer than the manifest says as long as the study is not finished. */
  readonly rows: number;
  /** The values of all columns, in their order, chunk after chunk in the order of the rows. */
  readonly chunks: () => AsyncGenerator<readonly ColumnValues[]>;
}

/** Reads the results of a study, for reports and programs that do not want them all at once. */
export async function readResults(path: string): Promise<StudyResults> {
  const folder = studyFolder(path);
  const manifest = readManifest(folder);
  const { done, rowsDone } = await scanChunks(folder, manifest);
  return {
    manifest,
    rows: rowsDone,
    async *chunks() {
      for (const range of done) yield (await readChunk(folder, manifest, range)).values;
    },
  };
}
