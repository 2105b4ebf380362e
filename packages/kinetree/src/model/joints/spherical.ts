import type { Real, Vec3R } from "../real.js";
import type { JointDefinition } from "./joint-definition.js";
import { angularSpeeds, fixedSizes, quaternionCoordinates } from "./joint-numbers.js";

/** Options of `spherical`. */
export interface SphericalOptions {
  /** Against the angular velocity, the same for all directions or along the axes of the child's joint frame [N m s/rad]. */
  readonly damping?: Real | Vec3R;
}

const numbers = { coordinates: quaternionCoordinates, speeds: angularSpeeds };

export const spherical: JointDefinition<"spherical", SphericalOptions> = {
  kind: "spherical",
  doc: "Turns in every way.",
  fields: {},
  options: { in: "dampings", names: ["damping"] },
  sizes: fixedSizes(4, 3),
  numbers: () => numbers,
  quaternion: { at: 0, q: "[w, x, y, z]", v: "[wx, wy, wz]" },
  axes: () => null,
  check: () => {},
  takes: "damping-only",
  closes: "own",
  glyph: "ball",
};
