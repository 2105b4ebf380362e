import { createWriter, memoryStorage, type FrameColumns, type ResultFormat } from "@kinetree/results";
import type { MadeFile, Rows, RunColumns } from "./protocol.js";
import { posedBodies, positionColumns, quaternionColumns } from "./row-columns.js";

const types: Readonly<Record<ResultFormat, string>> = {
  csv: "text/csv",
  parquet: "application/vnd.apache.parquet",
  mcap: "application/octet-stream",
};

/**
 * A result file of recorded rows: the bytes that the command line writes for the same columns, metadata and summary, whose
 * values are JSON text. `name` goes without its ending.
 */
export function encodeResult(
  format: ResultFormat,
  name: string,
  columns: Pick<RunColumns, "names" | "units">,
  rows: Pick<Rows, "t" | "values">,
  metadata: Readonly<Record<string, string>>,
  summary: Readonly<Record<string, string>> = {},
): MadeFile {
  const { names, units } = columns;
  const file = `${name}.${format}`;
  const storage = memoryStorage(file);
  let beside: string | null = null;
  const sidecar = { replace: (text: string) => void (beside = text) };
  const writer = createWriter(format, storage, { names, units, metadata, frames: framesIn(names) }, { sidecar });
  const width = names.length;
  rows.t.forEach((t, row) => writer.append(t, rows.values.subarray(row * width, (row + 1) * width)));
  writer.close(summary);
  const made: MadeFile = { name: file, type: types[format], bytes: storage.bytes() };
  return beside === null ? made : { ...made, beside: sidecarFile(`${file}.json`, beside) };
}

const sidecarFile = (name: string, text: string): MadeFile => ({
  name,
  type: "application/json",
  bytes: new TextEncoder().encode(text),
});

export const framesIn = (names: readonly string[]): FrameColumns[] =>
  posedBodies(names).map((body) => ({
    body,
    position: positionColumns(body),
    quaternion: quaternionColumns(body),
  }));
