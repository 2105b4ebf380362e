import type { Num } from "../graph/graph.js";
import { curve } from "../graph/lookup.js";
import { add, mul, square, sub } from "../graph/num.js";
import { curveTable, type CurveTable } from "../graph/table.js";
import type { Curve, Real } from "../model/types.js";
import { planScale } from "./scale.js";

/** Force over deflection, linear or by a curve, and its potential energy. */
export interface SpringLaw {
  readonly key: string;
  readonly numbers: readonly Num[];
  readonly force: (x: Num, numbers: readonly Num[]) => Num;
  readonly energy: (x: Num, numbers: readonly Num[]) => Num;
}

export function planSpringLaw(
  law: Real | Curve,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): SpringLaw {
  if (typeof law === "number" || !("x" in law)) {
    return {
      key: "",
      numbers: [num(law)],
      force: (x, [k]) => mul(k, x),
      energy: (x, [k]) => mul(mul(0.5, k), square(x)),
    };
  }
  const table = curveTable(law.x, law.y, law.beyond);
  const { start, height, energy } = integralTables(table);
  const { key, numbers, times } = planScale(law.scale, num);
  return {
    key: `${keyOf(table)}${key}`,
    numbers,
    force: (x, n) => times(curve(table, x), n),
    // Trapezium from the segment's start: E_i + (x - x_i) (y_i + y(x)) / 2.
    energy: (x, n) =>
      times(add(curve(energy, x), mul(mul(0.5, sub(x, curve(start, x))), add(curve(height, x), curve(table, x)))), n),
  };
}

/** Staircases over the segments of a curve: where each starts, its value there, and the area up to there from x = 0. */
function integralTables(table: CurveTable): { start: CurveTable; height: CurveTable; energy: CurveTable } {
  const n = table.x.length;
  const area = new Float64Array(n);
  for (let i = 1; i < n; i++)
    area[i] = area[i - 1] + 0.5 * (table.y[i] + table.y[i - 1]) * (table.x[i] - table.x[i - 1]);
  const stairs = (y: Float64Array): CurveTable => ({ kind: "curve", x: table.x, y, slope: new Float64Array(n) });
  const plain = { start: stairs(table.x), height: stairs(table.y), energy: stairs(area) };
  // Zero energy at zero deflection.
  let i = 0;
  while (i + 1 < n && table.x[i + 1] <= 0) i++;
  const d = -table.x[i];
  const atZero = area[i] + d * (table.y[i] + 0.5 * table.slope[i] * d);
  return { ...plain, energy: stairs(area.map((a) => a - atZero)) };
}
