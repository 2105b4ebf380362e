import { KinetreeError } from "kinetree";
import type { ApiError } from "../api/types.js";

/** A request that fails, with the status and the body of the answer. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Library errors that concern files on disk, not the request. */
const statuses: Readonly<Record<string, number>> = {
  "not-a-study-folder": 404,
  "study-in-use": 409,
  "study-exists": 409,
  "study-changed": 409,
  "folder-in-use": 409,
  "study-not-written": 507,
};

const fileProblems: Readonly<Record<string, readonly [number, string, string]>> = {
  ENOENT: [404, "not-found", "there is no such file. Reload the page to see the current files."],
  ENOTDIR: [404, "not-found", "there is no such file. Reload the page to see the current files."],
  ELOOP: [404, "not-found", "its symbolic links are broken. Fix the links."],
  ENAMETOOLONG: [400, "name-too-long", "the name is longer than the disk allows. Choose a shorter one."],
  EACCES: [403, "not-permitted", "permission is denied. Change the permissions of the file or its folder."],
  EPERM: [403, "not-permitted", "permission is denied. Change the permissions of the file or its folder."],
  EROFS: [403, "not-permitted", "the disk is read-only. Start the studio with a folder on another disk."],
  ENOSPC: [507, "disk-full", "the disk is full. Free some space."],
  EDQUOT: [507, "disk-full", "the disk quota is exceeded. Free some space."],
  EMFILE: [503, "busy", "too many files are open. Try again."],
};

/** Any error as an answer. Internal errors reveal no details. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof KinetreeError) return new Problem(statuses[error.code] ?? 422, error.code, error.message);
  const errno = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  const known = fileProblems[errno];
  if (known !== undefined) return new Problem(known[0], known[1], known[2]);
  return new Problem(
    500,
    "bug",
    "internal error of kinetree studio; please report it with the request that caused it.",
  );
}

export const bodyOf = ({ code, message }: Problem): ApiError => ({ code, message });
