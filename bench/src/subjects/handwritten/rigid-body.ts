import { slots } from "./record.js";

const { H, I, INERTIA, M, MASS, MCOM, P, V } = slots;

/** Iᴬ = rigid-body inertia; pᴬ = v ×* I v (Featherstone 2008, Table 7.1). Reads the body's velocity. */
export function startRigidBody(b: Float64Array, k: Float64Array): void {
  const m = k[MASS];
  const hx = k[MCOM];
  const hy = k[MCOM + 1];
  const hz = k[MCOM + 2];
  const i00 = k[INERTIA];
  const i11 = k[INERTIA + 1];
  const i22 = k[INERTIA + 2];
  const i01 = k[INERTIA + 3];
  const i12 = k[INERTIA + 4];
  const i20 = k[INERTIA + 5];
  b[I] = i00;
  b[I + 1] = i11;
  b[I + 2] = i22;
  b[I + 3] = i01;
  b[I + 4] = i12;
  b[I + 5] = i20;
  b[H] = 0;
  b[H + 1] = -hz;
  b[H + 2] = hy;
  b[H + 3] = hz;
  b[H + 4] = 0;
  b[H + 5] = -hx;
  b[H + 6] = -hy;
  b[H + 7] = hx;
  b[H + 8] = 0;
  b[M] = m;
  b[M + 1] = m;
  b[M + 2] = m;
  b[M + 3] = 0;
  b[M + 4] = 0;
  b[M + 5] = 0;
  const wx = b[V];
  const wy = b[V + 1];
  const wz = b[V + 2];
  const vx = b[V + 3];
  const vy = b[V + 4];
  const vz = b[V + 5];
  const Lx = i00 * wx + i01 * wy + i20 * wz + hy * vz - hz * vy;
  const Ly = i01 * wx + i11 * wy + i12 * wz + hz * vx - hx * vz;
  const Lz = i20 * wx + i12 * wy + i22 * wz + hx * vy - hy * vx;
  const px = m * vx + wy * hz - wz * hy;
  const py = m * vy + wz * hx - wx * hz;
  const pz = m * vz + wx * hy - wy * hx;
  b[P] = wy * Lz - wz * Ly + vy * pz - vz * py;
  b[P + 1] = wz * Lx - wx * Lz + vz * px - vx * pz;
  b[P + 2] = wx * Ly - wy * Lx + vx * py - vy * px;
  b[P + 3] = wy * pz - wz * py;
  b[P + 4] = wz * px - wx * pz;
  b[P + 5] = wx * py - wy * px;
}
