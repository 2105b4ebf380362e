import { motionFromParent } from "./general-rotation.js";
import { slots } from "./record.js";

const { A, AXIS, C, DINV, E, H, I, LITTLE_U, M, P, R, U, V } = slots;

/** Revolute joint about any unit axis a, S = [a, 0]. */

/** Pass 1: rotation (Rodrigues), velocity, velocity product. */
export function outward(b: Float64Array, p: Float64Array, k: Float64Array, q: number, qd: number): void {
  const x = k[AXIS];
  const y = k[AXIS + 1];
  const z = k[AXIS + 2];
  const c = Math.cos(q);
  const s = Math.sin(q);
  const d = 1 - c;
  b[E] = c + d * x * x;
  b[E + 1] = d * x * y + s * z;
  b[E + 2] = d * x * z - s * y;
  b[E + 3] = d * x * y - s * z;
  b[E + 4] = c + d * y * y;
  b[E + 5] = d * y * z + s * x;
  b[E + 6] = d * x * z + s * y;
  b[E + 7] = d * y * z - s * x;
  b[E + 8] = c + d * z * z;
  motionFromParent(b, p, k, V);
  const sx = x * qd;
  const sy = y * qd;
  const sz = z * qd;
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

/** Pass 2: U, D, u; adds Iᵃ and pᵃ to Iᴬ and pᴬ of the parent p, unless that is the ground. */
export function inward(b: Float64Array, p: Float64Array, k: Float64Array, tau: number, isRoot: boolean): void {
  const s0 = k[AXIS];
  const s1 = k[AXIS + 1];
  const s2 = k[AXIS + 2];
  const U0 = b[I] * s0 + b[I + 3] * s1 + b[I + 5] * s2;
  const U1 = b[I + 3] * s0 + b[I + 1] * s1 + b[I + 4] * s2;
  const U2 = b[I + 5] * s0 + b[I + 4] * s1 + b[I + 2] * s2;
  const U3 = b[H] * s0 + b[H + 3] * s1 + b[H + 6] * s2;
  const U4 = b[H + 1] * s0 + b[H + 4] * s1 + b[H + 7] * s2;
  const U5 = b[H + 2] * s0 + b[H + 5] * s1 + b[H + 8] * s2;
  const dinv = 1 / (s0 * U0 + s1 * U1 + s2 * U2);
  const u = tau - (s0 * b[P] + s1 * b[P + 1] + s2 * b[P + 2]);
  b[U] = U0;
  b[U + 1] = U1;
  b[U + 2] = U2;
  b[U + 3] = U3;
  b[U + 4] = U4;
  b[U + 5] = U5;
  b[DINV] = dinv;
  b[LITTLE_U] = u;
  if (isRoot) return;

  // Iᵃ = Iᴬ − U D⁻¹ Uᵀ
  const x0 = U0 * dinv;
  const x1 = U1 * dinv;
  const x2 = U2 * dinv;
  const x3 = U3 * dinv;
  const x4 = U4 * dinv;
  const x5 = U5 * dinv;
  const i00 = b[I] - x0 * U0;
  const i11 = b[I + 1] - x1 * U1;
  const i22 = b[I + 2] - x2 * U2;
  const i01 = b[I + 3] - x0 * U1;
  const i12 = b[I + 4] - x1 * U2;
  const i20 = b[I + 5] - x2 * U0;
  const b00 = b[H] - x0 * U3;
  const b01 = b[H + 1] - x0 * U4;
  const b02 = b[H + 2] - x0 * U5;
  const b10 = b[H + 3] - x1 * U3;
  const b11 = b[H + 4] - x1 * U4;
  const b12 = b[H + 5] - x1 * U5;
  const b20 = b[H + 6] - x2 * U3;
  const b21 = b[H + 7] - x2 * U4;
  const b22 = b[H + 8] - x2 * U5;
  const n00 = b[M] - x3 * U3;
  const n11 = b[M + 1] - x4 * U4;
  const n22 = b[M + 2] - x5 * U5;
  const n01 = b[M + 3] - x3 * U4;
  const n12 = b[M + 4] - x4 * U5;
  const n20 = b[M + 5] - x5 * U3;

  // pᵃ = pᴬ + Iᵃ c + U D⁻¹ u
  const e = u * dinv;
  const c0 = b[C];
  const c1 = b[C + 1];
  const c2 = b[C + 2];
  const c3 = b[C + 3];
  const c4 = b[C + 4];
  const c5 = b[C + 5];
  const p0 = b[P] + i00 * c0 + i01 * c1 + i20 * c2 + b00 * c3 + b01 * c4 + b02 * c5 + U0 * e;
  const p1 = b[P + 1] + i01 * c0 + i11 * c1 + i12 * c2 + b10 * c3 + b11 * c4 + b12 * c5 + U1 * e;
  const p2 = b[P + 2] + i20 * c0 + i12 * c1 + i22 * c2 + b20 * c3 + b21 * c4 + b22 * c5 + U2 * e;
  const p3 = b[P + 3] + b00 * c0 + b10 * c1 + b20 * c2 + n00 * c3 + n01 * c4 + n20 * c5 + U3 * e;
  const p4 = b[P + 4] + b01 * c0 + b11 * c1 + b21 * c2 + n01 * c3 + n11 * c4 + n12 * c5 + U4 * e;
  const p5 = b[P + 5] + b02 * c0 + b12 * c1 + b22 * c2 + n20 * c3 + n12 * c4 + n22 * c5 + U5 * e;

  // Eᵀ … E to the parent's axes; the last diagonal entry of a symmetric block comes from its trace.
  const e00 = b[E];
  const e01 = b[E + 1];
  const e02 = b[E + 2];
  const e10 = b[E + 3];
  const e11 = b[E + 4];
  const e12 = b[E + 5];
  const e20 = b[E + 6];
  const e21 = b[E + 7];
  const e22 = b[E + 8];
  const t00 = i00 * e00 + i01 * e10 + i20 * e20;
  const t10 = i01 * e00 + i11 * e10 + i12 * e20;
  const t20 = i20 * e00 + i12 * e10 + i22 * e20;
  const t01 = i00 * e01 + i01 * e11 + i20 * e21;
  const t11 = i01 * e01 + i11 * e11 + i12 * e21;
  const t21 = i20 * e01 + i12 * e11 + i22 * e21;
  const j00 = e00 * t00 + e10 * t10 + e20 * t20;
  const j11 = e01 * t01 + e11 * t11 + e21 * t21;
  const j22 = i00 + i11 + i22 - j00 - j11;
  const j01 = e01 * t00 + e11 * t10 + e21 * t20;
  const j12 = e02 * t01 + e12 * t11 + e22 * t21;
  const j20 = e02 * t00 + e12 * t10 + e22 * t20;
  const q00 = n00 * e00 + n01 * e10 + n20 * e20;
  const q10 = n01 * e00 + n11 * e10 + n12 * e20;
  const q20 = n20 * e00 + n12 * e10 + n22 * e20;
  const q01 = n00 * e01 + n01 * e11 + n20 * e21;
  const q11 = n01 * e01 + n11 * e11 + n12 * e21;
  const q21 = n20 * e01 + n12 * e11 + n22 * e21;
  const m00 = e00 * q00 + e10 * q10 + e20 * q20;
  const m11 = e01 * q01 + e11 * q11 + e21 * q21;
  const m22 = n00 + n11 + n22 - m00 - m11;
  const m01 = e01 * q00 + e11 * q10 + e21 * q20;
  const m12 = e02 * q01 + e12 * q11 + e22 * q21;
  const m20 = e02 * q00 + e12 * q10 + e22 * q20;
  const d00 = b00 * e00 + b01 * e10 + b02 * e20;
  const d01 = b00 * e01 + b01 * e11 + b02 * e21;
  const d02 = b00 * e02 + b01 * e12 + b02 * e22;
  const d10 = b10 * e00 + b11 * e10 + b12 * e20;
  const d11 = b10 * e01 + b11 * e11 + b12 * e21;
  const d12 = b10 * e02 + b11 * e12 + b12 * e22;
  const d20 = b20 * e00 + b21 * e10 + b22 * e20;
  const d21 = b20 * e01 + b21 * e11 + b22 * e21;
  const d22 = b20 * e02 + b21 * e12 + b22 * e22;
  const h00 = e00 * d00 + e10 * d10 + e20 * d20;
  const h01 = e00 * d01 + e10 * d11 + e20 * d21;
  const h02 = e00 * d02 + e10 * d12 + e20 * d22;
  const h10 = e01 * d00 + e11 * d10 + e21 * d20;
  const h11 = e01 * d01 + e11 * d11 + e21 * d21;
  const h12 = e01 * d02 + e11 * d12 + e21 * d22;
  const h20 = e02 * d00 + e12 * d10 + e22 * d20;
  const h21 = e02 * d01 + e12 * d11 + e22 * d21;
  const h22 = e02 * d02 + e12 * d12 + e22 * d22;
  const l0 = e00 * p0 + e10 * p1 + e20 * p2;
  const l1 = e01 * p0 + e11 * p1 + e21 * p2;
  const l2 = e02 * p0 + e12 * p1 + e22 * p2;
  const f0 = e00 * p3 + e10 * p4 + e20 * p5;
  const f1 = e01 * p3 + e11 * p4 + e21 * p5;
  const f2 = e02 * p3 + e12 * p4 + e22 * p5;

  // To the parent's origin: H + r× M = G, I − G r× + r× Hᵀ, n + r × f.
  const x = k[R];
  const y = k[R + 1];
  const z = k[R + 2];
  const g00 = h00 + y * m20 - z * m01;
  const g01 = h01 + y * m12 - z * m11;
  const g02 = h02 + y * m22 - z * m12;
  const g10 = h10 + z * m00 - x * m20;
  const g11 = h11 + z * m01 - x * m12;
  const g12 = h12 + z * m20 - x * m22;
  const g20 = h20 + x * m01 - y * m00;
  const g21 = h21 + x * m11 - y * m01;
  const g22 = h22 + x * m12 - y * m20;
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
  p[I] += j00 + y * (g02 + h02) - z * (g01 + h01);
  p[I + 1] += j11 + z * (g10 + h10) - x * (g12 + h12);
  p[I + 2] += j22 + x * (g21 + h21) - y * (g20 + h20);
  p[I + 3] += j01 + z * (g00 - h11) - x * g02 + y * h12;
  p[I + 4] += j12 + x * (g11 - h22) - y * g10 + z * h20;
  p[I + 5] += j20 + y * (g22 - h00) - z * g21 + x * h01;
  p[P] += l0 + y * f2 - z * f1;
  p[P + 1] += l1 + z * f0 - x * f2;
  p[P + 2] += l2 + x * f1 - y * f0;
  p[P + 3] += f0;
  p[P + 4] += f1;
  p[P + 5] += f2;
}

/** Pass 3: q̈ = D⁻¹ (u − Uᵀ a′), a = a′ + S q̈. Returns q̈. */
export function accelerate(b: Float64Array, p: Float64Array, k: Float64Array): number {
  motionFromParent(b, p, k, A);
  const a0 = b[A] + b[C];
  const a1 = b[A + 1] + b[C + 1];
  const a2 = b[A + 2] + b[C + 2];
  const a3 = b[A + 3] + b[C + 3];
  const a4 = b[A + 4] + b[C + 4];
  const a5 = b[A + 5] + b[C + 5];
  const Ua = b[U] * a0 + b[U + 1] * a1 + b[U + 2] * a2 + b[U + 3] * a3 + b[U + 4] * a4 + b[U + 5] * a5;
  const qdd = (b[LITTLE_U] - Ua) * b[DINV];
  b[A] = a0 + k[AXIS] * qdd;
  b[A + 1] = a1 + k[AXIS + 1] * qdd;
  b[A + 2] = a2 + k[AXIS + 2] * qdd;
  b[A + 3] = a3;
  b[A + 4] = a4;
  b[A + 5] = a5;
  return qdd;
}
