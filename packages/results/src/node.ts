/* Result files on disk. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { RequestError } from "kinetree";
import { anything, aSwitch, checkOptions, type OptionTypes } from "kinetree/tools";
import { sidecarPath } from "./csv/sidecar.js";
import { fileSidecar, openStorage } from "./node-storage.js";
import { readTable } from "./read-table.js";
import { lockedStorage } from "./result-lock.js";
import { resultFormat } from "./result-format.js";
import { checkHeader, type ResultHeader } from "./result-header.js";
import type { ResultTable } from "./result-table.js";
import { createWriter } from "./create-writer.js";
import type { Table } from "./table/table-column.js";
import type { ResultWriter, WriterMark } from "./write/types.js";
import type { Storage } from "./write/storage.js";
import { errnoOf, writeError } from "./write/write-error.js";

// Locks that know when their holder has ended, for whatever else is written by one process at a time
export { holderOfLock, lockHolder, tryLock, type LockAttempt, type LockHolder } from "./file-lock.js";

/** What becomes of a file that exists. */
export interface OpenResultOptions {
  /** Go on writing where a mark of the same result says. */
  readonly from?: WriterMark;
  /** False refuses a file that exists. Default true; even then the old content stays until the first rows are due. */
  readonly overwrite?: boolean;
}

const optionTypes: OptionTypes<OpenResultOptions> = { from: anything, overwrite: aSwitch };

/** Opens a result file for writing, in the format of its extension: .csv, .parquet or .mcap. */
export function openResult(path: string, header: ResultHeader, options: OpenResultOptions = {}): ResultWriter {
  checkOptions(options, optionTypes);
  const { from = null, overwrite = true } = options;
  // "/dev/stdout" and the like, whatever they lead to: no extension, and no place for a second file next to them.
  const device = isDevice(path);
  const format = device ? "csv" : resultFormat(path);
  checkHeader(header);
  let storage: Storage;
  try {
    storage = openStorage(path, !overwrite && from === null);
  } catch (error) {
    throw writeError(path, error);
  }
  try {
    if (!storage.seekable && format !== "csv") {
      throw new RequestError({
        code: "result-needs-file",
        subject: `result file ${path}`,
        value: format,
        message: `${path} is a pipe or device, which cannot hold ${format}. Write to a file, or write CSV.`,
      });
    }
    if (storage.seekable && !device) storage = lockedStorage(storage, from !== null);
    const sidecar = storage.seekable && !device ? fileSidecar(sidecarPath(path)) : null;
    return createWriter(format, storage, header, { sidecar, from });
  } catch (error) {
    storage.close();
    throw error;
  }
}

/** Reads a result file, in the format of its extension. */
export async function readResult(path: string): Promise<ResultTable> {
  const format = resultFormat(path);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const code = errnoOf(error);
    const fix =
      code === "ENOENT" ? "There is no such file. Check the name." : "Check the permissions, and that it is a file.";
    throw new RequestError({
      code: "result-not-read",
      subject: `result file ${path}`,
      value: code,
      message: `cannot read ${path} (${error instanceof Error ? error.message : code}). ${fix}`,
    });
  }
  return readTable(bytes, { format, file: path, sidecar: format === "csv" ? textIfThere(sidecarPath(path)) : null });
}

/**
 * What a Parquet file of rows of ours says about itself. Throws, with the reason alone, if a byte of it is not what was written, or if
 * another program has written it.
 */
export async function checkRows(path: string): Promise<Pick<Table, "rows" | "metadata">> {
  const { checkParquetRows } = await import("./table/read-parquet-rows.js");
  const descriptor = openSync(path, "r");
  try {
    return checkParquetRows({
      size: () => fstatSync(descriptor).size,
      read: (position, length) => {
        const bytes = new Uint8Array(length);
        return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
      },
    });
  } finally {
    closeSync(descriptor);
  }
}

function textIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Whether a path leads to a stream or the like, which has no neighbours; /dev/shm holds ordinary files. */
export const isDevice = (path: string): boolean => /^\/dev\/(?!shm\/)/.test(path);
