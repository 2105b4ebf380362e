import type { Num } from "../../graph/graph.js";
import { add, max, mul, sub } from "../../graph/num.js";
import type { CurveTable } from "../../graph/table.js";
import { isCurve } from "../../model/signals.js";
import type { Tyre } from "../../model/tyres/tyre.js";
import type { Curve, Real } from "../../model/types.js";
import { planSpringLaw } from "../spring-law.js";

/** Load of a tyre over its depth, as structure and numbers. */
export interface VerticalSpring {
  readonly key: string;
  readonly numbers: readonly Num[];
  readonly force: (depth: Num, numbers: readonly Num[]) => Num;
}

/** How much stiffer a tyre is that the rim presses on the ground. */
const BOTTOMING = 5;

export function planVertical(
  { radius, rim, stiffness }: Pick<Tyre, "radius" | "rim" | "stiffness">,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): VerticalSpring {
  const { key, numbers, force } = planSpringLaw(stiffness, num, keyOf);
  if (rim === undefined) return { key, numbers, force };
  const stiffest = isCurve(stiffness) ? mul(num(stiffness.scale ?? 1), endSlope(stiffness)) : num(stiffness);
  return {
    key: `${key} rim`,
    numbers: [sub(num(radius), num(rim)), mul(BOTTOMING, stiffest), ...numbers],
    force: (depth, [free, more, ...rest]) => add(force(depth, rest), mul(more, max(0, sub(depth, free)))),
  };
}

const endSlope = ({ x, y }: Curve): number => {
  const last = x.length - 1;
  return last < 1 ? 0 : (y[last] - y[last - 1]) / (x[last] - x[last - 1]);
};
