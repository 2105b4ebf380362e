import type { Num } from "../graph/graph.js";
import { add, mul, sub } from "../graph/num.js";
import { dot3, type Vec3 } from "./vec3.js";

/** Rows of a 3 × 3 matrix. `R_a_b` maps components along b's axes to components along a's. */
export type Mat3 = readonly [Vec3, Vec3, Vec3];

export const identity3: Mat3 = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export const transpose3 = (m: Mat3): Mat3 => [
  [m[0][0], m[1][0], m[2][0]],
  [m[0][1], m[1][1], m[2][1]],
  [m[0][2], m[1][2], m[2][2]],
];

export const mulMatVec = (m: Mat3, v: Vec3): Vec3 => [dot3(m[0], v), dot3(m[1], v), dot3(m[2], v)];
export const mulMatMat = (a: Mat3, b: Mat3): Mat3 => {
  const bT = transpose3(b);
  return [mulMatVec(bT, a[0]), mulMatVec(bT, a[1]), mulMatVec(bT, a[2])];
};

const entrywise =
  (op: (a: Num, b: Num) => Num) =>
  (a: Mat3, b: Mat3): Mat3 => [
    [op(a[0][0], b[0][0]), op(a[0][1], b[0][1]), op(a[0][2], b[0][2])],
    [op(a[1][0], b[1][0]), op(a[1][1], b[1][1]), op(a[1][2], b[1][2])],
    [op(a[2][0], b[2][0]), op(a[2][1], b[2][1]), op(a[2][2], b[2][2])],
  ];
export const addMat = entrywise(add);
export const subMat = entrywise(sub);
export const scaleMat = (s: Num, m: Mat3): Mat3 => entrywise((a) => mul(s, a))(m, m);

/** [r]× : crossMatrix(r) v = r × v. */
export const crossMatrix = (r: Vec3): Mat3 => [
  [0, neg0(r[2]), r[1]],
  [r[2], 0, neg0(r[0])],
  [neg0(r[1]), r[0], 0],
];
const neg0 = (x: Num): Num => sub(0, x);

/** Rows from nine entries in a row. */
export const mat3 = (m: readonly Num[], start = 0): Mat3 => [
  [m[start], m[start + 1], m[start + 2]],
  [m[start + 3], m[start + 4], m[start + 5]],
  [m[start + 6], m[start + 7], m[start + 8]],
];

/** Symmetric matrix from xx, yy, zz, xy, xz, yz. */
export const symmetric3 = (s: readonly Num[], start = 0): Mat3 => [
  [s[start], s[start + 3], s[start + 4]],
  [s[start + 3], s[start + 1], s[start + 5]],
  [s[start + 4], s[start + 5], s[start + 2]],
];

/** xx, yy, zz, xy, xz, yz of a symmetric matrix, read off its upper triangle. */
export const entriesOfSymmetric = (m: Mat3): readonly Num[] => [m[0][0], m[1][1], m[2][2], m[0][1], m[0][2], m[1][2]];

/** R M Rᵀ for a symmetric M; only the upper triangle is computed. */
export function congruence(R: Mat3, M: Mat3): Mat3 {
  const RM = mulMatMat(R, M);
  const [xx, yy, zz] = [dot3(RM[0], R[0]), dot3(RM[1], R[1]), dot3(RM[2], R[2])];
  const [xy, xz, yz] = [dot3(RM[0], R[1]), dot3(RM[0], R[2]), dot3(RM[1], R[2])];
  return symmetric3([xx, yy, zz, xy, xz, yz]);
}
