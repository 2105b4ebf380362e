import type { Rows } from "./protocol.js";
import { rowBefore } from "./row-columns.js";

/** Rows that wait to be sent, and the states among them that are kept: grows by doubling. */
export class RowStore {
  readonly width: number;
  #t = new Float64Array(256);
  #values: Float64Array<ArrayBuffer>;
  #length = 0;

  constructor(width: number) {
    this.width = width;
    this.#values = new Float64Array(256 * width);
  }

  get length(): number {
    return this.#length;
  }

  get last(): number {
    return this.#length > 0 ? this.#t[this.#length - 1] : -Infinity;
  }

  add(t: number): Float64Array {
    if (this.#length === this.#t.length) {
      const [times, values] = [new Float64Array(2 * this.#length), new Float64Array(2 * this.#length * this.width)];
      times.set(this.#t);
      values.set(this.#values);
      this.#t = times;
      this.#values = values;
    }
    this.#t[this.#length] = t;
    const at = this.#length++ * this.width;
    return this.#values.subarray(at, at + this.width);
  }

  /** Hands the rows up to a time over, as copies; those after it stay. */
  take(until = Infinity): { t: Float64Array<ArrayBuffer>; values: Float64Array<ArrayBuffer> } {
    let count = this.#length;
    while (count > 0 && this.#t[count - 1] > until) count--;
    const out = { t: this.#t.slice(0, count), values: this.#values.slice(0, count * this.width) };
    this.#t.copyWithin(0, count, this.#length);
    this.#values.copyWithin(0, count * this.width, this.#length * this.width);
    this.#length -= count;
    return out;
  }

  get first(): number {
    return this.#length > 0 ? this.#t[0] : Infinity;
  }

  cut(t: number): void {
    while (this.#length > 0 && this.#t[this.#length - 1] > t) this.#length--;
  }

  get(place: number): { readonly t: number; readonly row: Float64Array } {
    return { t: this.#t[place], row: this.#values.subarray(place * this.width, (place + 1) * this.width) };
  }

  /** Time and numbers of the last row at or before a time; null before the first. */
  at(t: number): { readonly t: number; readonly row: Float64Array } | null {
    const place = rowBefore(this.#t, t, this.#length);
    return place < 0 ? null : this.get(place);
  }
}

type Part = Pick<Rows, "t" | "values">;

export function joinRows(parts: readonly Part[]): { t: Float64Array<ArrayBuffer>; values: Float64Array<ArrayBuffer> } {
  const join = (key: keyof Part): Float64Array<ArrayBuffer> => {
    const out = new Float64Array(parts.reduce((sum, part) => sum + part[key].length, 0));
    let at = 0;
    for (const part of parts) {
      out.set(part[key], at);
      at += part[key].length;
    }
    return out;
  };
  return { t: join("t"), values: join("values") };
}
