import type { Num } from "../../graph/graph.js";
import { add, div, mul, sub } from "../../graph/num.js";
import type { ArticulatedInertia } from "../../spatial/inertia.js";
import { subMat, type Mat3 } from "../../spatial/mat3.js";
import { zero3, type Vec3 } from "../../spatial/vec3.js";
import type { Node } from "../skeleton/skeleton.js";

/* Parts that the motions of several joints share. */

/** Joints that the tree walks against the user's direction carry a sign, where that is all. */
export const signOf = ({ reversed }: Pick<Node, "reversed">): 1 | -1 => (reversed ? -1 : 1);

export const noInertia: ArticulatedInertia = {
  A: [zero3, zero3, zero3],
  B: [zero3, zero3, zero3],
  C: [zero3, zero3, zero3],
};

/** a − b for a result known to be symmetric. */
export const subSymmetric = (a: Mat3, b: Mat3): Mat3 => {
  const m = subMat(a, b);
  return [m[0], [m[0][1], m[1][1], m[1][2]], [m[0][2], m[1][2], m[2][2]]];
};

/** Rates of 1 along one of n speeds each. */
export const unitRates = (n: number): readonly (readonly Num[])[] =>
  Array.from({ length: n }, (_, k) => Array.from({ length: n }, (_, i): Num => (i === k ? 1 : 0)));

/** M⁻¹ B and M⁻¹ b for a symmetric positive definite M, by M = L D Lᵀ: stable without pivoting, unlike cofactors. */
export function solveSymmetric(M: Mat3, B: Mat3 | null, vectors: readonly Vec3[]): { matrix: Mat3; vectors: Vec3[] } {
  const i1 = div(1, M[0][0]);
  const l21 = mul(M[0][1], i1);
  const l31 = mul(M[0][2], i1);
  const i2 = div(1, sub(M[1][1], mul(l21, M[0][1])));
  const e = sub(M[1][2], mul(l31, M[0][1]));
  const l32 = mul(e, i2);
  const i3 = div(1, sub(sub(M[2][2], mul(l31, M[0][2])), mul(l32, e)));
  const solve = (b: Vec3): Vec3 => {
    const y2 = sub(b[1], mul(l21, b[0]));
    const y3 = sub(b[2], add(mul(l31, b[0]), mul(l32, y2)));
    const x3 = mul(y3, i3);
    const x2: Num = sub(mul(y2, i2), mul(l32, x3));
    const x1: Num = sub(mul(b[0], i1), add(mul(l21, x2), mul(l31, x3)));
    return [x1, x2, x3];
  };
  if (!B)
    return {
      matrix: [
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
      ],
      vectors: vectors.map(solve),
    };
  const columns = [0, 1, 2].map((j) => solve([B[0][j], B[1][j], B[2][j]]));
  const row = (i: 0 | 1 | 2): Vec3 => [columns[0][i], columns[1][i], columns[2][i]];
  return { matrix: [row(0), row(1), row(2)], vectors: vectors.map(solve) };
}
