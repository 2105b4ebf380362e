import { atan2 } from "../graph/elementary.js";
import type { Num } from "../graph/graph.js";
import { add, div, neg, square, sub } from "../graph/num.js";
import type { CurveTable } from "../graph/table.js";
import type { Load, Real } from "../model/types.js";
import { transpose3 } from "../spatial/mat3.js";
import { add3, dot3, scale3, sub3, zero3, type Vec3 } from "../spatial/vec3.js";
import { planSpringLaw } from "./spring-law.js";
import type { FrameMotion, TwoFrameLoad } from "./two-frame-load.js";

/** Torque about frame a's z axis against the angle of frame b's x axis around it: a coil spring, a damper on a shaft. */
export function planTorsionSpring(
  load: Extract<Load, { kind: "torsion-spring" }>,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): TwoFrameLoad {
  const spring = planSpringLaw(load.stiffness, num, keyOf);
  const damper = planSpringLaw(load.damping, num, keyOf);
  const damperAt = 1 + spring.numbers.length;
  const deflected = (a: FrameMotion, b: FrameMotion): { angle: Num; direction: Vec3 } => {
    const [ax, ay, az] = transpose3(a.R);
    const [bx] = transpose3(b.R);
    const [x, y, z] = [dot3(bx, ax), dot3(bx, ay), dot3(bx, az)];
    // The angle changes at the rate direction · (relative turn). With b's x axis out of a's plane that is not quite a's z
    // axis, and a torque about z alone would do work that no spring has stored.
    const lift = div(neg(z), add(square(x), square(y)));
    return { angle: atan2(y, x), direction: add3(az, scale3(lift, add3(scale3(x, ax), scale3(y, ay)))) };
  };
  return {
    key: `torsion ${spring.key} ${damper.key}`,
    numbers: [num(load.rest), ...spring.numbers, ...damper.numbers],
    wrench: (a, b, n) => {
      const { angle, direction } = deflected(a, b);
      const rate = dot3(sub3(b.omega, a.omega), direction);
      const torque = add(spring.force(sub(angle, n[0]), n.slice(1)), damper.force(rate, n.slice(damperAt)));
      return { angular: scale3(neg(torque), direction), linear: zero3 };
    },
    energy: (a, b, n) => spring.energy(sub(deflected(a, b).angle, n[0]), n.slice(1)),
  };
}
