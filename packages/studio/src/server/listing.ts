import { existsSync } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import type { FileEntry, StudyEntry } from "../api/types.js";
import { isGiven, type Root } from "./roots.js";
import { isStudyFolder, studyEntry, studyPlace } from "./study-place.js";

export interface Listing {
  readonly files: readonly FileEntry[];
  readonly studies: readonly StudyEntry[];
  readonly remarks: readonly string[];
}

/** A longer list would not be read; a home folder has hundreds of thousands of files. */
const MOST_FILES = 2000;
/** Names that are looked at, of use or not. */
const MOST_NAMES = 50_000;
const DEEPEST = 12;
/** Time limit of a search [ms]. */
const LONGEST = 3000;

/** Folders that hold no work of the user's. */
const skipped: ReadonlySet<string> = new Set(["node_modules", "__pycache__"]);

interface Walk {
  readonly roots: readonly Root[];
  readonly files: FileEntry[];
  readonly studies: StudyEntry[];
  readonly remarks: Set<string>;
  /** Real paths of folders, so that links do not lead in circles. */
  readonly seen: Set<string>;
  readonly began: number;
  names: number;
}

export async function listingOf(roots: readonly Root[]): Promise<Listing> {
  const walk: Walk = {
    roots,
    files: [],
    studies: [],
    remarks: new Set(),
    seen: new Set(),
    began: performance.now(),
    names: 0,
  };
  for (const root of roots) {
    if (root.only === null) await lookInto(walk, root, root.path, [], root.id);
    else await addFile(walk, root, join(root.path, root.only), [root.only]);
  }
  const byName = (a: { readonly id: string }, b: { readonly id: string }): number =>
    a.id.localeCompare(b.id, "en", { numeric: true });
  return { files: walk.files.sort(byName), studies: walk.studies.sort(byName), remarks: [...walk.remarks] };
}

async function lookInto(walk: Walk, root: Root, path: string, inside: readonly string[], id: string): Promise<void> {
  if (walk.seen.has(path)) return;
  walk.seen.add(path);
  if (isStudyFolder(path)) {
    try {
      walk.studies.push(studyEntry(await studyPlace(walk.roots, [root.id, ...inside])));
      return;
    } catch (error) {
      walk.remarks.add(`${id} was skipped: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  let entries;
  try {
    entries = await readdir(path, { withFileTypes: true });
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing) walk.remarks.add(`${inside.join("/") || root.shown} cannot be read.`);
    return;
  }
  for (const entry of entries) {
    if (entry.name.startsWith(".") || skipped.has(entry.name)) continue;
    if (isFull(walk)) return;
    walk.names++;
    const at = [...inside, entry.name];
    const real = entry.isSymbolicLink() ? await linkTarget(walk, join(path, entry.name)) : join(path, entry.name);
    if (real === null) continue;
    const about = entry.isSymbolicLink() ? await stat(real) : entry;
    if (about.isFile()) await addFile(walk, root, real, at);
    else if (about.isDirectory() && at.length <= DEEPEST)
      await lookInto(walk, root, real, at, [root.id, ...at].join("/"));
  }
}

function isFull(walk: Walk): boolean {
  if (walk.files.length >= MOST_FILES)
    walk.remarks.add(`There are more than ${MOST_FILES} files; the rest were skipped.`);
  else if (walk.names >= MOST_NAMES)
    walk.remarks.add(`The folders contain more than ${MOST_NAMES} entries; the rest were skipped.`);
  else if (performance.now() - walk.began > LONGEST)
    walk.remarks.add("Searching the folders takes too long; the rest was skipped. Choose a smaller folder.");
  else return false;
  return true;
}

/** Where a link leads, if that was given too. */
async function linkTarget(walk: Walk, path: string): Promise<string | null> {
  try {
    const real = await realpath(path);
    return isGiven(walk.roots, real) ? real : null;
  } catch {
    return null;
  }
}

async function addFile(walk: Walk, root: Root, path: string, inside: readonly string[]): Promise<void> {
  try {
    const kind = await fileKind(path);
    if (kind === null) return;
    const { size } = await stat(path);
    const hasUnits = /\.csv$/i.test(path) && existsSync(`${path}.json`);
    const id = [root.id, ...inside].join("/");
    walk.files.push({
      id,
      name: inside.join("/").replaceAll(sep, "/"),
      kind,
      size,
      ...(hasUnits ? { hasUnits } : {}),
    });
  } catch {
    walk.remarks.add(`${inside.join("/")} cannot be read.`);
  }
}

/** Bytes read to find the kind of a file. */
const GLANCE = 1 << 16;

/** Kind of a file by its name or else by its beginning; null if the studio does not open it. */
async function fileKind(path: string): Promise<FileEntry["kind"] | null> {
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
      // The JSON file next to a CSV result describes its columns.
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
