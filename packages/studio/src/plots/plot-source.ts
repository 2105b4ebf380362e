import type { ResultFile } from "../engine/protocol.js";
import { rowBefore } from "../engine/row-columns.js";
import type { RunHistory } from "../run/history.js";
import { Pyramid } from "./pyramid.js";

export interface PlotSource {
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly length: number;
  /** Ascending instants [s]; a view that the next rows may leave behind. */
  readonly t: Float64Array;
  /** Changes whenever there is something else to draw. */
  readonly version: number;
  /** One column, up to date; null if it is not recorded. The same object every time. */
  readonly column: (name: string) => Pyramid | null;
  readonly unitOf: (name: string) => string;
  readonly rowAt: (t: number) => number;
}

interface Table {
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly t: Float64Array;
  readonly values: Float64Array;
  readonly version: number;
  readonly cuts: number;
}

const made = new WeakMap<RunHistory | ResultFile, PlotSource>();

/** Cached per run or result file. */
export function sourceOf(recorded: RunHistory | ResultFile): PlotSource {
  const known = made.get(recorded);
  if (known) return known;
  const source = "columns" in recorded ? sourceOfHistory(recorded) : sourceOfTable(sortedByTime(recorded));
  made.set(recorded, source);
  return source;
}

export function sourceOfColumns(
  t: Float64Array,
  columns: readonly { readonly name: string; readonly unit: string; readonly values: Float64Array }[],
): PlotSource {
  const width = columns.length;
  const values = new Float64Array(t.length * width);
  columns.forEach((column, at) => {
    for (let row = 0; row < t.length; row++) values[row * width + at] = column.values[row] ?? NaN;
  });
  const names = columns.map(({ name }) => name);
  const units = columns.map(({ unit }) => unit);
  return sourceOfTable({ names, units, t, values, version: 0, cuts: 0 });
}

function sourceOfHistory(history: RunHistory): PlotSource {
  const { names, units } = history.columns;
  return sourceOfTable({
    names,
    units,
    get t() {
      return history.t;
    },
    get values() {
      return history.values;
    },
    get version() {
      return history.version;
    },
    get cuts() {
      return history.cuts;
    },
  });
}

function sourceOfTable(table: Table): PlotSource {
  const { names, units } = table;
  const index = new Map(names.map((name, i) => [name, i]));
  const columns = new Map<string, { readonly pyramid: Pyramid; cuts: number }>();
  return {
    names,
    units,
    get length() {
      return table.t.length;
    },
    get t() {
      return table.t;
    },
    get version() {
      return table.version;
    },
    column: (name) => {
      const at = index.get(name);
      if (at === undefined) return null;
      const column = columns.get(name) ?? { pyramid: new Pyramid(), cuts: table.cuts };
      columns.set(name, column);
      // A cut followed by new rows leaves no trace of its length, so the column is read again.
      if (column.cuts !== table.cuts) column.pyramid.truncate(0);
      column.cuts = table.cuts;
      const { length } = table.t;
      if (column.pyramid.length < length)
        column.pyramid.append(table.values, names.length, at, column.pyramid.length, length);
      return column.pyramid;
    },
    unitOf: (name) => units[index.get(name) ?? -1] ?? "",
    rowAt: (t) => rowBefore(table.t, t),
  };
}

/** The rows of a file in the order of their time; without those that have none. Files of others need not be in order. */
function sortedByTime({ names, units, t, values }: ResultFile): Table {
  const isSorted = t.every((time, i) => Number.isFinite(time) && (i === 0 || time >= t[i - 1]));
  if (isSorted) return { names, units, t, values, version: 0, cuts: 0 };
  const width = names.length;
  const order = [...t.keys()].filter((i) => Number.isFinite(t[i])).sort((a, b) => t[a] - t[b]);
  const sorted = new Float64Array(order.length * width);
  order.forEach((from, to) => sorted.set(values.subarray(from * width, (from + 1) * width), to * width));
  return { names, units, t: Float64Array.from(order, (i) => t[i]), values: sorted, version: 0, cuts: 0 };
}
