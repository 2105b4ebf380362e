import { RequestError } from "kinetree";

const fixes: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full. Free some space, or write to another disk.",
  EDQUOT: "Your share of the disk is used up. Free some space, or write to another disk.",
  EIO: "The disk reports an error. Write to another disk, and check this one.",
  EPIPE: "Whoever read the output has stopped. Write to a file, or keep the reader running.",
  EACCES: "You may not write there. Change the permissions, or choose another place.",
  EPERM: "You may not write there. Change the permissions, or choose another place.",
  EROFS: "The disk is read-only. Choose another place.",
  EISDIR: "That is a folder. Give the name of a file in it.",
  ENOENT: "The folder does not exist. Create it first.",
  ENOTDIR: "A part of the path is a file, not a folder. Choose another place.",
  EEXIST: "The file exists already. Choose another name, or allow it to be overwritten.",
  EMFILE: "Too many files are open. Close some.",
  ENAMETOOLONG: "The name is too long. Choose a shorter one.",
  EFBIG: "The file would be larger than this disk allows. Record fewer channels or rows.",
};

export const errnoOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";

/** The file system refused: names the path, the cause, the fix, and what became of the rows recorded before. */
export function writeError(path: string, error: unknown, afterwards = ""): RequestError {
  const code = errnoOf(error);
  const cause = error instanceof Error ? error.message : String(error);
  return new RequestError({
    code: "result-not-written",
    subject: `result file ${path}`,
    value: code,
    message: `cannot write ${path} (${cause}). ${fixes[code] ?? "Choose another place."}${afterwards}`,
  });
}
