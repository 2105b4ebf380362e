import { cylinder, type ShapeOptions } from "../../model/bodies/shapes.js";
import type { MassProperties } from "../../model/bodies/solids.js";
import type { QuatR, Shape } from "../../model/types.js";
import { lengthOf, middle, minus, unit, type Point } from "./point.js";
import { roundInertia } from "./turned-inertia.js";

/** A round part: length along its axis and radius [m], mass [kg]. */
export interface RoundPart {
  readonly mass: number;
  readonly radius: number;
  readonly length: number;
}

/** A homogeneous rod between two points of a frame: m l² / 12 across it, as if slender, and m r² / 2 about its axis, so that it can turn alone. */
export function rod(
  from: Point,
  to: Point,
  { mass, radius }: Omit<RoundPart, "length">,
): MassProperties & { readonly shapes: readonly Shape[] } {
  const length = lengthOf(minus(to, from));
  return {
    mass,
    com: middle(from, to),
    inertia: roundInertia((mass * length * length) / 12, (mass * radius * radius) / 2, unit(minus(to, from))),
    shapes: [bar(from, to, radius)],
  };
}

/** A round bar from one point to another, for display. */
export const bar = (from: Point, to: Point, radius: number, options: Omit<ShapeOptions, "at"> = {}): Shape =>
  cylinder(radius, lengthOf(minus(to, from)), {
    ...options,
    at: { position: middle(from, to), rotation: fromVertical(unit(minus(to, from))) },
  });

/** The shortest turn that takes the z axis to a unit direction: half way between the two, w = 1 + z · u, (x, y, z) = z × u. */
export function fromVertical([x, y, z]: Point): QuatR {
  const w = 1 + z;
  // Straight down: half a turn about any level axis.
  if (w < 1e-12) return [0, 1, 0, 0];
  const size = Math.sqrt(w * w + x * x + y * y);
  return [w / size, -y / size, x / size, 0];
}

/** A homogeneous cylinder along x from the origin on, as beams lie. */
export function roundAlongX(part: RoundPart): MassProperties & { readonly shapes: readonly Shape[] } {
  const { mass, radius, length } = part;
  const across = (mass / 12) * (3 * radius * radius + length * length);
  return {
    mass,
    com: [length / 2, 0, 0],
    inertia: [0.5 * mass * radius * radius, across, across, 0, 0, 0],
    shapes: [cylinderAlongX(radius, length)],
  };
}

/** The same, for display. */
export const cylinderAlongX = (radius: number, length: number): Shape =>
  cylinder(radius, length, { at: { position: [length / 2, 0, 0], axisAngle: [[0, 1, 0], Math.PI / 2] } });
