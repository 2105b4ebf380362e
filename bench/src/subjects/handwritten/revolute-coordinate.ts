import { slots } from "./record.js";

const { A, C, DINV, E, H, I, LITTLE_U, M, P, R, U, V } = slots;

/**
 * Revolute joint about a coordinate axis. The axis is called 0 and the other two follow it cyclically, so that one text
 * serves x, y and z: a cyclic change of axes keeps every cross product. f = 0, 1, 2 for x, y, z.
 * Iᵃ S = 0, so that row and column 0 of Iᵃ are zero and are left out.
 */
const next = (f: number): number => (f === 2 ? 0 : f + 1);

/** Pass 1: rotation, velocity, velocity product. */
export function outward(b: Float64Array, p: Float64Array, k: Float64Array, f: number, q: number, qd: number): void {
  const a0 = f;
  const a1 = next(a0);
  const a2 = next(a1);
  const c = Math.cos(q);
  const s = Math.sin(q);
  const r0 = k[R + a0];
  const r1 = k[R + a1];
  const r2 = k[R + a2];
  const w0 = p[V + a0];
  const w1 = p[V + a1];
  const w2 = p[V + a2];
  const t0 = p[V + 3 + a0] + w1 * r2 - w2 * r1;
  const t1 = p[V + 3 + a1] + w2 * r0 - w0 * r2;
  const t2 = p[V + 3 + a2] + w0 * r1 - w1 * r0;
  const o1 = c * w1 + s * w2;
  const o2 = c * w2 - s * w1;
  const v1 = c * t1 + s * t2;
  const v2 = c * t2 - s * t1;
  b[E] = c;
  b[E + 1] = s;
  b[V + a0] = w0 + qd;
  b[V + a1] = o1;
  b[V + a2] = o2;
  b[V + 3 + a0] = t0;
  b[V + 3 + a1] = v1;
  b[V + 3 + a2] = v2;
  // c = v × S q̇; its components 0 are zero.
  b[C + 1] = o2 * qd;
  b[C + 2] = -o1 * qd;
  b[C + 4] = v2 * qd;
  b[C + 5] = -v1 * qd;
}

