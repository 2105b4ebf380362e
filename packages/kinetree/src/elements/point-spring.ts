import type { Num } from "../graph/graph.js";
import { div, eq, select } from "../graph/num.js";
import type { CurveTable } from "../graph/table.js";
import type { Load, Real } from "../model/types.js";
import { norm3, scale3, sub3 } from "../spatial/vec3.js";
import { planSpringDamper, type Deflection } from "./spring-damper.js";
import type { FrameMotion, TwoFrameLoad } from "./two-frame-load.js";

/** Tension along the line between two points: a strut, a cable's elastic part, a shock absorber. */
export const planPointSpring = (
  load: Extract<Load, { kind: "point-spring" }>,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): TwoFrameLoad => planSpringDamper("point", { ...load, rest: load.freeLength }, "linear", lengthBetween, num, keyOf);

function lengthBetween(a: FrameMotion, b: FrameMotion): Deflection {
  const d = sub3(b.p, a.p);
  const length = norm3(d);
  // Two points in one place have no line between them: the spring then pushes nowhere.
  return { value: length, direction: scale3(div(1, select(eq(length, 0), 1, length)), d) };
}
