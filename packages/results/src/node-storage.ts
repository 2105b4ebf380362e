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

/**
 * Streams that the program was given. Even where one is a file it is not ours: others may have written to it, or go on doing
 * so, and a second opening would begin at its front again.
 */
const givenStreams: Readonly<Record<string, number>> = {
  "/dev/stdout": 1,
  "/dev/fd/1": 1,
  "/dev/stderr": 2,
  "/dev/fd/2": 2,
};

/** Opens a file for writing without touching what it holds; creates it if it is not there. */
export function openStorage(path: string, mustBeNew: boolean): Storage {
  if (Object.hasOwn(givenStreams, path)) return streamStorage(path, givenStreams[path]);
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

/** One byte behind the other onto a stream that stays open. */
function streamStorage(path: string, descriptor: number): Storage {
  fstatSync(descriptor); // complains if it is closed
  return {
    path,
    seekable: false,
    size: () => 0,
    read: () => new Uint8Array(0),
    write: (bytes) => writePatiently(descriptor, bytes),
    truncate: () => {},
    sync: () => {},
    close: () => {},
    remove: () => {},
  };
}

/** A pipe whose reader is slow may refuse to wait: then we do. */
function writePatiently(descriptor: number, bytes: Uint8Array): number {
  for (;;) {
    try {
      return writeSync(descriptor, bytes);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

function openExisting(path: string): number {
  const about = statSync(path, { throwIfNoEntry: false });
  if (!about) return openSync(path, "wx+");
  // Not for reading too: a process that holds the reading end of a pipe never learns that the reader has gone.
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
