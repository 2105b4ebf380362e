import type { MotionRows } from "../motion/track.js";

/** The largest of 1, 2, 5 times a power of ten that does not exceed a value. */
export function niceBelow(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = value / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}

/** The smallest of 1, 2, 5 times a power of ten that a value does not exceed; 0 for nothing. */
export function niceAbove(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 0;
  const below = niceBelow(value);
  if (below >= value * (1 - 1e-9)) return below;
  const lead = Math.round(below / 10 ** Math.floor(Math.log10(below) + 1e-9));
  return below * (lead === 2 ? 2.5 : 2);
}

/** Metres of arrow for one newton (or newton metre): the largest load gets about `longest` metres, in steps of 1, 2, 5 so that it seldom changes. */
export const metresPerUnit = (largest: number, longest: number): number =>
  largest > 0 && Number.isFinite(largest) ? longest / (2 * niceBelow(largest)) : 0;

/** A number with a prefix, for a legend: 1500 N is "1.5 kN". */
export function withPrefix(value: number, unit: string): string {
  if (value === 0 || !Number.isFinite(value)) return `${value} ${unit}`;
  const prefixes = ["n", "µ", "m", "", "k", "M", "G"];
  const step = Math.min(3, Math.max(-3, Math.floor(Math.log10(Math.abs(value)) / 3)));
  return `${Number((value / 1000 ** step).toPrecision(3))} ${prefixes[step + 3]}${unit}`;
}

/** The largest size of vectors among recorded columns, found by looking at each row once as rows come in. */
export class LargestVector {
  readonly #rows: MotionRows;
  /** First columns of triples. */
  readonly #columns: readonly number[];
  #seen = 0;
  #largest = 0;

  constructor(rows: MotionRows, columns: readonly number[]) {
    this.#rows = rows;
    this.#columns = columns;
  }

  get(): number {
    if (this.#rows.length < this.#seen) {
      this.#seen = 0;
      this.#largest = 0;
    }
    for (; this.#seen < this.#rows.length; this.#seen++) {
      const row = this.#rows.row(this.#seen);
      for (const column of this.#columns) {
        const size = Math.hypot(row[column], row[column + 1], row[column + 2]);
        if (size > this.#largest) this.#largest = size;
      }
    }
    return this.#largest;
  }
}
