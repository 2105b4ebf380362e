import type { Num } from "../../graph/graph.js";
import type { ArticulatedInertia } from "../../spatial/inertia.js";
import { subMat, type Mat3 } from "../../spatial/mat3.js";
import { zero3 } from "../../spatial/vec3.js";

/* Small pieces that several joints' eliminations share. */

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
