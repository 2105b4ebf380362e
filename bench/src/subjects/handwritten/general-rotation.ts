import { slots } from "./record.js";

const { E, R } = slots;

/** Motion vector (slot V or A) of the parent p, in the frame and at the origin of the body b: X_body_parent. */
export function motionFromParent(b: Float64Array, p: Float64Array, k: Float64Array, slot: number): void {
  const x = k[R];
  const y = k[R + 1];
  const z = k[R + 2];
  const wx = p[slot];
  const wy = p[slot + 1];
  const wz = p[slot + 2];
  const vx = p[slot + 3] + wy * z - wz * y;
  const vy = p[slot + 4] + wz * x - wx * z;
  const vz = p[slot + 5] + wx * y - wy * x;
  const e00 = b[E];
  const e01 = b[E + 1];
  const e02 = b[E + 2];
  const e10 = b[E + 3];
  const e11 = b[E + 4];
  const e12 = b[E + 5];
  const e20 = b[E + 6];
  const e21 = b[E + 7];
  const e22 = b[E + 8];
  b[slot] = e00 * wx + e01 * wy + e02 * wz;
  b[slot + 1] = e10 * wx + e11 * wy + e12 * wz;
  b[slot + 2] = e20 * wx + e21 * wy + e22 * wz;
  b[slot + 3] = e00 * vx + e01 * vy + e02 * vz;
  b[slot + 4] = e10 * vx + e11 * vy + e12 * vz;
  b[slot + 5] = e20 * vx + e21 * vy + e22 * vz;
}

/** E of a body whose orientation in its parent is the unit quaternion [w, x, y, z] at q[at]. */
export function rotationFromQuaternion(out: Float64Array, q: Float64Array, at: number): void {
  const s = q[at];
  const x = q[at + 1];
  const y = q[at + 2];
  const z = q[at + 3];
  out[E] = 1 - 2 * (y * y + z * z);
  out[E + 1] = 2 * (x * y + s * z);
  out[E + 2] = 2 * (x * z - s * y);
  out[E + 3] = 2 * (x * y - s * z);
  out[E + 4] = 1 - 2 * (x * x + z * z);
  out[E + 5] = 2 * (y * z + s * x);
  out[E + 6] = 2 * (x * z + s * y);
  out[E + 7] = 2 * (y * z - s * x);
  out[E + 8] = 1 - 2 * (x * x + y * y);
}
