import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { RequestError } from "kinetree";
import { notWritten } from "./store-error.js";
import { UNFINISHED } from "./whole-file.js";

/** What lies where in the folder of a study. */
export interface StudyFolder {
  readonly path: string;
  readonly manifest: string;
  readonly chunks: string;
  readonly results: string;
  readonly lock: string;
}

/** The places in a folder, which need not exist. */
export const studyFolder = (path: string): StudyFolder => ({
  path,
  manifest: join(path, "manifest.json"),
  chunks: join(path, "chunks"),
  results: join(path, "results.parquet"),
  lock: join(path, "lock.json"),
});

/** What the folder itself may hold. */
const ours = /^(manifest\.json|results\.parquet|lock\.json|chunks|report|report\..*)(\..*)?$/;

/** Whether there is a study in a folder. */
export const holdsStudy = (folder: StudyFolder): boolean => existsSync(folder.manifest);

/** Makes the folder, or takes one that is empty; refuses one that holds other things. */
export function makeFolder(folder: StudyFolder): void {
  try {
    makeFolders(folder.path);
    const foreign = readdirSync(folder.path).find((name) => !ours.test(name));
    if (foreign !== undefined)
      throw new RequestError({
        code: "folder-in-use",
        subject: `folder ${folder.path}`,
        value: foreign,
        message: `${folder.path} holds other things ("${foreign}"). Choose a folder that is empty or does not exist.`,
      });
    makeFolders(folder.chunks);
  } catch (error) {
    throw error instanceof RequestError ? error : notWritten(folder.path, error);
  }
}

/** One after the other, because Node's own way calls a read-only disk a missing folder. */
export function makeFolders(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolders(above);
  mkdirSync(path);
}

/** Takes away what a writer left that was killed: such files are never taken for whole ones. */
export function removeUnfinished(folder: StudyFolder): void {
  for (const place of [folder.path, folder.chunks]) {
    for (const name of namesIn(place)) if (name.endsWith(UNFINISHED)) rmSync(join(place, name), { force: true });
  }
}

/** Takes away a study's files, so that another one can be written in their place. */
export function clearFolder(folder: StudyFolder): void {
  try {
    rmSync(folder.results, { force: true });
    rmSync(folder.chunks, { force: true, recursive: true });
    rmSync(folder.manifest, { force: true });
  } catch (error) {
    throw notWritten(folder.path, error);
  }
}

/** Names in a folder; none if there is no such folder. */
export function namesIn(path: string): string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}
