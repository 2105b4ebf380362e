import type { Vec3 } from "../models.js";

/** Small vector algebra for conversions outside the timed loops. Quaternions are [w, x, y, z]. */
type Numbers = ArrayLike<number>;

export const cross = (a: Numbers, b: Numbers): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** q x q*: body coordinates to parent coordinates. */
export function rotate(q: Numbers, x: Numbers): Vec3 {
  const u = [q[1], q[2], q[3]];
  const t = cross(u, x);
  const tt = cross(u, t);
  return [x[0] + 2 * (q[0] * t[0] + tt[0]), x[1] + 2 * (q[0] * t[1] + tt[1]), x[2] + 2 * (q[0] * t[2] + tt[2])];
}

/** q* x q: parent coordinates to body coordinates. */
export const rotateInverse = (q: Numbers, x: Numbers): Vec3 => rotate([q[0], -q[1], -q[2], -q[3]], x);
