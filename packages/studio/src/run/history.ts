import type { Rows, RunColumns } from "../engine/protocol.js";
import { rowBefore } from "../engine/row-columns.js";

/** Numbers kept at most: 200 megabytes. */
const MOST_KEPT = 25_000_000;

/** The recording of a run. A plain object outside of the store, because it changes sixty times a second. */
export class RunHistory {
  readonly columns: RunColumns;
  readonly width: number;
  readonly #index: ReadonlyMap<string, number>;
  #t = new Float64Array(1024);
  #values: Float64Array;
  #length = 0;
  version = 0;
  /** Counts up when rows are removed, which invalidates copies of them. */
  cuts = 0;

  constructor(columns: RunColumns) {
    this.columns = columns;
    this.width = columns.names.length;
    this.#index = new Map(columns.names.map((name, i) => [name, i]));
    this.#values = new Float64Array(1024 * this.width);
  }

  /** Takes rows that continue the run; false if there is no room for them. */
  push({ t, values }: Pick<Rows, "t" | "values">): boolean {
    const length = this.#length + t.length;
    if (length * (this.width + 1) > MOST_KEPT) return false;
    if (length > this.#t.length) {
      const room = Math.max(length, 2 * this.#t.length);
      this.#t = grown(this.#t, room);
      this.#values = grown(this.#values, room * this.width);
    }
    this.#t.set(t, this.#length);
    this.#values.set(values, this.#length * this.width);
    this.#length = length;
    this.version++;
    return true;
  }

  cut(t: number): void {
    while (this.#length > 0 && this.#t[this.#length - 1] > t) this.#length--;
    this.version++;
    this.cuts++;
  }

  get length(): number {
    return this.#length;
  }

  /** Recorded instants [s]; a view that the next rows may leave behind. */
  get t(): Float64Array {
    return this.#t.subarray(0, this.#length);
  }

  get first(): number {
    return this.#length > 0 ? this.#t[0] : 0;
  }

  get last(): number {
    return this.#length > 0 ? this.#t[this.#length - 1] : 0;
  }

  get values(): Float64Array {
    return this.#values.subarray(0, this.#length * this.width);
  }

  /** Where a column is in a row; -1 if it was not recorded. */
  indexOf(name: string): number {
    return this.#index.get(name) ?? -1;
  }

  /** A copy of one column; null if it was not recorded. */
  column(name: string): Float64Array | null {
    const at = this.indexOf(name);
    if (at < 0) return null;
    const { width } = this;
    return Float64Array.from({ length: this.#length }, (_, row) => this.#values[row * width + at]);
  }

  row(index: number): Float64Array {
    return this.#values.subarray(index * this.width, (index + 1) * this.width);
  }

  /** The last row at or before a time; -1 before the first. */
  rowAt(t: number): number {
    return rowBefore(this.#t, t, this.#length);
  }
}

function grown(values: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const out = new Float64Array(size);
  out.set(values);
  return out;
}
