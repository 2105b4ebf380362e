import { csvNames, csvRows, resultFormat } from "@kinetree/results";
import { RequestError } from "kinetree";
import { readChunk } from "./chunk-file.js";
import { combineChunks } from "./combine.js";
import { readManifest } from "./manifest.js";
import { scanChunks } from "./scan.js";
import { studyFolder } from "./study-folder.js";
import { WholeFile } from "./whole-file.js";

/** What an export wrote. */
export interface Exported {
  readonly path: string;
  readonly rows: number;
  /** Rows of the study that are not computed yet. */
  readonly missing: number;
}

/** Writes the rows that are there to one file, .csv or .parquet. */
export async function exportStudy(path: string, out: string): Promise<Exported> {
  const format = resultFormat(out);
  if (format === "mcap")
    throw new RequestError({
      code: "export-format",
      subject: `file ${out}`,
      value: format,
      message: `${out}: MCAP files hold motions, not rows of samples. Use .csv or .parquet; kinetree study replay writes MCAP.`,
    });
  const folder = studyFolder(path);
  const manifest = readManifest(folder);
  const { done, rowsDone } = await scanChunks(folder, manifest);
  const exported: Exported = { path: out, rows: rowsDone, missing: manifest.rows - rowsDone };
  if (format === "parquet") {
    await combineChunks(out, folder, manifest, done);
    return exported;
  }
  const encoder = new TextEncoder();
  const file = new WholeFile(out);
  try {
    file.write(encoder.encode(csvNames(manifest.columns)));
    for (const range of done)
      file.write(encoder.encode(csvRows(manifest.columns, (await readChunk(folder, manifest, range)).values)));
    file.commit();
  } catch (error) {
    file.discard();
    throw error;
  }
  return exported;
}
