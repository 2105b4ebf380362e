import { RequestError } from "kinetree";

/** The file is not a result that can be read; `where` is a line, or "" for the whole. */
export function readError(file: string, where: string, value: unknown, message: string): RequestError {
  return new RequestError({
    code: "result-not-readable",
    subject: `result file ${file}`,
    value,
    message: `${file}${where === "" ? "" : `:${where}`}: ${message}`,
  });
}
