import { curve, map } from "../graph/lookup.js";
import type { Num } from "../graph/graph.js";
import { curveTable, mapTable, type CurveTable } from "../graph/table.js";
import type { CurveMap, Real } from "../model/types.js";
import { planScale } from "./scale.js";

/** Values over two numbers, as structure and numbers. */
export interface ValueMap {
  readonly key: string;
  readonly numbers: readonly Num[];
  readonly at: (x: Num, y: Num, numbers: readonly Num[]) => Num;
}

/**
 * Tables of a kernel are on a regular grid. Two curves therefore turn x and y into places in the lists, where the grid is
 * regular: a bilinear value stays bilinear, since a curve is linear in each cell.
 */
export function planValueMap(
  { x, y, z, scale }: CurveMap,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): ValueMap {
  const places = (list: readonly number[]): readonly number[] => list.map((_, i) => i);
  const column = curveTable(y, places(y), "extend");
  const row = curveTable(x, places(x), "hold");
  const grid = mapTable({ x0: 0, y0: 0, dx: 1, dy: 1, nx: y.length, ny: x.length, z: z.flat() });
  const values = curveTable(places(z.flat()), z.flat(), "hold"); // only for its name
  const { key, numbers, times } = planScale(scale, num);
  return {
    key: `map ${keyOf(row)} ${keyOf(column)} ${keyOf(values)}${key}`,
    numbers,
    at: (atX, atY, n) => times(map(grid, curve(column, atY), curve(row, atX)), n),
  };
}
