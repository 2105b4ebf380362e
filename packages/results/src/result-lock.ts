import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { RequestError } from "kinetree";
import { lockHolder, tryLock, type LockHolder } from "./file-lock.js";
import type { Storage } from "./write/storage.js";
import { errnoOf } from "./write/write-error.js";

/** A writer; a process may have several, of several files. */
interface Writer extends LockHolder {
  readonly writer: string;
}

/** Folders in which no file can be made, though files that are there can be written. */
const noLocks: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);

/**
 * Keeps a result file to one writer as long as it is open: rows of two would lie between each other.
 * @param resumes a run that goes on where a writer of this process stopped takes the file over from it
 */
export function lockedStorage(storage: Storage, resumes: boolean): Storage {
  // Two names of one file have one lock.
  const lock = `${realpathSync(storage.path)}.lock`;
  const own = lockHolder();
  const attempt = attemptAt(lock, { ...own, writer: randomUUID() }, (other) => resumes && other.pid === own.pid);
  if (attempt === null) return storage;
  if ("heldBy" in attempt) throw inUse(storage.path, lock, attempt.heldBy);
  // A program that ends without closing the file leaves no lock behind.
  process.once("exit", attempt.release);
  const release = (): void => {
    process.removeListener("exit", attempt.release);
    attempt.release();
  };
  return {
    ...storage,
    close: () => {
      try {
        storage.close();
      } finally {
        release();
      }
    },
  };
}

function attemptAt(
  lock: string,
  own: Writer,
  mayTake: (other: Writer) => boolean,
): ReturnType<typeof tryLock<Writer>> | null {
  try {
    return tryLock(lock, own, mayTake);
  } catch (error) {
    if (noLocks.has(errnoOf(error))) return null;
    throw error;
  }
}

const inUse = (path: string, lock: string, { pid, host }: Writer): RequestError =>
  new RequestError({
    code: "result-in-use",
    subject: `result file ${path}`,
    value: pid,
    message:
      `process ${pid} on ${host} is writing ${path}, and rows of two runs in one file would be of no use. ` +
      `Choose another name, or wait until it ends; if there is no such process, delete ${lock}.`,
  });
