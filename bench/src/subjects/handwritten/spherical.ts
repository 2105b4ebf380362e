import { motionFromParent, rotationFromQuaternion } from "./general-rotation.js";
import { slots } from "./record.js";

const { A, C, E, EPS, H, I, M, P, R, V, W } = slots;

/**
 * Spherical joint, S = [1, 0] of three columns. D is the angular block I of Iᴬ, so that Iᵃ keeps its linear block
 * alone, M − Hᵀ I⁻¹ H, and the moment of pᵃ is the joint torque.
 */

/** Pass 1: rotation, velocity, velocity product. */
export function outward(
  b: Float64Array,
  p: Float64Array,
  k: Float64Array,
  q: Float64Array,
  qAt: number,
  v: Float64Array,
  vAt: number,
): void {
  rotationFromQuaternion(b, q, qAt);
  motionFromParent(b, p, k, V);
  const sx = v[vAt];
  const sy = v[vAt + 1];
  const sz = v[vAt + 2];
  const wx = b[V] + sx;
  const wy = b[V + 1] + sy;
  const wz = b[V + 2] + sz;
  const vx = b[V + 3];
  const vy = b[V + 4];
  const vz = b[V + 5];
  b[V] = wx;
  b[V + 1] = wy;
  b[V + 2] = wz;
  b[C] = wy * sz - wz * sy;
  b[C + 1] = wz * sx - wx * sz;
  b[C + 2] = wx * sy - wy * sx;
  b[C + 3] = vy * sz - vz * sy;
  b[C + 4] = vz * sx - vx * sz;
  b[C + 5] = vx * sy - vy * sx;
}

/** Pass 2: W = I⁻¹ H, e = I⁻¹ (τ − pᴬ); adds Mᵃ = M − Hᵀ W and pᵃ to Iᴬ and pᴬ of the parent p, unless that is the ground. */
export function inward(
  b: Float64Array,
  p: Float64Array,
  k: Float64Array,
  tau: Float64Array,
  at: number,
  isRoot: boolean,
): void {
  eliminateRotation(b, tau, at);
  if (isRoot) return;
  const n00 = b[M];
  const n11 = b[M + 1];
  const n22 = b[M + 2];
  const n01 = b[M + 3];
  const n12 = b[M + 4];
  const n20 = b[M + 5];
  const c3 = b[C + 3];
  const c4 = b[C + 4];
  const c5 = b[C + 5];
  // pᵃ = [τ, pᴬ + Mᵃ c + Hᵀ e]; eliminateRotation has added the last term.
  const p0 = tau[at];
  const p1 = tau[at + 1];
  const p2 = tau[at + 2];
  const p3 = b[P + 3] + n00 * c3 + n01 * c4 + n20 * c5;
  const p4 = b[P + 4] + n01 * c3 + n11 * c4 + n12 * c5;
  const p5 = b[P + 5] + n20 * c3 + n12 * c4 + n22 * c5;

  // Eᵀ … E to the parent's axes; the last diagonal entry comes from the trace.
  const e00 = b[E];
  const e01 = b[E + 1];
  const e02 = b[E + 2];
  const e10 = b[E + 3];
  const e11 = b[E + 4];
  const e12 = b[E + 5];
  const e20 = b[E + 6];
  const e21 = b[E + 7];
  const e22 = b[E + 8];
  const t00 = n00 * e00 + n01 * e10 + n20 * e20;
  const t10 = n01 * e00 + n11 * e10 + n12 * e20;
  const t20 = n20 * e00 + n12 * e10 + n22 * e20;
  const t01 = n00 * e01 + n01 * e11 + n20 * e21;
  const t11 = n01 * e01 + n11 * e11 + n12 * e21;
  const t21 = n20 * e01 + n12 * e11 + n22 * e21;
  const m00 = e00 * t00 + e10 * t10 + e20 * t20;
  const m11 = e01 * t01 + e11 * t11 + e21 * t21;
  const m22 = n00 + n11 + n22 - m00 - m11;
  const m01 = e01 * t00 + e11 * t10 + e21 * t20;
  const m12 = e02 * t01 + e12 * t11 + e22 * t21;
  const m20 = e02 * t00 + e12 * t10 + e22 * t20;
  const l0 = e00 * p0 + e10 * p1 + e20 * p2;
  const l1 = e01 * p0 + e11 * p1 + e21 * p2;
  const l2 = e02 * p0 + e12 * p1 + e22 * p2;
  const f0 = e00 * p3 + e10 * p4 + e20 * p5;
  const f1 = e01 * p3 + e11 * p4 + e21 * p5;
  const f2 = e02 * p3 + e12 * p4 + e22 * p5;

  // To the parent's origin: G = r× M, −G r×, n + r × f.
  const x = k[R];
  const y = k[R + 1];
  const z = k[R + 2];
  const g00 = y * m20 - z * m01;
  const g01 = y * m12 - z * m11;
  const g02 = y * m22 - z * m12;
  const g10 = z * m00 - x * m20;
  const g11 = z * m01 - x * m12;
  const g12 = z * m20 - x * m22;
  const g20 = x * m01 - y * m00;
  const g21 = x * m11 - y * m01;
  const g22 = x * m12 - y * m20;
  p[M] += m00;
  p[M + 1] += m11;
  p[M + 2] += m22;
  p[M + 3] += m01;
  p[M + 4] += m12;
  p[M + 5] += m20;
  p[H] += g00;
  p[H + 1] += g01;
  p[H + 2] += g02;
  p[H + 3] += g10;
  p[H + 4] += g11;
  p[H + 5] += g12;
  p[H + 6] += g20;
  p[H + 7] += g21;
  p[H + 8] += g22;
  p[I] += y * g02 - z * g01;
  p[I + 1] += z * g10 - x * g12;
  p[I + 2] += x * g21 - y * g20;
  p[I + 3] += z * g00 - x * g02;
  p[I + 4] += x * g11 - y * g10;
  p[I + 5] += y * g22 - z * g21;
  p[P] += l0 + y * f2 - z * f1;
  p[P + 1] += l1 + z * f0 - x * f2;
  p[P + 2] += l2 + x * f1 - y * f0;
  p[P + 3] += f0;
  p[P + 4] += f1;
  p[P + 5] += f2;
}

