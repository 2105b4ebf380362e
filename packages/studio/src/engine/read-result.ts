import { readTable, type ResultTable } from "@kinetree/results";
import type { ResultFile } from "./protocol.js";

/** Reads a result file (CSV, Parquet, MCAP, by its extension); `sidecar` is the text of a CSV file's JSON file. */
export async function readResultFile(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  sidecar: string | null = null,
): Promise<ResultFile> {
  const table = await readTable(bytes, { file: name, sidecar });
  return {
    name,
    names: table.names,
    units: table.units,
    t: table.time,
    values: rowsOf(table),
    metadata: table.metadata,
    warnings: warningsOf(name, table, sidecar),
  };
}

function rowsOf({ time, columns }: ResultTable): Float64Array<ArrayBuffer> {
  const width = columns.length;
  const values = new Float64Array(time.length * width);
  columns.forEach((column, at) => {
    for (let row = 0; row < time.length; row++) values[row * width + at] = column[row];
  });
  return values;
}

function warningsOf(name: string, table: ResultTable, sidecar: string | null): string[] {
  const { time, summary, units, names } = table;
  const warnings: string[] = [];
  if (summary["recording"] === '"incomplete"') {
    const until =
      time.length > 0
        ? `its ${time.length} complete rows reach t = ${time[time.length - 1]} s`
        : "it has no complete row";
    warnings.push(`${name} was not finished: ${until}. If its run was killed, kinetree resume completes it.`);
  } else if (time.length === 0) warnings.push(`${name} has no rows. Record some, or choose another file.`);
  if (/\.csv$/i.test(name) && sidecar === null && names.length > 0 && units.every((unit) => unit === ""))
    warnings.push(`${name} came without ${name}.json, which holds its units and metadata. Drop both files together.`);
  if (time.some((t, i) => i > 0 && t < time[i - 1]))
    warnings.push(`the times of ${name} do not increase, so the cursor may show an unexpected row. Sort its rows.`);
  return warnings;
}
