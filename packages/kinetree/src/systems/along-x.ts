import { cylinder } from "../model/bodies/shapes.js";
import type { MassProperties } from "../model/bodies/solids.js";
import type { Shape } from "../model/types.js";

/** A round part: length along its axis and radius [m], mass [kg]. */
export interface RoundPart {
  readonly mass: number;
  readonly radius: number;
  readonly length: number;
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

/** The same, to look at. */
export const cylinderAlongX = (radius: number, length: number): Shape =>
  cylinder(radius, length, { at: { position: [length / 2, 0, 0], axisAngle: [[0, 1, 0], Math.PI / 2] } });
