/* Plain vectors and matrices for oracles: arrays of numbers, nothing shared with the library. */

export type V3 = readonly [number, number, number];
/** Rows. */
export type M3 = readonly [V3, V3, V3];

export const add = (a: V3, b: V3): V3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: V3, b: V3): V3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (s: number, a: V3): V3 => [s * a[0], s * a[1], s * a[2]];
export const dot = (a: V3, b: V3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: V3, b: V3): V3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const norm = (a: V3): number => Math.hypot(...a);
export const unit = (a: V3): V3 => scale(1 / norm(a), a);
export const zero: V3 = [0, 0, 0];

export const identity: M3 = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
export const zeros: M3 = [zero, zero, zero];
export const transpose = (m: M3): M3 => [
  [m[0][0], m[1][0], m[2][0]],
  [m[0][1], m[1][1], m[2][1]],
  [m[0][2], m[1][2], m[2][2]],
];
export const apply = (m: M3, v: V3): V3 => [dot(m[0], v), dot(m[1], v), dot(m[2], v)];
export const product = (a: M3, b: M3): M3 => {
  const t = transpose(b);
  return [apply(t, a[0]), apply(t, a[1]), apply(t, a[2])];
};
export const sum = (a: M3, b: M3): M3 => [add(a[0], b[0]), add(a[1], b[1]), add(a[2], b[2])];
export const times = (s: number, m: M3): M3 => [scale(s, m[0]), scale(s, m[1]), scale(s, m[2])];
/** [v]×. */
export const skew = (v: V3): M3 => [
  [0, -v[2], v[1]],
  [v[2], 0, -v[0]],
  [-v[1], v[0], 0],
];
/** The vector of a skew-symmetric matrix. */
export const unskew = (m: M3): V3 => [(m[2][1] - m[1][2]) / 2, (m[0][2] - m[2][0]) / 2, (m[1][0] - m[0][1]) / 2];

/** (w² − u·u) 1 + 2 u uᵀ + 2 w [u]×. */
export function matrixOfQuaternion([w, x, y, z]: ArrayLike<number> & Iterable<number>): M3 {
  const u: V3 = [x, y, z];
  const outer: M3 = [scale(2 * x, u), scale(2 * y, u), scale(2 * z, u)];
  return sum(sum(times(w * w - dot(u, u), identity), outer), times(2 * w, skew(u)));
}

/** Solves A x = b by elimination with partial pivoting; A is given by rows and is kept. */
export function solve(A: readonly (readonly number[])[], b: ArrayLike<number>): number[] {
  const n = A.length;
  const a = A.map((row, i) => [...row, b[i]]);
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i][k]) > Math.abs(a[p][k])) p = i;
    [a[k], a[p]] = [a[p], a[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = a[i][k] / a[k][k];
      if (factor !== 0) for (let j = k; j <= n; j++) a[i][j] -= factor * a[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let rest = a[i][n];
    for (let j = i + 1; j < n; j++) rest -= a[i][j] * x[j];
    x[i] = rest / a[i][i];
  }
  return x;
}

export const norm2 = (values: ArrayLike<number>): number => Math.hypot(...Array.from(values));

/** ‖a − b‖ / max(‖b‖, least). */
export function relativeError(a: ArrayLike<number>, b: ArrayLike<number>, least = Number.MIN_VALUE): number {
  if (a.length !== b.length) return Infinity;
  return norm2(Array.from(a, (x, i) => x - b[i])) / Math.max(norm2(b), least);
}
