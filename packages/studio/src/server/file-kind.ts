import { open } from "node:fs/promises";
import { extname } from "node:path";
import type { FileEntry } from "../api/types.js";

/** What is read of a file to see what it is [bytes]. */
const GLANCE = 1 << 16;

/** What a file is by its name and, where that does not tell, by its beginning; null if the studio has no use for it. */
export async function fileKind(path: string): Promise<FileEntry["kind"] | null> {
  switch (extname(path).toLowerCase()) {
    case ".urdf":
    case ".mjcf":
      return "model";
    case ".parquet":
    case ".mcap":
    case ".csv":
      return "result";
    case ".xml":
      return /<(robot|mujoco|mujocoinclude)[\s>]/.test(await beginningOf(path)) ? "model" : null;
    case ".json":
      // What lies beside a CSV result describes its columns.
      return /\.csv\.json$/i.test(path) ? null : jsonKind(await beginningOf(path));
    case ".ts":
    case ".mts":
    case ".js":
    case ".mjs":
      return /\bdefineStudy\b/.test(await beginningOf(path)) ? "study-description" : null;
    default:
      return null;
  }
}

function jsonKind(text: string): FileEntry["kind"] | null {
  const has = (key: string): boolean => new RegExp(`"${key}"\\s*:`).test(text);
  if (has("scenario") && (has("outputs") || has("samples"))) return "study-description";
  if (has("kinetree") || (has("bodies") && has("joints"))) return "model";
  return null;
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(GLANCE), 0, GLANCE, 0);
    return new TextDecoder().decode(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
