import type { Num } from "../../graph/graph.js";
import { curve } from "../../graph/lookup.js";
import { curveTable } from "../../graph/table.js";
import type { Curve } from "../../model/types.js";
import { planScale } from "../scale.js";
import type { PlanScope } from "./element-plan.js";

/** A curve as structure and numbers. */
export interface CurvePlan {
  readonly key: string;
  readonly numbers: readonly Num[];
  readonly at: (x: Num, numbers: readonly Num[]) => Num;
}

export function planCurve({ x, y, beyond, scale }: Curve, { num, keyOf }: PlanScope): CurvePlan {
  const table = curveTable(x, y, beyond);
  const { key, numbers, times } = planScale(scale, num);
  return { key: `${keyOf(table)}${key}`, numbers, at: (at, n) => times(curve(table, at), n) };
}
