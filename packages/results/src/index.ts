/* Results of runs, without files: formats, writers and readers. Files on disk are in "@kinetree/results/node", plots in
 * "@kinetree/results/plot". */

export type { FrameColumns, ResultHeader, ResultSummary } from "./result-header.js";
export { columnOf, unitOf, type ResultTable } from "./result-table.js";
export { resultFormat } from "./result-format.js";
export { plotTerminal, type TerminalOptions } from "./plot/terminal.js";
export { readTable, type ReadTableOptions } from "./read-table.js";
export type { ResultFormat } from "./write/encoder.js";
export { createWriter, type WriterOptions } from "./create-writer.js";
export { memoryStorage, type MemoryStorage } from "./write/memory-storage.js";
export type { ResultWriter, WriterMark } from "./write/types.js";
export type { Sidecar, Storage } from "./write/storage.js";

// Tables of several kinds of columns, in which values may be missing: results of studies
export type { ColumnKind, ColumnValues, Table, TableColumn } from "./table/table-column.js";
export { createTableEncoder, type TableEncoder } from "./table/table-encoder.js";
export { csvNames, csvRows } from "./table/rows-csv.js";
export { readRows, valuesOf } from "./table/read-rows.js";
