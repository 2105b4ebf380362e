import { RequestError } from "kinetree";
import type { ResultSummary } from "./result-header.js";

/** A result in memory. */
export interface ResultTable {
  /** The columns, without time. */
  readonly names: readonly string[];
  /** Their units, in the same order; "" where the file does not say. */
  readonly units: readonly string[];
  /** Time of each row [s]. */
  readonly time: Float64Array;
  /** The values, a column each, in the order of `names`. */
  readonly columns: readonly Float64Array[];
  /** What the file said at its start; the values are JSON text. */
  readonly metadata: Readonly<Record<string, string>>;
  /** What the file said at its end; the values are JSON text. */
  readonly summary: ResultSummary;
}

/** A column by its name, "time" among them. */
export function columnOf(table: ResultTable, name: string): Float64Array {
  if (name === "time") return table.time;
  const index = table.names.indexOf(name);
  if (index >= 0) return table.columns[index];
  const start = name.split(".")[0];
  const near = table.names.filter((known) => known.toLowerCase().startsWith(start.toLowerCase()));
  const shown = (near.length > 0 ? near : table.names).slice(0, 12).map((known) => `"${known}"`);
  const all = near.length > 0 ? near.length : table.names.length;
  throw new RequestError({
    code: "unknown-channel",
    subject: `channel "${name}"`,
    value: name,
    message:
      `channel "${name}" is not in the result. ` +
      (all === 0
        ? "It has none but time."
        : `${near.length > 0 ? "Near to it" : "There are"}: ${shown.join(", ")}${all > shown.length ? `, and ${all - shown.length} more` : ""}.`),
  });
}

/** The unit of a column, "" if it has none. */
export function unitOf(table: ResultTable, name: string): string {
  return name === "time" ? "s" : (table.units[table.names.indexOf(name)] ?? "");
}