/**
 * Gauss elimination of the angular rows of Iᴬ a + pᴬ = τ: W = I⁻¹ H and e = I⁻¹ (τ − pᴬ); M and the force of pᴬ become
 * M − Hᵀ W and f + Hᵀ e, in place.
 */
export function eliminateRotation(b: Float64Array, tau: Float64Array, at: number): void {
  const i00 = b[I];
  const i11 = b[I + 1];
  const i22 = b[I + 2];
  const i01 = b[I + 3];
  const i12 = b[I + 4];
  const i20 = b[I + 5];
  // Inverse by cofactors: exact enough for blocks of moderate condition, and without branches.
  const c00 = i11 * i22 - i12 * i12;
  const c01 = i12 * i20 - i01 * i22;
  const c20 = i01 * i12 - i11 * i20;
  const d = 1 / (i00 * c00 + i01 * c01 + i20 * c20);
  const k00 = c00 * d;
  const k11 = (i00 * i22 - i20 * i20) * d;
  const k22 = (i00 * i11 - i01 * i01) * d;
  const k01 = c01 * d;
  const k12 = (i01 * i20 - i00 * i12) * d;
  const k20 = c20 * d;
  const u0 = tau[at] - b[P];
  const u1 = tau[at + 1] - b[P + 1];
  const u2 = tau[at + 2] - b[P + 2];
  const e0 = k00 * u0 + k01 * u1 + k20 * u2;
  const e1 = k01 * u0 + k11 * u1 + k12 * u2;
  const e2 = k20 * u0 + k12 * u1 + k22 * u2;
  b[EPS] = e0;
  b[EPS + 1] = e1;
  b[EPS + 2] = e2;
  const h00 = b[H];
  const h01 = b[H + 1];
  const h02 = b[H + 2];
  const h10 = b[H + 3];
  const h11 = b[H + 4];
  const h12 = b[H + 5];
  const h20 = b[H + 6];
  const h21 = b[H + 7];
  const h22 = b[H + 8];
  b[P + 3] += h00 * e0 + h10 * e1 + h20 * e2;
  b[P + 4] += h01 * e0 + h11 * e1 + h21 * e2;
  b[P + 5] += h02 * e0 + h12 * e1 + h22 * e2;
  const w00 = k00 * h00 + k01 * h10 + k20 * h20;
  const w01 = k00 * h01 + k01 * h11 + k20 * h21;
  const w02 = k00 * h02 + k01 * h12 + k20 * h22;
  const w10 = k01 * h00 + k11 * h10 + k12 * h20;
  const w11 = k01 * h01 + k11 * h11 + k12 * h21;
  const w12 = k01 * h02 + k11 * h12 + k12 * h22;
  const w20 = k20 * h00 + k12 * h10 + k22 * h20;
  const w21 = k20 * h01 + k12 * h11 + k22 * h21;
  const w22 = k20 * h02 + k12 * h12 + k22 * h22;
  b[W] = w00;
  b[W + 1] = w01;
  b[W + 2] = w02;
  b[W + 3] = w10;
  b[W + 4] = w11;
  b[W + 5] = w12;
  b[W + 6] = w20;
  b[W + 7] = w21;
  b[W + 8] = w22;
  b[M] -= h00 * w00 + h10 * w10 + h20 * w20;
  b[M + 1] -= h01 * w01 + h11 * w11 + h21 * w21;
  b[M + 2] -= h02 * w02 + h12 * w12 + h22 * w22;
  b[M + 3] -= h00 * w01 + h10 * w11 + h20 * w21;
  b[M + 4] -= h01 * w02 + h11 * w12 + h21 * w22;
  b[M + 5] -= h02 * w00 + h12 * w10 + h22 * w20;
}

/** Pass 3: angular acceleration e − W a′, of which the joint's own part is what the parent does not give. */
export function accelerate(out: Float64Array, at: number, b: Float64Array, p: Float64Array, k: Float64Array): void {
  motionFromParent(b, p, k, A);
  const a3 = b[A + 3] + b[C + 3];
  const a4 = b[A + 4] + b[C + 4];
  const a5 = b[A + 5] + b[C + 5];
  const e0 = b[EPS] - (b[W] * a3 + b[W + 1] * a4 + b[W + 2] * a5);
  const e1 = b[EPS + 1] - (b[W + 3] * a3 + b[W + 4] * a4 + b[W + 5] * a5);
  const e2 = b[EPS + 2] - (b[W + 6] * a3 + b[W + 7] * a4 + b[W + 8] * a5);
  out[at] = e0 - b[A] - b[C];
  out[at + 1] = e1 - b[A + 1] - b[C + 1];
  out[at + 2] = e2 - b[A + 2] - b[C + 2];
  b[A] = e0;
  b[A + 1] = e1;
  b[A + 2] = e2;
  b[A + 3] = a3;
  b[A + 4] = a4;
  b[A + 5] = a5;
}
