import { RequestError } from "kinetree";

const fixes: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full. Free some space, or choose a folder on another disk.",
  EDQUOT: "Your share of the disk is used up. Free some space, or choose a folder on another disk.",
  EFBIG: "The file would be larger than this disk allows. Choose a folder on another disk.",
  EIO: "The disk reports an error. Choose a folder on another disk, and check this one.",
  EACCES: "You may not write there. Change the permissions, or choose another folder.",
  EPERM: "You may not write there. Change the permissions, or choose another folder.",
  EROFS: "The disk is read-only. Choose another folder.",
  ENOENT: "A parent folder does not exist. Create it first.",
  ENOTDIR: "A part of the path is a file, not a folder. Choose another one.",
  EEXIST: "There is a file of that name. Choose another one.",
  EMFILE: "Too many files are open. Close some programs.",
};

/** The name of a refusal of the operating system; "unknown" for anything else. */
export const errnoOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";

/** The file system refused to write: names the path, the cause and the fix, and what is kept. */
export function notWritten(path: string, error: unknown, kept = ""): RequestError {
  const code = errnoOf(error);
  const cause = error instanceof Error ? error.message : String(error);
  return new RequestError({
    code: "study-not-written",
    subject: `file ${path}`,
    value: code,
    message: `cannot write ${path} (${cause}). ${fixes[code] ?? "Choose another folder."}${kept}`,
  });
}

/** The folder is there but nothing can be made of it. */
export const notAStudy = (folder: string, reason: string, fix: string): RequestError =>
  new RequestError({
    code: "not-a-study-folder",
    subject: `folder ${folder}`,
    value: folder,
    message: `${folder} is no folder of a study: ${reason}. ${fix}`,
  });
