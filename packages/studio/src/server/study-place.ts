import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { readManifest, studyFolder, type Manifest } from "@kinetree/study/node";
import type { StudyEntry } from "../api/types.js";
import { placeOf, type Placed, type Root } from "./roots.js";

export interface StudyPlace extends Placed {
  readonly manifest: Manifest;
}

export async function studyPlace(roots: readonly Root[], segments: readonly string[]): Promise<StudyPlace> {
  const placed = await placeOf(roots, segments);
  return { ...placed, manifest: readManifest(studyFolder(placed.path)) };
}

export const isStudyFolder = (path: string): boolean =>
  existsSync(join(path, "manifest.json")) &&
  (existsSync(join(path, "chunks")) || existsSync(join(path, "results.parquet")));

/** Names of the chunks that are there, in the order of their rows. */
export function chunkNames(path: string): string[] {
  try {
    return readdirSync(join(path, "chunks"))
      .filter((name) => rowsOfChunk(name) > 0)
      .sort();
  } catch {
    return [];
  }
}

export function rowsOfChunk(name: string): number {
  const [, first, last] = /^(\d{10})-(\d{10})\.parquet$/.exec(name) ?? [];
  return first === undefined || last === undefined ? 0 : Number(last) - Number(first) + 1;
}

/** "64-127" for "0000000064-0000000127.parquet": the rows as the chunk itself says them. */
export const rangeOfChunk = (name: string): string => name.replace(".parquet", "").split("-").map(Number).join("-");

export const studyEntry = ({ path, id, root, manifest }: StudyPlace): StudyEntry => ({
  id,
  name: path === root.path ? basename(path) : id.slice(root.id.length + 1),
  done: chunkNames(path).reduce((sum, name) => sum + rowsOfChunk(name), 0),
  rows: manifest.rows,
});
