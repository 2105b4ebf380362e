import { createCsvEncoder } from "./csv/csv-encoder.js";
import { sidecarText } from "./csv/sidecar.js";
import { createMcapEncoder } from "./mcap/mcap-encoder.js";
import { createParquetEncoder } from "./parquet/parquet-encoder.js";
import { checkHeader, unfinished, type ResultHeader, type ResultSummary } from "./result-header.js";
import type { Encoder, ResultFormat } from "./write/encoder.js";
import { BlockWriter } from "./write/block-writer.js";
import type { Sidecar, Storage } from "./write/storage.js";
import type { ResultWriter, WriterMark } from "./write/types.js";
import { writeError } from "./write/write-error.js";

const encoders: Readonly<Record<ResultFormat, (header: ResultHeader, valuesPerBlock?: number) => Encoder>> = {
  csv: createCsvEncoder,
  parquet: createParquetEncoder,
  mcap: createMcapEncoder,
};

/** Where a writer begins, and its further files. */
export interface WriterOptions {
  /** Takes what a CSV file cannot say about itself; without one, nothing does. */
  readonly sidecar?: Sidecar | null;
  /** Go on writing where a mark of the same result says. */
  readonly from?: WriterMark | null;
  /** Values in a block; part of what the bytes are, so a resumed run needs the same. Default: the format's. */
  readonly valuesPerBlock?: number;
}

/** A writer onto any storage. */
export function createWriter(
  format: ResultFormat,
  storage: Storage,
  header: ResultHeader,
  options: WriterOptions = {},
): ResultWriter {
  const { sidecar = null, from = null, valuesPerBlock } = options;
  checkHeader(header);
  const beside = format === "csv" ? sidecar : null;
  const encoder = encoders[format](header, valuesPerBlock);
  const onSummary = (summary: ResultSummary): void => beside?.replace(sidecarText(header, summary, encoder.checksum()));
  const writer = new BlockWriter(storage, encoder, header, onSummary, from);
  try {
    // Rows are still to come, so there is nothing yet that they could be checked by.
    beside?.replace(sidecarText(header, unfinished, null));
  } catch (error) {
    throw writeError(`${storage.path}.json`, error);
  }
  return writer;
}
