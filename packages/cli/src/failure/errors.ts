import { KinetreeError, type ErrorFacts } from "kinetree";

/** The command line is at fault. */
export class UsageError extends KinetreeError {}

/** A file cannot be read or written. */
export class FileError extends KinetreeError {}

export const usage = (code: string, subject: string, value: unknown, message: string): UsageError =>
  new UsageError({ code, subject, value, message });

const causes: Readonly<Record<string, { readonly what: string; readonly fix: string }>> = {
  ENOENT: { what: "there is no such file or folder", fix: "Check the path." },
  EACCES: { what: "permission is denied", fix: "Change the permissions, or choose another path." },
  EPERM: { what: "permission is denied", fix: "Change the permissions, or choose another path." },
  EROFS: { what: "the file system is read-only", fix: "Choose a path elsewhere." },
  EISDIR: { what: "it is a folder", fix: "Name a file." },
  ENOTDIR: { what: "a part of the path is a file, not a folder", fix: "Check the path." },
  ENOSPC: { what: "the disk is full", fix: "Free some space, or choose a path on another disk." },
  EDQUOT: { what: "the disk quota is used up", fix: "Free some space, or choose a path on another disk." },
  EMFILE: { what: "too many files are open", fix: "Close some programs, or raise the limit (ulimit -n)." },
  EFBIG: { what: "the file would be too large", fix: "Choose a path on another file system." },
};

/** An error of the operating system about a file, in words; anything else is given back as it is. */
export function fileError(doing: "read" | "write", path: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const { what, fix } = causes[error.code] ?? { what: error.message, fix: "Check the path." };
  const facts: ErrorFacts = {
    code: `cannot-${doing}`,
    subject: `file "${path}"`,
    value: error.code,
    message: `cannot ${doing} "${path}": ${what} (${error.code}). ${fix}`,
  };
  return new FileError(facts);
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException & { code: string } =>
  error instanceof Error && "syscall" in error && "code" in error && typeof error.code === "string";
