import type { Num } from "../graph/graph.js";
import { add, div, eq, neg, select, sub } from "../graph/num.js";
import type { CurveTable } from "../graph/table.js";
import type { Load, Real } from "../model/types.js";
import { dot3, norm3, scale3, sub3, zero3 } from "../spatial/vec3.js";
import { planSpringLaw } from "./spring-law.js";
import type { FrameMotion, TwoFrameLoad } from "./two-frame-load.js";

/** Tension along the line between two points: a strut, a cable's elastic part, a shock absorber. */
export function planPointSpring(
  load: Extract<Load, { kind: "point-spring" }>,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): TwoFrameLoad {
  const spring = planSpringLaw(load.stiffness, num, keyOf);
  const damper = planSpringLaw(load.damping, num, keyOf);
  const damperAt = 1 + spring.numbers.length;
  const line = (a: FrameMotion, b: FrameMotion) => {
    const d = sub3(b.p, a.p);
    const length = norm3(d);
    // Two points in one place have no line between them: the spring then pushes nowhere.
    const direction = scale3(div(1, select(eq(length, 0), 1, length)), d);
    return { length, direction };
  };
  return {
    key: `point ${spring.key} ${damper.key}`,
    numbers: [num(load.freeLength), ...spring.numbers, ...damper.numbers],
    wrench: (a, b, n) => {
      const { length, direction } = line(a, b);
      const rate = dot3(sub3(b.v, a.v), direction);
      const tension = add(spring.force(sub(length, n[0]), n.slice(1)), damper.force(rate, n.slice(damperAt)));
      return { angular: zero3, linear: scale3(neg(tension), direction) };
    },
    energy: (a, b, n) => spring.energy(sub(line(a, b).length, n[0]), n.slice(1)),
  };
}
