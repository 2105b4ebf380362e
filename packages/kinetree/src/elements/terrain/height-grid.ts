import type { Num } from "../../graph/graph.js";
import { entry } from "../../graph/lookup.js";
import { add, floor, max, min, mul, sub } from "../../graph/num.js";
import { rowTable } from "../../graph/row-table.js";
import { paddedHeights, RINGS } from "../../grounds/padded-heights.js";
import type { Terrain } from "../../model/contact.js";

type HeightMap = Extract<Terrain, { kind: "height-map" }>;

/** Height over a place, its slopes, and how these change. */
export type Relief = Readonly<Record<"h" | "hx" | "hy" | "hxx" | "hxy" | "hyy", Num>>;

export type HeightGrid = (x: Num, y: Num) => Relief;

/** The grid of a height map, whose heights become part of the code. */
export const planGrid = (map: HeightMap): HeightGrid => {
  const { x0, y0, dx, dy, nx, ny, heights, interpolation } = map;
  const isStraight = interpolation === "bilinear";
  const width = isStraight ? nx : nx + 2 * RINGS;
  const table = rowTable(isStraight ? heights : paddedHeights(map));
  return gridOver(interpolation ?? "bicubic", {
    x0,
    y0,
    per: { x: 1 / dx, y: 1 / dy, xx: 1 / (dx * dx), xy: 1 / (dx * dy), yy: 1 / (dy * dy) },
    columns: nx,
    rows: ny,
    width,
    start: isStraight ? 0 : RINGS * (width + 1),
    heightAt: (first, row, column) => entry(table, first, row * width + column),
  });
};

/** Where the heights of a grid lie, known now or when code runs. */
export interface GridPlan {
  readonly x0: Num;
  readonly y0: Num;
  /** 1/dx, 1/dy, and their products. */
  readonly per: Readonly<Record<"x" | "y" | "xx" | "xy" | "yy", Num>>;
  readonly columns: Num;
  readonly rows: Num;
  /** From a height to the one in the next row. */
  readonly width: Num;
  /** Place of the first height, where rings lie around them behind the first two rings. */
  readonly start: Num;
  /** The height so many rows and columns from a place. */
  readonly heightAt: (place: Num, row: number, column: number) => Num;
}

/** Bicubic grids need two rings of heights around the grid, as `paddedHeights` has them. */
export const gridOver = (interpolation: "bicubic" | "bilinear", plan: GridPlan): HeightGrid =>
  interpolation === "bilinear" ? bilinearGrid(plan) : bicubicGrid(plan);

/** Whole number below a place, in cells from the first; kept within `least` and `most`, also where the place is no number. */
const cellOf = (place: Num, least: Num, most: Num): Num => max(least, min(most, floor(place)));

/** Straight along the sides of each cell; the cells at the border go on beyond it. */
function bilinearGrid({ x0, y0, per, columns, rows, width, start, heightAt }: GridPlan): HeightGrid {
  return (x, y) => {
    const [s, t] = [mul(sub(x, x0), per.x), mul(sub(y, y0), per.y)];
    const column = cellOf(s, 0, sub(columns, 2));
    const row = cellOf(t, 0, sub(rows, 2));
    const [u, v] = [sub(s, column), sub(t, row)];
    const at = add(add(mul(row, width), column), start);
    const z = heightAt(at, 0, 0);
    const zu = sub(heightAt(at, 0, 1), z);
    const zv = sub(heightAt(at, 1, 0), z);
    const zuv = sub(sub(heightAt(at, 1, 1), heightAt(at, 1, 0)), zu);
    return {
      h: add(add(z, mul(zu, u)), mul(add(zv, mul(zuv, u)), v)),
      hx: mul(add(zu, mul(zuv, v)), per.x),
      hy: mul(add(zv, mul(zuv, u)), per.y),
      hxx: 0,
      hxy: mul(zuv, per.xy),
      hyy: 0,
    };
  };
}

/** Bicubic, with slopes by central differences (Catmull and Rom), so that they do not jump; straight beyond the border. */
function bicubicGrid({ x0, y0, per, columns, rows, width, start, heightAt }: GridPlan): HeightGrid {
  return (x, y) => {
    const [s, t] = [mul(sub(x, x0), per.x), mul(sub(y, y0), per.y)];
    const column = cellOf(s, -1, sub(columns, 1));
    const row = cellOf(t, -1, sub(rows, 1));
    const [u, v] = [sub(s, column), sub(t, row)];
    // The first of the sixteen heights lies a row and a column before the cell.
    const at = add(add(mul(row, width), column), sub(sub(start, width), 1));
    const lines = [0, 1, 2, 3].map((j) => {
      const z = [0, 1, 2, 3].map((i) => heightAt(at, j, i));
      return cubic(z, u);
    });
    const across = (of: keyof Cubic): Cubic =>
      cubic(
        lines.map((along) => along[of]),
        v,
      );
    const [values, slopes, bends] = [across("value"), across("slope"), across("bend")];
    return {
      h: values.value,
      hx: mul(slopes.value, per.x),
      hy: mul(values.slope, per.y),
      hxx: mul(bends.value, per.xx),
      hxy: mul(slopes.slope, per.xy),
      hyy: mul(values.bend, per.yy),
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
