import { atan2 } from "../graph/elementary.js";
import type { Num } from "../graph/graph.js";
import { add, neg, sub } from "../graph/num.js";
import type { CurveTable } from "../graph/table.js";
import type { Load, Real } from "../model/types.js";
import { transpose3 } from "../spatial/mat3.js";
import { dot3, scale3, sub3, zero3 } from "../spatial/vec3.js";
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
  const angle = (a: FrameMotion, b: FrameMotion): Num => {
    const [ax, ay] = transpose3(a.R);
    const [bx] = transpose3(b.R);
    return atan2(dot3(bx, ay), dot3(bx, ax));
  };
  return {
    key: `torsion ${spring.key} ${damper.key}`,
    numbers: [num(load.rest), ...spring.numbers, ...damper.numbers],
    wrench: (a, b, n) => {
      const az = transpose3(a.R)[2];
      const rate = dot3(sub3(b.omega, a.omega), az);
      const torque = add(spring.force(sub(angle(a, b), n[0]), n.slice(1)), damper.force(rate, n.slice(damperAt)));
      return { angular: scale3(neg(torque), az), linear: zero3 };
    },
    energy: (a, b, n) => spring.energy(sub(angle(a, b), n[0]), n.slice(1)),
  };
}
