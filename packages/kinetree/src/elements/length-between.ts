import { div, eq, select } from "../graph/num.js";
import { norm3, scale3, sub3 } from "../spatial/vec3.js";
import type { Deflection } from "./spring-damper.js";
import type { FrameMotion } from "./two-frame-load.js";

/** The distance of two points, and the direction from a to b. */
export function lengthBetween(a: FrameMotion, b: FrameMotion): Deflection {
  const d = sub3(b.p, a.p);
  const length = norm3(d);
  // Two points in one place have no line between them: a load along it then pushes nowhere.
  return { value: length, direction: scale3(div(1, select(eq(length, 0), 1, length)), d) };
}
