import { curve, map } from "../graph/lookup.js";
import type { Num } from "../graph/graph.js";
import { add, max, min, mul, sub } from "../graph/num.js";
import { curveTable, mapTable, type CurveTable } from "../graph/table.js";
import type { CurveMap, Real } from "../model/types.js";
import { planScale } from "./scale.js";

/** Values over two numbers, as structure and numbers. */
export interface ValueMap {
  readonly key: string;
  readonly numbers: readonly Num[];
  readonly at: (x: Num, y: Num, numbers: readonly Num[]) => Num;
}

/** Maps of up to so many values are sums, which take less time than to look up three tables. */
const MOST_SUMMED = 32;

/** Bilinear, held beyond the ends of x, continued beyond those of y. */
export function planValueMap(data: CurveMap, num: (real: Real) => Num, keyOf: (table: CurveTable) => string): ValueMap {
  const { x, y, z, scale } = data;
  const { key, numbers, times } = planScale(scale, num);
  const values = curveTable(placesOf(z.flat()), z.flat(), "hold"); // only for its name
  const at = z.flat().length <= MOST_SUMMED ? summed(data) : lookedUp(data);
  const axes = [x, y].map((axis) => keyOf(curveTable(placesOf(axis), axis, "hold")));
  return { key: `map ${axes.join(" ")} ${keyOf(values)}${key}`, numbers, at: (atX, atY, n) => times(at(atX, atY), n) };
}

const placesOf = (list: readonly number[]): readonly number[] => list.map((_, i) => i);

/**
 * The value at the start plus what each segment adds: its rise times the share of it that has been passed, between 0 and 1.
 * Across x the rises are themselves such sums over y.
 */
function summed({ x, y, z }: CurveMap): (x: Num, y: Num) => Num {
  const passed = (list: readonly number[], at: Num, goesOn: boolean): readonly Num[] =>
    list.slice(1).map((end, i) => {
      const share = mul(1 / (end - list[i]), sub(at, list[i]));
      const fromBelow = goesOn && i === 0 ? share : max(share, 0);
      return goesOn && i === list.length - 2 ? fromBelow : min(fromBelow, 1);
    });
  const sumOf = (first: Num, rises: readonly Num[], shares: readonly Num[]): Num =>
    rises.reduce<Num>((sum, rise, i) => add(sum, mul(rise, shares[i])), first);
  return (atX, atY) => {
    const along = passed(y, atY, true);
    const rows = z.map((row) =>
      sumOf(
        row[0],
        row.slice(1).map((value, j) => value - row[j]),
        along,
      ),
    );
    const rises = rows.slice(1).map((row, i) => sub(row, rows[i]));
    return sumOf(rows[0], rises, passed(x, atX, false));
  };
}

/**
 * Tables of a kernel are on a regular grid. Two curves therefore turn x and y into places in the lists, where the grid is
 * regular: a bilinear value stays bilinear, since a curve is linear in each cell.
 */
function lookedUp({ x, y, z }: CurveMap): (x: Num, y: Num) => Num {
  const column = curveTable(y, placesOf(y), "extend");
  const row = curveTable(x, placesOf(x), "hold");
  const grid = mapTable({ x0: 0, y0: 0, dx: 1, dy: 1, nx: y.length, ny: x.length, z: z.flat() });
  return (atX, atY) => map(grid, curve(column, atY), curve(row, atX));
}
