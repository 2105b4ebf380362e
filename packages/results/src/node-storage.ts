import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import type { Sidecar, Storage } from "./write/storage.js";

/** Opens a file for writing without touching what it holds; creates it if it is not there. */
export function openStorage(path: string, mustBeNew: boolean): Storage {
  const descriptor = mustBeNew ? openSync(path, "wx+") : openExisting(path);
  const seekable = fstatSync(descriptor).isFile();
  return {
    path,
    seekable,
    size: () => fstatSync(descriptor).size,
    read: (position, length) => {
      const bytes = new Uint8Array(length);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
    },
    write: (bytes, position) => writeSync(descriptor, bytes, 0, bytes.length, seekable ? position : null),
    truncate: (length) => {
      if (seekable) ftruncateSync(descriptor, length);
    },
    sync: () => {
      if (seekable) fsyncSync(descriptor);
    },
    close: () => closeSync(descriptor),
    remove: () => {
      if (seekable) unlinkSync(path);
    },
  };
}

function openExisting(path: string): number {
  const about = statSync(path, { throwIfNoEntry: false });
  if (!about) return openSync(path, "wx+");
  // Not for reading too: whoever holds the reading end of a pipe never learns that the reader has gone.
  return openSync(path, about.isFile() || about.isDirectory() ? "r+" : "w");
}

/** Replaced through a second file and a rename, so that readers never see half of it. */
export const fileSidecar = (path: string): Sidecar => ({
  replace: (text) => {
    const fresh = `${path}.new`;
    try {
      writeFileSync(fresh, text);
      renameSync(fresh, path);
    } catch (error) {
      try {
        unlinkSync(fresh);
      } catch {
        // It was never made.
      }
      throw error;
    }
  },
});
