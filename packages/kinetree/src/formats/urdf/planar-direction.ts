import type { Triple } from "../xml/values.js";

/**
 * URDF says the normal of a planar joint and leaves open which direction in the plane its first coordinate goes. Here it is
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
