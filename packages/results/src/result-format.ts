import { RequestError } from "kinetree";
import type { ResultFormat } from "./write/encoder.js";

const formats: readonly ResultFormat[] = ["csv", "parquet", "mcap"];

/** The format that a file's name stands for. */
export function resultFormat(path: string): ResultFormat {
  const extension = /\.([^./\\]*)$/.exec(path)?.[1].toLowerCase() ?? "";
  const format = formats.find((name) => name === extension);
  if (format) return format;
  throw new RequestError({
    code: "result-format",
    subject: `result file ${path}`,
    value: extension,
    message: `${path} ${extension === "" ? "has no extension" : `ends in ".${extension}"`}, which is no format of results. Use .csv, .parquet or .mcap.`,
  });
}
