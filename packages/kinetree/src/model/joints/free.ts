import type { Real, Vec3R } from "../real.js";
import type { JointDefinition, JointNumbers } from "./joint-definition.js";
import { angularSpeeds, fixedSizes, quaternionCoordinates } from "./joint-numbers.js";

/** Options of `free`. */
export interface FreeOptions {
  /** Against the angular velocity, the same for all directions or along the axes of the child's joint frame [N m s/rad]. */
  readonly rotationDamping?: Real | Vec3R;
  /** Against the linear velocity, along the axes of the child's joint frame [N s/m]. */
  readonly translationDamping?: Real | Vec3R;
}

const directions = ["x", "y", "z"] as const;
const numbers: JointNumbers = {
  coordinates: [...directions.map((label) => ({ label, unit: "m" }) as const), ...quaternionCoordinates],
  speeds: [
    ...angularSpeeds,
    ...directions.map((x) => ({ label: `linear ${x}`, kind: "translation", unit: "m/s" }) as const),
  ],
};

export const free: JointDefinition<"free", FreeOptions> = {
  kind: "free",
  doc: "Moves in every way.",
  fields: {},
  options: { in: "dampings", names: ["rotationDamping", "translationDamping"] },
  sizes: fixedSizes(7, 6),
  numbers: () => numbers,
  quaternion: { at: 3, q: "[x, y, z, then quaternion w, x, y, z]", v: "[wx, wy, wz, vx, vy, vz]" },
  axes: () => null,
  check: () => {},
  takes: "damping-only",
  closes: "nothing",
  glyph: "free",
};
