import type { Num } from "../graph/graph.js";
import { add, mul, neg, sub } from "../graph/num.js";
import type { CurveTable } from "../graph/table.js";
import type { CoordinateSpring } from "../model/loads/coordinate-spring.js";
import type { Real } from "../model/types.js";
import { planSpringLaw } from "./spring-law.js";
import type { TwoCoordinateLoad } from "./two-coordinate-load.js";

/** A spring and a damper on the difference x = a - ratio b - rest: an anti-roll bar, a torsion bar between two arms. */
export function planCoordinateSpring(
  { ratio, rest, stiffness, damping }: CoordinateSpring,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): TwoCoordinateLoad {
  const spring = planSpringLaw(stiffness, num, keyOf);
  const damper = planSpringLaw(damping, num, keyOf);
  const damperAt = 2 + spring.numbers.length;
  const difference = (a: Num, b: Num, n: readonly Num[]): Num => sub(a, mul(n[0], b));
  return {
    key: `spring ${spring.key} ${damper.key}`,
    numbers: [num(ratio), num(rest), ...spring.numbers, ...damper.numbers],
    forces: (a, b, n) => {
      const elastic = spring.force(sub(difference(a.q, b.q, n), n[1]), n.slice(2));
      const force = add(elastic, damper.force(difference(a.v, b.v, n), n.slice(damperAt)));
      return { a: neg(force), b: mul(n[0], force) };
    },
    energy: (a, b, n) => spring.energy(sub(difference(a, b, n), n[1]), n.slice(2)),
  };
}
