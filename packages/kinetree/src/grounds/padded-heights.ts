/** Heights over a regular grid: heights[j nx + i] at (x0 + i dx, y0 + j dy). */
export interface HeightGridData {
  readonly x0: number;
  readonly y0: number;
  /** From one column, and one row, to the next [m]. */
  readonly dx: number;
  readonly dy: number;
  /** Numbers of columns and rows, at least 2 each. */
  readonly nx: number;
  readonly ny: number;
  /** [m] */
  readonly heights: ArrayLike<number>;
}

/** Rings of heights around a grid that continue it straight: the cells of the inner ring are then straight themselves. */
export const RINGS = 2;

/** Writes the heights row after row, with the rings, from a place of `out` on. */
export function padHeightsInto(out: Float64Array, start: number, { nx, ny, heights }: Rows): void {
  /** A row, or a column, of n numbers continued straight. */
  const continued = (of: (i: number) => number, n: number, i: number): number => {
    if (i < 0) return of(0) + i * (of(1) - of(0));
    return i < n ? of(i) : of(n - 1) + (i - n + 1) * (of(n - 1) - of(n - 2));
  };
  const inRow = (j: number, i: number): number => continued((k) => heights[j * nx + k], nx, i);
  let at = start;
  for (let j = -RINGS; j < ny + RINGS; j++) {
    for (let i = -RINGS; i < nx + RINGS; i++) {
      const isInside = i >= 0 && i < nx && j >= 0 && j < ny;
      out[at++] = isInside ? heights[j * nx + i] : continued((k) => inRow(k, i), ny, j);
    }
  }
}

type Rows = Pick<HeightGridData, "nx" | "ny" | "heights">;

export const paddedCount = ({ nx, ny }: Pick<Rows, "nx" | "ny">): number => (nx + 2 * RINGS) * (ny + 2 * RINGS);

export function paddedHeights(map: Rows): Float64Array {
  const out = new Float64Array(paddedCount(map));
  padHeightsInto(out, 0, map);
  return out;
}
