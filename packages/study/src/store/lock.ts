import { RequestError } from "kinetree";
import { holderOfLock, lockHolder, tryLock, type LockAttempt, type LockHolder } from "@kinetree/results/node";
import { notWritten } from "./store-error.js";
import type { StudyFolder } from "./study-folder.js";

/** Who works in a folder, since when, and how much was done when it began. */
export interface Lock extends LockHolder {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly rowsBefore: number;
}

/** Takes the folder for this process; gives what lets go of it. Refuses while another process that lives holds it. */
export function takeLock(folder: StudyFolder, rowsBefore = 0): { readonly release: () => void } {
  const attempt = attemptAt(folder, { ...lockHolder(), since: Date.now(), rowsBefore });
  if ("heldBy" in attempt) throw inUse(folder, attempt.heldBy);
  return attempt;
}

function attemptAt(folder: StudyFolder, lock: Lock): LockAttempt<Lock> {
  try {
    return tryLock(folder.lock, lock);
  } catch (error) {
    throw notWritten(folder.lock, error);
  }
}

/** The living process that holds the folder; null if there is none. */
export const holderOf = (folder: StudyFolder): Lock | null => holderOfLock<Lock>(folder.lock);

const inUse = ({ path, lock }: StudyFolder, { pid, host }: Lock): RequestError =>
  new RequestError({
    code: "study-in-use",
    subject: `folder ${path}`,
    value: pid,
    message: `process ${pid} on ${host} is at work in ${path}. Wait until it ends; if there is no such process, delete ${lock}.`,
  });
