import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { RequestError } from "kinetree";
import { errnoOf, notWritten } from "./store-error.js";
import type { StudyFolder } from "./study-folder.js";

/** Who works in a folder, since when, and how much was done when it began. */
export interface Lock {
  readonly pid: number;
  readonly host: string;
  /** When that process itself was started, where the system tells: its number may be given to another one. */
  readonly process: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly rowsBefore: number;
}

/** Takes the folder for this process; gives what lets go of it. Refuses while another process that lives holds it. */
export function takeLock(folder: StudyFolder, rowsBefore = 0): { readonly release: () => void } {
  const lock: Lock = {
    pid: process.pid,
    host: hostname(),
    process: processFacts(process.pid).start,
    since: Date.now(),
    rowsBefore,
  };
  const text = `${JSON.stringify(lock)}\n`;
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(folder.lock, text, { flag: "wx" });
      return { release: () => release(folder, text) };
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") throw notWritten(folder.lock, error);
    }
    const holder = readLock(folder);
    // A lock that says nothing is one whose writer was killed between making and filling it.
    if (holder !== null && (isAlive(holder) || attempt > 3)) throw inUse(folder, holder);
    setAside(folder, holder);
  }
}

/** The living process that holds the folder; null if there is none. */
export function holderOf(folder: StudyFolder): Lock | null {
  const lock = readLock(folder);
  return lock !== null && isAlive(lock) ? lock : null;
}

function readLock(folder: StudyFolder): Lock | null {
  try {
    const lock = JSON.parse(readFileSync(folder.lock, "utf8")) as Lock;
    return Number.isInteger(lock.pid) ? lock : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, host, process: start }: Lock): boolean {
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
function setAside(folder: StudyFolder, stale: Lock | null): void {
  const aside = `${folder.lock}.${process.pid}.part`;
  try {
    renameSync(folder.lock, aside);
    const moved = readFileSync(aside, "utf8");
    if (stale !== null && moved !== `${JSON.stringify(stale)}\n`) linkSync(aside, folder.lock);
  } catch {
    // Another one was quicker; the next attempt sees what it left.
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Only a lock that is still ours. */
function release(folder: StudyFolder, text: string): void {
  try {
    if (readFileSync(folder.lock, "utf8") === text) rmSync(folder.lock, { force: true });
  } catch {
    // Gone with its folder.
  }
}

const inUse = ({ path, lock }: StudyFolder, { pid, host }: Lock): RequestError =>
  new RequestError({
    code: "study-in-use",
    subject: `folder ${path}`,
    value: pid,
    message: `process ${pid} on ${host} is at work in ${path}. Wait until it ends; if there is no such process, delete ${lock}.`,
  });
