import { csvNames, csvRows } from "@kinetree/results";
import { download } from "../run/actions.js";
import { fileName } from "./charts/chart-export.js";
import { passingRows } from "./data/filter-mask.js";
import { useStudy } from "./data/study-store.js";
import { isNumeric, type StudyColumn } from "./data/study-table.js";

/** Rows that become text at a time: enough to be quick, few enough for the memory. */
const AT_ONCE = 4096;

/** The rows that pass as CSV, as "kinetree study export" writes it. */
export function filteredCsv(columns: readonly StudyColumn[], rows: Uint32Array): string[] {
  const kinds = columns.map(({ name, kind, unit }) => ({ name, unit, kind: kindOf(kind) }));
  const parts = [csvNames(kinds)];
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const places = rows.subarray(first, first + AT_ONCE);
    const values = columns.map((column) =>
      isNumeric(column)
        ? Float64Array.from(places, (place) => column.values[place])
        : Array.from(places, (place) => column.dictionary[column.indices[place]] ?? null),
    );
    parts.push(csvRows(kinds, values));
  }
  return parts;
}

const kindOf = (kind: string): "number" | "integer" | "boolean" | "text" =>
  kind === "integer" || kind === "boolean" || kind === "text" ? kind : "number";

export function saveFilteredRows(): void {
  const { table, mask, name } = useStudy.getState();
  if (!table || !mask) return;
  const part = mask.passing === table.rows ? "" : "-filtered";
  const bytes = new Blob(filteredCsv(table.columns, passingRows(mask)), { type: "text/csv" });
  download({ name: `${fileName(name)}${part}.csv`, type: "text/csv", bytes });
}
