import { rowBefore } from "../engine/row-columns.js";
import type { Pyramid } from "./pyramid.js";

/** Up to this many rows per pixel are drawn as they are. */
const PLAIN_ROWS = 4;

/** A stretch of time [s]. */
export type TimeRange = readonly [from: number, to: number];

/** Points of several lines at shared instants, in buffers that are used again for the next picture. */
export class LinePoints {
  #x = new Float64Array(4096);
  #y: Float64Array<ArrayBuffer>[] = [];
  #count = 0;
  #lines = 0;
  readonly #extent = new Float64Array(2);

  get count(): number {
    return this.#count;
  }

  get x(): Float64Array {
    return this.#x.subarray(0, this.#count);
  }

  /** Values of one line; NaN is a gap. */
  y(line: number): Float64Array {
    return this.#y[line].subarray(0, this.#count);
  }

  /** First the instants, then line by line, as uPlot has it. */
  get aligned(): Float64Array[] {
    return [this.x, ...Array.from({ length: this.#lines }, (_, line) => this.y(line))];
  }

  /**
   * Takes what shows of some columns in a stretch of time on so many pixels: all rows if they are few, otherwise the
   * least and greatest value of every pixel's rows. The rows next to the stretch are there too, so that lines reach
   * the edges. A column that is missing is a gap from end to end.
   */
  take(t: Float64Array, columns: readonly (Pyramid | null)[], [from, to]: TimeRange, pixels: number): void {
    this.#lines = columns.length;
    const first = Math.max(0, rowBefore(t, from));
    const end = Math.min(t.length, rowBefore(t, to) + 2);
    const rows = Math.max(0, end - first);
    const wide = Math.max(1, Math.floor(pixels));
    this.#reserve(Math.max(rows <= PLAIN_ROWS * wide ? rows : 0, 2 * wide + 4));
    if (rows <= PLAIN_ROWS * wide) this.#plain(t, columns, first, end);
    else this.#extremes(t, columns, first, end, [from, to], wide);
  }

  #plain(t: Float64Array, columns: readonly (Pyramid | null)[], first: number, end: number): void {
    this.#count = end > first ? end - first : 0;
    for (let i = 0; i < this.#count; i++) this.#x[i] = t[first + i];
    columns.forEach((column, line) => {
      const out = this.#y[line];
      for (let i = 0; i < this.#count; i++) out[i] = column?.at(first + i) ?? NaN;
    });
  }

  #extremes(
    t: Float64Array,
    columns: readonly (Pyramid | null)[],
    first: number,
    end: number,
    [from, to]: TimeRange,
    pixels: number,
  ): void {
    let count = 0;
    for (let row = first, pixel = 0; row < end; pixel++) {
      // Rows after the last pixel: the one beyond the edge, which may be far away.
      const edge = from + ((pixel + 1) / pixels) * (to - from);
      const next = pixel >= pixels ? end : Math.min(end, rowBefore(t, edge) + 1);
      if (next <= row) continue;
      this.#x[count] = t[row];
      this.#x[count + 1] = t[next - 1];
      for (let line = 0; line < columns.length; line++) this.#pair(columns[line], line, count, row, next);
      count += 2;
      row = next;
    }
    this.#count = count;
  }

  /** The least and greatest value of some rows, the one first that is nearer to where the line comes from. */
  #pair(column: Pyramid | null, line: number, at: number, row: number, next: number): void {
    this.#extent[0] = Infinity;
    column?.extent(this.#extent, row, next);
    const isEmpty = column === null || this.#extent[0] === Infinity;
    const falls = !isEmpty && column.at(row) > column.at(next - 1);
    this.#y[line][at] = isEmpty ? NaN : this.#extent[falls ? 1 : 0];
    this.#y[line][at + 1] = isEmpty ? NaN : this.#extent[falls ? 0 : 1];
  }

  #reserve(size: number): void {
    const room = Math.max(size, this.#x.length);
    if (this.#x.length < room) this.#x = new Float64Array(room);
    while (this.#y.length < this.#lines) this.#y.push(new Float64Array(room));
    this.#y = this.#y.map((buffer) => (buffer.length < room ? new Float64Array(room) : buffer));
  }
}
