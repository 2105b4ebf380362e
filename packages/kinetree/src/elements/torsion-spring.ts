import { atan2 } from "../graph/elementary.js";
import type { Num } from "../graph/graph.js";
import { add, div, neg, square } from "../graph/num.js";
import type { CurveTable } from "../graph/table.js";
import type { Load, Real } from "../model/types.js";
import { transpose3 } from "../spatial/mat3.js";
import { add3, dot3, scale3 } from "../spatial/vec3.js";
import { planSpringDamper, type Deflection } from "./spring-damper.js";
import type { FrameMotion, TwoFrameLoad } from "./two-frame-load.js";

/** Torque about frame a's z axis against the angle of frame b's x axis around it: a coil spring, a damper on a shaft. */
export const planTorsionSpring = (
  load: Extract<Load, { kind: "torsion-spring" }>,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): TwoFrameLoad => planSpringDamper("torsion", load, "angular", angleBetween, num, keyOf);

function angleBetween(a: FrameMotion, b: FrameMotion): Deflection {
  const [ax, ay, az] = transpose3(a.R);
  const [bx] = transpose3(b.R);
  const [x, y, z] = [dot3(bx, ax), dot3(bx, ay), dot3(bx, az)];
  // The angle changes at the rate direction · (relative turn). With b's x axis out of a's plane that is not quite a's z
  // axis, and a torque about z alone would do work that no spring has stored.
  const lift = div(neg(z), add(square(x), square(y)));
  return { value: atan2(y, x), direction: add3(az, scale3(lift, add3(scale3(x, ax), scale3(y, ay)))) };
}
