import type { Num } from "../graph/graph.js";
import { add, neg, sub } from "../graph/num.js";
import type { CurveTable } from "../graph/table.js";
import type { Curve, Real } from "../model/types.js";
import { dot3, scale3, sub3, zero3, type Vec3 } from "../spatial/vec3.js";
import { planSpringLaw } from "./spring-law.js";
import type { FrameMotion, TwoFrameLoad } from "./two-frame-load.js";

/** A length or an angle between two frames; it changes at the rate direction · (relative velocity). */
export interface Deflection {
  readonly value: Num;
  readonly direction: Vec3;
}

/** A spring and a damper on one number between two frames. `rest` is where the spring is without force. */
export function planSpringDamper(
  name: string,
  {
    rest,
    stiffness,
    damping,
  }: { readonly rest: Real; readonly stiffness: Real | Curve; readonly damping: Real | Curve },
  part: "angular" | "linear",
  measure: (a: FrameMotion, b: FrameMotion) => Deflection,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): TwoFrameLoad {
  const spring = planSpringLaw(stiffness, num, keyOf);
  const damper = planSpringLaw(damping, num, keyOf);
  const damperAt = 1 + spring.numbers.length;
  return {
    key: `${name} ${spring.key} ${damper.key}`,
    numbers: [num(rest), ...spring.numbers, ...damper.numbers],
    wrench: (a, b, n) => {
      const { value, direction } = measure(a, b);
      const rate = dot3(part === "linear" ? sub3(b.v, a.v) : sub3(b.omega, a.omega), direction);
      const force = add(spring.force(sub(value, n[0]), n.slice(1)), damper.force(rate, n.slice(damperAt)));
      const load = scale3(neg(force), direction);
      return part === "linear" ? { angular: zero3, linear: load } : { angular: load, linear: zero3 };
    },
    energy: (a, b, n) => spring.energy(sub(measure(a, b).value, n[0]), n.slice(1)),
  };
}
