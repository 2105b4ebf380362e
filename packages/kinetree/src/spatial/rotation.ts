import { congruence, mulMatMat, mulMatVec, transpose3, type Mat3 } from "./mat3.js";
import { turn, turnBack, turnMatrix, type PlaneRotation } from "./plane-rotation.js";
import type { Vec3 } from "./vec3.js";

/** R_outer_inner as a product of plane rotations, outermost first, which is cheaper to apply, or as a matrix. */
export type Rotation = readonly PlaneRotation[] | { readonly matrix: Mat3 };

const isProduct = (R: Rotation): R is readonly PlaneRotation[] => Array.isArray(R);

/** Outer components of a vector given by inner ones. */
export const rotate = (R: Rotation, v: Vec3): Vec3 =>
  isProduct(R) ? R.reduceRight((inner, part) => turn(part, inner), v) : mulMatVec(R.matrix, v);

/** Inner components of a vector given by outer ones. */
export const rotateBack = (R: Rotation, v: Vec3): Vec3 =>
  isProduct(R) ? R.reduce((outer, part) => turnBack(part, outer), v) : mulMatVec(transpose3(R.matrix), v);

/** R M Rᵀ of any M. */
export const rotateMatrix = (R: Rotation, m: Mat3): Mat3 =>
  isProduct(R)
    ? R.reduceRight((inner, part) => turnMatrix(part, inner), m)
    : mulMatMat(mulMatMat(R.matrix, m), transpose3(R.matrix));

/** R M Rᵀ of a symmetric M. */
export const rotateSymmetric = (R: Rotation, m: Mat3): Mat3 =>
  isProduct(R) ? R.reduceRight((inner, part) => turnMatrix(part, inner), m) : congruence(R.matrix, m);

/** The matrix of a rotation: its columns are the inner axes in outer components. */
export function matrixOf(R: Rotation): Mat3 {
  if (!isProduct(R)) return R.matrix;
  return transpose3([rotate(R, [1, 0, 0]), rotate(R, [0, 1, 0]), rotate(R, [0, 0, 1])]);
}
