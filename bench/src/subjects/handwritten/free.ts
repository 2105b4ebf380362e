import { motionFromParent, rotationFromQuaternion } from "./general-rotation.js";
import { slots } from "./record.js";
import { eliminateRotation } from "./spherical.js";

const { A, EPS, M, P, V, W } = slots;

/** Free joint on the ground, S = 1: the velocity is v itself, and the position plays no part. */

/** Pass 1: rotation, velocity. */
export function outward(b: Float64Array, q: Float64Array, qAt: number, v: Float64Array, vAt: number): void {
  rotationFromQuaternion(b, q, qAt + 3);
  for (let j = 0; j < 6; j++) b[V + j] = v[vAt + j];
}

/** Passes 2 and 3 in one: Iᴬ a = τ − pᴬ by blocks, q̈ = a − X a_ground. */
export function accelerate(
  out: Float64Array,
  at: number,
  b: Float64Array,
  ground: Float64Array,
  k: Float64Array,
  tau: Float64Array,
): void {
  eliminateRotation(b, tau, at);
  // Mᵃ a = force that is left, by cofactors.
  const m00 = b[M];
  const m11 = b[M + 1];
  const m22 = b[M + 2];
  const m01 = b[M + 3];
  const m12 = b[M + 4];
  const m20 = b[M + 5];
  const c00 = m11 * m22 - m12 * m12;
  const c11 = m00 * m22 - m20 * m20;
  const c22 = m00 * m11 - m01 * m01;
  const c01 = m12 * m20 - m01 * m22;
  const c12 = m01 * m20 - m00 * m12;
  const c20 = m01 * m12 - m11 * m20;
  const d = 1 / (m00 * c00 + m01 * c01 + m20 * c20);
  const f0 = (tau[at + 3] - b[P + 3]) * d;
  const f1 = (tau[at + 4] - b[P + 4]) * d;
  const f2 = (tau[at + 5] - b[P + 5]) * d;
  const a3 = c00 * f0 + c01 * f1 + c20 * f2;
  const a4 = c01 * f0 + c11 * f1 + c12 * f2;
  const a5 = c20 * f0 + c12 * f1 + c22 * f2;
  const a0 = b[EPS] - (b[W] * a3 + b[W + 1] * a4 + b[W + 2] * a5);
  const a1 = b[EPS + 1] - (b[W + 3] * a3 + b[W + 4] * a4 + b[W + 5] * a5);
  const a2 = b[EPS + 2] - (b[W + 6] * a3 + b[W + 7] * a4 + b[W + 8] * a5);
  motionFromParent(b, ground, k, A);
  out[at] = a0 - b[A];
  out[at + 1] = a1 - b[A + 1];
  out[at + 2] = a2 - b[A + 2];
  out[at + 3] = a3 - b[A + 3];
  out[at + 4] = a4 - b[A + 4];
  out[at + 5] = a5 - b[A + 5];
  b[A] = a0;
  b[A + 1] = a1;
  b[A + 2] = a2;
  b[A + 3] = a3;
  b[A + 4] = a4;
  b[A + 5] = a5;
}
