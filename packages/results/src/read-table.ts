import { readCsv } from "./csv/read-csv.js";
import { resultFormat } from "./result-format.js";
import type { ResultTable } from "./result-table.js";
import type { ResultFormat } from "./write/encoder.js";

/** Facts about the bytes that they do not contain. */
export interface ReadTableOptions {
  /** Default: by the extension of `file`. */
  readonly format?: ResultFormat;
  /** The name for messages. */
  readonly file: string;
  /** The text of the JSON file next to a CSV file, which has units and metadata; null or left out if there is none. */
  readonly sidecar?: string | null;
}

/** A result from the bytes of its file. */
export async function readTable(bytes: Uint8Array, options: ReadTableOptions): Promise<ResultTable> {
  const { file, format = resultFormat(file), sidecar = null } = options;
  switch (format) {
    case "csv":
      return readCsv(bytes, file, sidecar);
    case "parquet":
      return (await import("./parquet/read-parquet.js")).readParquet(bytes, file);
    case "mcap":
      return (await import("./mcap/read-mcap.js")).readMcap(bytes, file);
  }
}
