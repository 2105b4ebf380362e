import { cylinder, type ShapeOptions } from "../model/bodies/shapes.js";
import type { MassProperties } from "../model/bodies/solids.js";
import type { QuatR, Shape } from "../model/types.js";
import { lengthOf, middle, minus, unit, type Point } from "./point.js";
import { roundInertia } from "./turned-inertia.js";

/** What a rod has beside its ends. */
export interface RodSizes {
  /** [kg] */
  readonly mass: number;
  /** Of the bar that is drawn [m]. */
  readonly radius: number;
}

/**
 * A homogeneous rod from one point to another, in a frame in which both are given: m l² / 12 across it, as a slender rod
 * has, and m r² / 2 about its own axis, so that it could turn alone in space too.
 */
export function rod(
  from: Point,
  to: Point,
  { mass, radius }: RodSizes,
): MassProperties & { readonly shapes: readonly Shape[] } {
  const length = lengthOf(minus(to, from));
  return {
    mass,
    com: middle(from, to),
    inertia: roundInertia((mass * length * length) / 12, (mass * radius * radius) / 2, unit(minus(to, from))),
    shapes: [bar(from, to, radius)],
  };
}

/** A round bar from one point to another, to look at. */
export const bar = (from: Point, to: Point, radius: number, options: Omit<ShapeOptions, "at"> = {}): Shape =>
  cylinder(radius, lengthOf(minus(to, from)), {
    ...options,
    at: { position: middle(from, to), rotation: fromVertical(unit(minus(to, from))) },
  });

/** The shortest turn that takes the z axis to a unit direction: half way between the two, w = 1 + z · u, (x, y, z) = z × u. */
function fromVertical([x, y, z]: Point): QuatR {
  const w = 1 + z;
  // Straight down: half a turn about any level axis.
  if (w < 1e-12) return [0, 1, 0, 0];
  const size = Math.sqrt(w * w + x * x + y * y);
  return [w / size, -y / size, x / size, 0];
}
