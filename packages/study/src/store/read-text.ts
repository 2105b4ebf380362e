import { readFileSync } from "node:fs";
import { RequestError } from "kinetree";
import { errnoOf } from "./store-error.js";

/** The text of a file that a study is made of. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const isMissing = errnoOf(error) === "ENOENT";
    throw fileNotRead(
      file,
      isMissing ? "there is no such file" : error instanceof Error ? error.message : String(error),
    );
  }
}

/** A file that a study is made of cannot be read. */
export const fileNotRead = (file: string, reason: string): RequestError =>
  new RequestError({
    code: "study-not-read",
    subject: `file ${file}`,
    value: file,
    message: `cannot read ${file}: ${reason}. Put the file back where it was, or check the path.`,
  });
