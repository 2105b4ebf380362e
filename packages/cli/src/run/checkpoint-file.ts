import { closeSync, openSync, readSync, statSync } from "node:fs";
import { decodeCheckpoint, encodeCheckpoint, type RunCheckpoint } from "kinetree";
import { hashText } from "kinetree/tools";
import type { WriterMark } from "@kinetree/results";
import { FileError, fileError } from "../failure/errors.js";
import { readBytes } from "../input/read-text.js";
import { writeWhole } from "../output/write-text.js";
import type { RunSettings } from "./run-settings.js";

/** A run between two steps, with everything that going on needs. */
export interface SavedRun {
  /** The model as a JSON file. */
  readonly model: string;
  readonly settings: RunSettings;
  /** How far the result file is; null without one. */
  readonly mark: WriterMark | null;
  readonly run: RunCheckpoint;
}

/** Of any version. */
const OWN_START = "kinetree run ";
const MAGIC = `${OWN_START}1`;

/** A line that says what it is, a line with a hash, a line of JSON, then the engine's checkpoint. As a whole or not at all. */
export function saveRun(path: string, { run, ...facts }: SavedRun): void {
  const text = JSON.stringify(facts);
  const head = new TextEncoder().encode(`${MAGIC}\n${hashText(text)}\n${text}\n`);
  const numbers = encodeCheckpoint(run);
  const bytes = new Uint8Array(head.length + numbers.length);
  bytes.set(head);
  bytes.set(numbers, head.length);
  refuseToLose(path);
  writeWhole(path, bytes);
}

/** A checkpoint replaces an older one, or nothing. */
export function refuseToLose(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return;
  const start = readStart(path, OWN_START.length);
  if (start === "" || start === OWN_START) return;
  throw new FileError({
    code: "file-exists",
    subject: `file "${path}"`,
    value: path,
    message: `"${path}" already exists and is no checkpoint: a checkpoint would replace it. Choose another name, or delete the file.`,
  });
}

function readStart(path: string, length: number): string {
  const bytes = new Uint8Array(length);
  try {
    const descriptor = openSync(path, "r");
    try {
      return new TextDecoder().decode(bytes.subarray(0, readSync(descriptor, bytes)));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw fileError("read", path, error);
  }
}

export function loadRun(path: string): SavedRun {
  const bytes = readBytes(path);
  const ends: number[] = [];
  for (let i = 0; i < bytes.length && ends.length < 3; i++) if (bytes[i] === 10) ends.push(i);
  const text = (from: number, to: number): string => new TextDecoder().decode(bytes.subarray(from, to));
  if (ends.length < 3 || text(0, ends[0]) !== MAGIC) throw refuse(path, "is no checkpoint of a run");
  const facts = text(ends[1] + 1, ends[2]);
  if (hashText(facts) !== text(ends[0] + 1, ends[1])) throw refuse(path, "is damaged: its hash differs");
  const saved = JSON.parse(facts) as Omit<SavedRun, "run">;
  return { ...saved, run: decodeCheckpoint(bytes.subarray(ends[2] + 1), `"${path}"`) };
}

const refuse = (path: string, why: string): FileError =>
  new FileError({
    code: "not-a-checkpoint",
    subject: `file "${path}"`,
    value: path,
    message: `"${path}" ${why}. Give a file that kinetree run --checkpoint has written.`,
  });
