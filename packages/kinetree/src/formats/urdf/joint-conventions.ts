import type { Triple } from "../xml/values.js";

export const urdfJointTypes = ["revolute", "continuous", "prismatic", "fixed", "floating", "planar"] as const;

export type UrdfJointType = (typeof urdfJointTypes)[number];

export const isJointType = (name: string): name is UrdfJointType =>
  (urdfJointTypes as readonly string[]).includes(name);

/** Ball joints are not part of URDF, but Bullet and MuJoCo read them and public robots have them. */
export type ReadableJointType = UrdfJointType | "spherical";

/** URDF requires all four numbers of a limit. One of this size or more is read as no limit, and no limit is written as this. */
export const NO_LIMIT = 1e30;

/**
 * URDF gives the normal of a planar joint and leaves the direction of its first coordinate in the plane open. Here it is
 * the axis of the joint frame that follows the normal's largest component in the order x, y, z, x, laid into the plane:
 * a normal along z gives x, along x gives y, along y gives z.
 */
export function planarDirection(normal: Triple): Triple {
  const sizes = normal.map(Math.abs);
  const largest = sizes.indexOf(Math.max(...sizes));
  const next = (largest + 1) % 3;
  const square = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
  const share = normal[next] / square;
  const along = (i: number): number => (i === next ? 1 : 0) - share * normal[i];
  return [along(0), along(1), along(2)];
}
