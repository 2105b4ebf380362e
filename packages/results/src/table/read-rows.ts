import type { ColumnValues, Table } from "./table-column.js";

/**
 * Reads a Parquet file of rows of several kinds. A file of ours whose content is not what was written is refused, whether it is
 * cut off or changed.
 */
export async function readRows(bytes: Uint8Array, file: string): Promise<Table> {
  // The reader is loaded when there is something to read.
  return (await import("./read-parquet-rows.js")).readParquetRows(bytes, file);
}

/** The values of a column by its name; undefined if there is none of that name. */
export function valuesOf(table: Table, name: string): ColumnValues | undefined {
  const index = table.columns.findIndex((column) => column.name === name);
  return index < 0 ? undefined : table.values[index];
}
