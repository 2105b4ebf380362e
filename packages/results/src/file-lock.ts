import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { errnoOf } from "./write/write-error.js";

/** Who holds a lock. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** When that process itself was started, where the system tells: its number may be given to another one. */
  readonly process: string;
}

/** This process. */
export const lockHolder = (): LockHolder => ({
  pid: process.pid,
  host: hostname(),
  process: processFacts(process.pid).start,
});

/** What lets go of the lock, or who has it. */
export type LockAttempt<H extends LockHolder> = { readonly release: () => void } | { readonly heldBy: H };

/**
 * Makes a file that says who holds a lock, unless a process that lives holds it. Throws what the file system says if it cannot be
 * made.
 * @param mayTake whether a lock of a living process may be taken over all the same
 */
export function tryLock<H extends LockHolder>(
  path: string,
  holder: H,
  mayTake: (other: H) => boolean = () => false,
): LockAttempt<H> {
  const text = `${JSON.stringify(holder)}\n`;
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, text, { flag: "wx" });
      return { release: () => release(path, text) };
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") throw error;
    }
    const other = readLock<H>(path);
    // A lock that says nothing is one whose writer was killed between making and filling it.
    if (other !== null && ((isAlive(other) && !mayTake(other)) || attempt > 3)) return { heldBy: other };
    setAside(path, other);
  }
}

/** The living process that holds a lock; null if there is none. */
export function holderOfLock<H extends LockHolder>(path: string): H | null {
  const lock = readLock<H>(path);
  return lock !== null && isAlive(lock) ? lock : null;
}

function readLock<H extends LockHolder>(path: string): H | null {
  try {
    const lock = JSON.parse(readFileSync(path, "utf8")) as H;
    return Number.isInteger(lock.pid) ? lock : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, host, process: start }: LockHolder): boolean {
  // Nothing can be known of a process of another machine.
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errnoOf(error) === "ESRCH") return false;
  }
  const { state, start: now } = processFacts(pid);
  // One that has ended keeps its number until its parent asks for it, which some never do.
  if (state === "Z" || state === "X") return false;
  return start === "" || now === "" || start === now;
}

/** Fields 3 and 22 of /proc/PID/stat, behind the name in parentheses; "" where there is no such file. */
function processFacts(pid: number): { readonly state: string; readonly start: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0], start: fields[19] ?? "" };
  } catch {
    return { state: "", start: "" };
  }
}

/** Two processes may find the same stale lock: one that moves a fresh lock away puts it back. */
function setAside(path: string, stale: LockHolder | null): void {
  const aside = `${path}.${process.pid}.part`;
  try {
    renameSync(path, aside);
    const moved = readFileSync(aside, "utf8");
    if (stale !== null && moved !== `${JSON.stringify(stale)}\n`) linkSync(aside, path);
  } catch {
    // Another one was quicker; the next attempt sees what it left.
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Only a lock that is still ours. */
function release(path: string, text: string): void {
  try {
    if (readFileSync(path, "utf8") === text) rmSync(path, { force: true });
  } catch {
    // Gone with its folder.
  }
}
