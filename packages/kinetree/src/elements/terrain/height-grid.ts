import type { Num } from "../../graph/graph.js";
import { entry } from "../../graph/lookup.js";
import { add, floor, max, min, mul, sub } from "../../graph/num.js";
import { rowTable } from "../../graph/row-table.js";
import type { Terrain } from "../../model/contact.js";

type HeightMap = Extract<Terrain, { kind: "height-map" }>;

/** Height over a place, its slopes, and how these change. */
export type Relief = Readonly<Record<"h" | "hx" | "hy" | "hxx" | "hxy" | "hyy", Num>>;

export type HeightGrid = (x: Num, y: Num) => Relief;

export const planGrid = (map: HeightMap): HeightGrid =>
  map.interpolation === "bilinear" ? bilinearGrid(map) : bicubicGrid(map);

/** Whole number below a place, in cells from the first; kept within `least` and `most`, also where the place is no number. */
const cellOf = (place: Num, least: number, most: number): Num => max(least, min(most, floor(place)));

/** Straight along the sides of each cell; the cells at the border go on beyond it. */
function bilinearGrid({ x0, y0, dx, dy, nx, ny, heights }: HeightMap): HeightGrid {
  const table = rowTable(heights);
  return (x, y) => {
    const [s, t] = [mul(sub(x, x0), 1 / dx), mul(sub(y, y0), 1 / dy)];
    const column = cellOf(s, 0, nx - 2);
    const row = cellOf(t, 0, ny - 2);
    const [u, v] = [sub(s, column), sub(t, row)];
    const at = add(mul(row, nx), column);
    const z = entry(table, at, 0);
    const zu = sub(entry(table, at, 1), z);
    const zv = sub(entry(table, at, nx), z);
    const zuv = sub(sub(entry(table, at, nx + 1), entry(table, at, nx)), zu);
    return {
      h: add(add(z, mul(zu, u)), mul(add(zv, mul(zuv, u)), v)),
      hx: mul(add(zu, mul(zuv, v)), 1 / dx),
      hy: mul(add(zv, mul(zuv, u)), 1 / dy),
      hxx: 0,
      hxy: mul(zuv, 1 / (dx * dy)),
      hyy: 0,
    };
  };
}

/** Rings of heights around the grid that continue it straight: the cells of the inner ring are then straight themselves. */
const RINGS = 2;

/** Bicubic, with slopes by central differences (Catmull and Rom), so that they do not jump; straight beyond the border. */
function bicubicGrid(map: HeightMap): HeightGrid {
  const { x0, y0, dx, dy, nx, ny } = map;
  const width = nx + 2 * RINGS;
  const table = rowTable(paddedHeights(map));
  return (x, y) => {
    const [s, t] = [mul(sub(x, x0), 1 / dx), mul(sub(y, y0), 1 / dy)];
    const column = cellOf(s, -1, nx - 1);
    const row = cellOf(t, -1, ny - 1);
    const [u, v] = [sub(s, column), sub(t, row)];
    const at = add(add(mul(row, width), column), width + 1);
    const rows = [0, 1, 2, 3].map((j) => {
      const z = [0, 1, 2, 3].map((i) => entry(table, at, j * width + i));
      return cubic(z, u);
    });
    const across = (of: keyof Cubic): Cubic =>
      cubic(
        rows.map((along) => along[of]),
        v,
      );
    const [values, slopes, bends] = [across("value"), across("slope"), across("bend")];
    return {
      h: values.value,
      hx: mul(slopes.value, 1 / dx),
      hy: mul(values.slope, 1 / dy),
      hxx: mul(bends.value, 1 / (dx * dx)),
      hxy: mul(slopes.slope, 1 / (dx * dy)),
      hyy: mul(values.bend, 1 / (dy * dy)),
    };
  };
}

type Cubic = Readonly<Record<"value" | "slope" | "bend", Num>>;

/** Between the second and the third of four values a unit apart, at u of 0 to 1 from the second. */
function cubic([p0, p1, p2, p3]: readonly Num[], u: Num): Cubic {
  const step = sub(p2, p1);
  const start = mul(0.5, sub(p2, p0));
  const end = mul(0.5, sub(p3, p1));
  const b = sub(add(start, end), add(step, step));
  const a = sub(sub(step, start), b);
  // Far beyond the border a and b are zero but for rounding, which powers of u must not magnify.
  const w = max(-1, min(2, u));
  return {
    value: add(p1, mul(u, add(start, mul(w, add(a, mul(w, b)))))),
    slope: add(start, mul(w, add(add(a, a), mul(mul(3, w), b)))),
    bend: add(add(a, a), mul(mul(6, w), b)),
  };
}

/** Row after row, with the rings. */
function paddedHeights({ nx, ny, heights }: HeightMap): number[] {
  /** A row, or a column, of n numbers continued straight. */
  const continued = (of: (i: number) => number, n: number, i: number): number => {
    if (i < 0) return of(0) + i * (of(1) - of(0));
    return i < n ? of(i) : of(n - 1) + (i - n + 1) * (of(n - 1) - of(n - 2));
  };
  const inRow = (j: number, i: number): number => continued((k) => heights[j * nx + k], nx, i);
  const out: number[] = [];
  for (let j = -RINGS; j < ny + RINGS; j++)
    for (let i = -RINGS; i < nx + RINGS; i++) out.push(continued((k) => inRow(k, i), ny, j));
  return out;
}
