import { FileError } from "./file-error.js";

/** A file given by the user, with its path in the given folder. */
export interface GivenFile {
  /** Slashes forward, without one at the beginning. */
  readonly path: string;
  readonly file: File;
}

/** Largest file that is read [bytes]. */
export const LARGEST_FILE = 256 * 1024 * 1024;

/** Most files of a folder that are looked at. */
const MOST_FILES = 5000;

/** The files that were chosen or dropped, folders opened; to be called in the turn of the event, because a drop ends with it. */
export async function givenFiles(given: readonly File[] | DataTransfer): Promise<GivenFile[]> {
  if (isList(given)) return given.map((file) => ({ path: pathOf(file), file }));
  const items = [...given.items].filter(({ kind }) => kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry());
  const files = [...given.files];
  if (!entries.some((entry) => entry?.isDirectory)) return files.map((file) => ({ path: pathOf(file), file }));
  const found: GivenFile[] = [];
  for (const entry of entries) if (entry) await collect(entry, found);
  return found;
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

export const endingOf = (path: string): string => /\.([^./]*)$/.exec(baseName(path))?.[1].toLowerCase() ?? "";

export function refuseHuge({ path, file }: GivenFile): void {
  if (file.size <= LARGEST_FILE) return;
  const fix = /^(csv|parquet|mcap)$/.test(endingOf(path))
    ? "Record fewer channels or rows, or plot it with the command kinetree plot."
    : "Is it the right file? A model is a text of a few MB at most; meshes are separate files.";
  const message = `${path} is ${megabytes(file.size)}, must be at most ${megabytes(LARGEST_FILE)}. ${fix}`;
  throw new FileError("file-too-large", path, message);
}

export const megabytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_048_576).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;

const isList = (given: readonly File[] | DataTransfer): given is readonly File[] => Array.isArray(given);

/** Files of a chosen folder carry their path; Node's have none. */
const pathOf = (file: File): string => {
  const relative = (file as Partial<Pick<File, "webkitRelativePath">>).webkitRelativePath;
  return relative === undefined || relative === "" ? file.name : relative;
};

async function collect(entry: FileSystemEntry, found: GivenFile[]): Promise<void> {
  if (found.length >= MOST_FILES)
    throw new FileError(
      "too-many-files",
      "dropped folder",
      `the folder contains more than ${MOST_FILES} files. Drop the folder of one model, or start kinetree studio FOLDER.`,
    );
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push({ path: entry.fullPath.replace(/^\//, ""), file });
  } else if (isFolder(entry)) {
    // Hidden folders hold versions and caches, never a part of a model.
    if (entry.name.startsWith(".")) return;
    const reader = entry.createReader();
    for (;;) {
      // A reader gives its entries in portions; an empty one is the last.
      const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (portion.length === 0) return;
      for (const inner of portion) await collect(inner, found);
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
