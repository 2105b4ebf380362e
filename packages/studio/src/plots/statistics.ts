import type { Pyramid } from "./pyramid.js";

export interface Measured {
  readonly atA: number;
  readonly atB: number;
  readonly change: number;
  /** Change a second. */
  readonly slope: number;
  readonly least: number;
  readonly most: number;
  /** Over time, straight from row to row; gaps left out. */
  readonly mean: number;
  readonly rms: number;
}

export function measure(t: Float64Array, column: Pyramid, rowA: number, rowB: number): Measured {
  const [atA, atB] = [column.at(rowA), column.at(rowB)];
  const [from, to] = [Math.min(rowA, rowB), Math.max(rowA, rowB)];
  const extent = new Float64Array(2);
  column.extent(extent, Math.max(0, from), Math.min(column.length, to + 1));
  const isEmpty = !(extent[0] <= extent[1]);
  let [time, area, square] = [0, 0, 0];
  for (let row = from; row < to; row++) {
    const [a, b, h] = [column.at(row), column.at(row + 1), t[row + 1] - t[row]];
    if (!Number.isFinite(a) || !Number.isFinite(b)) continue;
    time += h;
    area += (h * (a + b)) / 2;
    // The square of a straight line, integrated exactly.
    square += (h * (a * a + a * b + b * b)) / 3;
  }
  const single = Number.isFinite(atA) ? atA : NaN;
  return {
    atA,
    atB,
    change: atB - atA,
    slope: (atB - atA) / (t[rowB] - t[rowA]),
    least: isEmpty ? NaN : extent[0],
    most: isEmpty ? NaN : extent[1],
    mean: time > 0 ? area / time : single,
    rms: time > 0 ? Math.sqrt(square / time) : Math.abs(single),
  };
}
