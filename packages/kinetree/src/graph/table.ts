import type { GroundTable } from "./ground-table.js";
import type { RowTable } from "./row-table.js";
import type { TriangleTable } from "./triangle-table.js";

/** Data that kernels look up in memory: a curve y(x), a height map z(x, y) on a regular grid, numbers in a row, triangles in space, or a ground that comes with a run. */
export type Table = CurveTable | MapTable | RowTable | TriangleTable | GroundTable;

export interface CurveTable {
  readonly kind: "curve";
  /** Increasing. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** slope[i] holds from x[i] to x[i + 1]; slope[0] also before x[0], the last also beyond the end. */
  readonly slope: Float64Array;
}

export interface MapTable {
  readonly kind: "map";
  readonly x0: number;
  readonly y0: number;
  readonly dx: number;
  readonly dy: number;
  readonly nx: number;
  readonly ny: number;
  /** z[j nx + i] at (x0 + i dx, y0 + j dy); the border cell goes on beyond the edge. */
  readonly z: Float64Array;
}

/** Piecewise-linear curve; beyond its ends it goes on with the end slope, or holds the end value. */
export function curveTable(x: readonly number[], y: readonly number[], beyond: "extend" | "hold"): CurveTable {
  // Holding needs a flat segment on either side, one unit long; where the curve ends does not matter then.
  const xs = beyond === "hold" ? [x[0] - 1, ...x, x[x.length - 1] + 1] : x.length === 1 ? [x[0], x[0] + 1] : [...x];
  const ys = beyond === "hold" ? [y[0], ...y, y[y.length - 1]] : y.length === 1 ? [y[0], y[0]] : [...y];
  const slope = xs.map((_, i) => {
    const j = Math.min(i, xs.length - 2);
    return (ys[j + 1] - ys[j]) / (xs[j + 1] - xs[j]);
  });
  return { kind: "curve", x: Float64Array.from(xs), y: Float64Array.from(ys), slope: Float64Array.from(slope) };
}

/** Staircase: values[i] from x[i] on, `before` until x[0]. The jump belongs to the later value. */
export function stepTable(x: readonly number[], values: readonly number[], before: number): CurveTable {
  const xs = [x[0] - 1, ...x];
  const ys = [before, ...values];
  return { kind: "curve", x: Float64Array.from(xs), y: Float64Array.from(ys), slope: new Float64Array(xs.length) };
}

export const mapTable = (grid: Omit<MapTable, "kind" | "z"> & { readonly z: ArrayLike<number> }): MapTable => ({
  kind: "map",
  ...grid,
  z: Float64Array.from(grid.z),
});

/** Index of the segment that holds x: the last i <= n - 1 with x[i] <= x, at least 0. */
function curveSegment(table: CurveTable, x: number): number {
  let low = 0;
  let high = table.x.length;
  // The same halving as the kernel's, step for step: NaN compares false and ends at 0 on both sides.
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (x >= table.x[middle]) low = middle;
    else high = middle;
  }
  return low;
}

export const curveAt = (table: CurveTable, x: number): number => {
  const i = curveSegment(table, x);
  return table.y[i] + table.slope[i] * (x - table.x[i]);
};

export const curveSlopeAt = (table: CurveTable, x: number): number => table.slope[curveSegment(table, x)];

/** Cell and place in it of a point of a height map: column, row, and fractions that leave 0..1 beyond the edge. */
function mapCell(table: MapTable, x: number, y: number): { i: number; u: number; v: number } {
  const s = (x - table.x0) / table.dx;
  const t = (y - table.y0) / table.dy;
  const clamp = (value: number, most: number): number => {
    const low = value < 0 ? 0 : value;
    return most < low ? most : low;
  };
  const column = clamp(Math.floor(s), table.nx - 2);
  const row = clamp(Math.floor(t), table.ny - 2);
  const i = row * table.nx + column;
  return { i: i === i ? i : 0, u: s - column, v: t - row };
}

/** Bilinear height, and its derivatives: one cell's four corners in the order (x, y), (x+, y), (x, y+), (x+, y+). */
export function mapAt(table: MapTable, op: "map" | "mapDx" | "mapDy" | "mapDxDy", x: number, y: number): number {
  const { i, u, v } = mapCell(table, x, y);
  const z00 = table.z[i];
  const zx = table.z[i + 1] - z00;
  const zy = table.z[i + table.nx] - z00;
  const zxy = table.z[i + table.nx + 1] - table.z[i + table.nx] - zx;
  if (op === "map") return z00 + zx * u + (zy + zxy * u) * v;
  if (op === "mapDx") return (zx + zxy * v) / table.dx;
  if (op === "mapDy") return (zy + zxy * u) / table.dy;
  return zxy / (table.dx * table.dy);
}
