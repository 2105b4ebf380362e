import type { Num } from "../../../graph/graph.js";
import { div, max, mul, sqrt, square, sub } from "../../../graph/num.js";
import { dot3, scale3, sub3, type Vec3 } from "../../../spatial/vec3.js";
import { TINY } from "../../contact/normal-law.js";

/** A wheel as a disc, in world components. */
export interface Disc {
  readonly centre: Vec3;
  /** Unit vector along the axis, to the left. */
  readonly axis: Vec3;
  readonly radius: Num;
  readonly width: Num;
}

/** How a disc lies to the ground. */
export interface WheelGround {
  /** How far the lowest point of the disc reaches into the ground, along the normal [m]; negative apart. */
  readonly depth: Num;
  /** Unit vector out of the ground. */
  readonly normal: Vec3;
  /** On the ground, where the force acts. */
  readonly place: Vec3;
  /** Unit vector along which the wheel rolls, in the ground. */
  readonly forward: Vec3;
  /** Cosine of the lean. */
  readonly upright: Num;
}

/** Square of the cosine of a disc that lies flat: below it, rounding errors would lengthen the way to the lowest point. */
const FLAT = 1e-14;

/** Ground steeper than this has no height [cosine of the slope]. */
export const LEAST_SLOPE = 1e-3;

/** The point of the disc that lies deepest against the unit vector `up`, and the cosine of the disc's lean from it. */
export function lowestPoint(
  { centre, axis, radius }: Disc,
  up: Vec3,
): { readonly lowest: Vec3; readonly upright: Num } {
  const lean = dot3(up, axis);
  const upright = sqrt(max(sub(1, square(lean)), FLAT));
  const inPlane = sub3(up, scale3(lean, axis));
  return { lowest: sub3(centre, scale3(mul(radius, div(1, upright)), inPlane)), upright };
}

/** A vector of length 1; zero where there is no direction. */
export function directionOf(v: Vec3): Vec3 {
  return scale3(div(1, sqrt(max(dot3(v, v), TINY))), v);
}
