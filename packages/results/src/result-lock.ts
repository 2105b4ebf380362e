import { randomUUID } from "node:crypto";
import { realpathSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RequestError } from "kinetree";
import { lockHolder, tryLock, type LockHolder } from "./file-lock.js";
import type { Storage } from "./write/storage.js";
import { errnoOf } from "./write/write-error.js";

/** A writer; a process may have several, of several files. */
interface Writer extends LockHolder {
  readonly writer: string;
}

/** Folders in which no file can be made, though files that are there can be written; or there is no folder for temporary files. */
const noLocks: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "ENOENT"]);

/**
 * Keeps a result file to one writer as long as it is open: rows of two would lie between each other.
 * @param resumes a run that goes on where a writer of this process stopped takes the file over from it
 */
export function lockedStorage(storage: Storage, resumes: boolean): Storage {
  const own = { ...lockHolder(), writer: randomUUID() };
  const held: (() => void)[] = [];
  const release = (): void => {
    process.removeListener("exit", release);
    for (const each of held.splice(0)) each();
  };
  // A program that ends without closing the file leaves no lock behind.
  process.once("exit", release);
  try {
    for (const lock of [besideFile(storage.path), ofContent(storage.path)]) {
      const attempt = attemptAt(lock, own, (other) => resumes && other.pid === own.pid);
      if (attempt === null) continue;
      if ("heldBy" in attempt) throw inUse(storage.path, lock, attempt.heldBy);
      held.push(attempt.release);
    }
  } catch (error) {
    release();
    throw error;
  }
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

/** Symbolic links and the file they lead to have one lock, which other machines see as well. */
const besideFile = (path: string): string => `${realpathSync(path)}.lock`;

/** Names of one content, hard links to each other, may lie anywhere: their lock is in a place that depends on the content alone. */
function ofContent(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return join(tmpdir(), `kinetree-${process.getuid?.() ?? 0}-${dev}-${ino}.lock`);
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