/** Pass 2: U, D, u; adds Iᵃ and pᵃ to Iᴬ and pᴬ of the parent p, unless that is the ground. */
export function inward(
  b: Float64Array,
  p: Float64Array,
  k: Float64Array,
  f: number,
  tau: number,
  isRoot: boolean,
): void {
  const a0 = f;
  const a1 = next(a0);
  const a2 = next(a1);
  const row0 = H + 3 * a0;
  const row1 = H + 3 * a1;
  const row2 = H + 3 * a2;
  const D = b[I + a0];
  const U1 = b[I + 3 + a0];
  const U2 = b[I + 3 + a2];
  const U3 = b[row0 + a0];
  const U4 = b[row0 + a1];
  const U5 = b[row0 + a2];
  const u = tau - b[P + a0];
  const dinv = 1 / D;
  b[U] = D;
  b[U + 1] = U1;
  b[U + 2] = U2;
  b[U + 3] = U3;
  b[U + 4] = U4;
  b[U + 5] = U5;
  b[DINV] = dinv;
  b[LITTLE_U] = u;
  if (isRoot) return;

  // Iᵃ = Iᴬ − U D⁻¹ Uᵀ
  const x1 = U1 * dinv;
  const x2 = U2 * dinv;
  const x3 = U3 * dinv;
  const x4 = U4 * dinv;
  const x5 = U5 * dinv;
  const i11 = b[I + a1] - x1 * U1;
  const i22 = b[I + a2] - x2 * U2;
  const i12 = b[I + 3 + a1] - x1 * U2;
  const b10 = b[row1 + a0] - x1 * U3;
  const b11 = b[row1 + a1] - x1 * U4;
  const b12 = b[row1 + a2] - x1 * U5;
  const b20 = b[row2 + a0] - x2 * U3;
  const b21 = b[row2 + a1] - x2 * U4;
  const b22 = b[row2 + a2] - x2 * U5;
  const m00 = b[M + a0] - x3 * U3;
  const n11 = b[M + a1] - x4 * U4;
  const n22 = b[M + a2] - x5 * U5;
  const n01 = b[M + 3 + a0] - x3 * U4;
  const n12 = b[M + 3 + a1] - x4 * U5;
  const n20 = b[M + 3 + a2] - x5 * U3;

  // pᵃ = pᴬ + Iᵃ c + U D⁻¹ u
  const e = u * dinv;
  const c1 = b[C + 1];
  const c2 = b[C + 2];
  const c4 = b[C + 4];
  const c5 = b[C + 5];
  const p1 = b[P + a1] + i11 * c1 + i12 * c2 + b11 * c4 + b12 * c5 + U1 * e;
  const p2 = b[P + a2] + i12 * c1 + i22 * c2 + b21 * c4 + b22 * c5 + U2 * e;
  const f0 = b[P + 3 + a0] + b10 * c1 + b20 * c2 + n01 * c4 + n20 * c5 + U3 * e;
  const p4 = b[P + 3 + a1] + b11 * c1 + b21 * c2 + n11 * c4 + n12 * c5 + U4 * e;
  const p5 = b[P + 3 + a2] + b12 * c1 + b22 * c2 + n12 * c4 + n22 * c5 + U5 * e;

  // Eᵀ … E to the parent's axes: a rotation in the plane of axes 1 and 2.
  const c = b[E];
  const s = b[E + 1];
  const cs = c * s;
  const cc = c * c;
  const ss = s * s;
  const cos2 = cc - ss;
  const j11 = cc * i11 + ss * i22 - 2 * cs * i12;
  const j22 = i11 + i22 - j11;
  const j12 = cs * (i11 - i22) + cos2 * i12;
  const m11 = cc * n11 + ss * n22 - 2 * cs * n12;
  const m22 = n11 + n22 - m11;
  const m12 = cs * (n11 - n22) + cos2 * n12;
  const m01 = c * n01 - s * n20;
  const m20 = s * n01 + c * n20;
  const d11 = c * b11 - s * b21;
  const d12 = c * b12 - s * b22;
  const d21 = s * b11 + c * b21;
  const d22 = s * b12 + c * b22;
  const h10 = c * b10 - s * b20;
  const h11 = c * d11 - s * d12;
  const h12 = s * d11 + c * d12;
  const h20 = s * b10 + c * b20;
  const h21 = c * d21 - s * d22;
  const h22 = s * d21 + c * d22;
  const f1 = c * p4 - s * p5;
  const f2 = s * p4 + c * p5;

  // To the parent's origin: H + r× M = G, I − G r× + r× Hᵀ, n + r × f.
  const r0 = k[R + a0];
  const r1 = k[R + a1];
  const r2 = k[R + a2];
  const g00 = r1 * m20 - r2 * m01;
  const g01 = r1 * m12 - r2 * m11;
  const g02 = r1 * m22 - r2 * m12;
  const g10 = h10 + r2 * m00 - r0 * m20;
  const g11 = h11 + r2 * m01 - r0 * m12;
  const g12 = h12 + r2 * m20 - r0 * m22;
  const g20 = h20 + r0 * m01 - r1 * m00;
  const g21 = h21 + r0 * m11 - r1 * m01;
  const g22 = h22 + r0 * m12 - r1 * m20;
  p[M + a0] += m00;
  p[M + a1] += m11;
  p[M + a2] += m22;
  p[M + 3 + a0] += m01;
  p[M + 3 + a1] += m12;
  p[M + 3 + a2] += m20;
  p[row0 + a0] += g00;
  p[row0 + a1] += g01;
  p[row0 + a2] += g02;
  p[row1 + a0] += g10;
  p[row1 + a1] += g11;
  p[row1 + a2] += g12;
  p[row2 + a0] += g20;
  p[row2 + a1] += g21;
  p[row2 + a2] += g22;
  p[I + a0] += r1 * g02 - r2 * g01;
  p[I + a1] += j11 + r2 * (g10 + h10) - r0 * (g12 + h12);
  p[I + a2] += j22 + r0 * (g21 + h21) - r1 * (g20 + h20);
  p[I + 3 + a0] += r2 * (g00 - h11) - r0 * g02 + r1 * h12;
  p[I + 3 + a1] += j12 + r0 * (g11 - h22) - r1 * g10 + r2 * h20;
  p[I + 3 + a2] += r1 * g22 - r2 * g21;
  p[P + a0] += tau + r1 * f2 - r2 * f1;
  p[P + a1] += c * p1 - s * p2 + r2 * f0 - r0 * f2;
  p[P + a2] += s * p1 + c * p2 + r0 * f1 - r1 * f0;
  p[P + 3 + a0] += f0;
  p[P + 3 + a1] += f1;
  p[P + 3 + a2] += f2;
}

/** Pass 3: q̈ = D⁻¹ (u − Uᵀ a′), a = a′ + S q̈. Returns q̈. */
export function accelerate(b: Float64Array, p: Float64Array, k: Float64Array, f: number): number {
  const a0 = f;
  const a1 = next(a0);
  const a2 = next(a1);
  const c = b[E];
  const s = b[E + 1];
  const r0 = k[R + a0];
  const r1 = k[R + a1];
  const r2 = k[R + a2];
  const o0 = p[A + a0];
  const o1 = p[A + a1];
  const o2 = p[A + a2];
  const t0 = p[A + 3 + a0] + o1 * r2 - o2 * r1;
  const t1 = p[A + 3 + a1] + o2 * r0 - o0 * r2;
  const t2 = p[A + 3 + a2] + o0 * r1 - o1 * r0;
  const w1 = c * o1 + s * o2 + b[C + 1];
  const w2 = c * o2 - s * o1 + b[C + 2];
  const v1 = c * t1 + s * t2 + b[C + 4];
  const v2 = c * t2 - s * t1 + b[C + 5];
  const Ua = b[U] * o0 + b[U + 1] * w1 + b[U + 2] * w2 + b[U + 3] * t0 + b[U + 4] * v1 + b[U + 5] * v2;
  const qdd = (b[LITTLE_U] - Ua) * b[DINV];
  b[A + a0] = o0 + qdd;
  b[A + a1] = w1;
  b[A + a2] = w2;
  b[A + 3 + a0] = t0;
  b[A + 3 + a1] = v1;
  b[A + 3 + a2] = v2;
  return qdd;
}
