import { eigenSymmetric } from "./eigen-symmetric.js";
import { luSolveInto, luSolveTransposedInto, type Lu } from "./lu.js";
import type { Matrix } from "./matrix.js";
import { singularValues } from "./svd.js";

/** Scratch of `reciprocalConditionOne`, n numbers each. */
export interface ConditionWork {
  readonly x: Float64Array;
  readonly sign: Float64Array;
}

export const newConditionWork = (n: number): ConditionWork => ({ x: new Float64Array(n), sign: new Float64Array(n) });

/**
 * Estimate of 1/(‖A‖₁ ‖A⁻¹‖₁) in O(n²) from the factors and the 1-norm of A; 0 if a pivot is zero. Solving with A magnifies
 * relative errors by at most its inverse.
 *
 * Hager's method as improved by Higham, ACM Trans. Math. Softw. 14 (1988) 381-396; Accuracy and Stability of Numerical
 * Algorithms (2nd ed. 2002), algorithm 15.4. ‖A⁻¹‖₁ is never overestimated and seldom underestimated by a factor of 3.
 */
export function reciprocalConditionOne(factors: Lu, normOneOfA: number, work: ConditionWork): number {
  const n = factors.lu.rows;
  if (n === 0) return 1;
  for (let k = 0; k < n; k++) if (factors.lu.data[k * n + k] === 0) return 0;
  return 1 / (normOneOfA * inverseNormOne(factors, work.x, work.sign));
}

/** ‖A⁻¹‖₁ is the maximum of the convex ‖A⁻¹ x‖₁ over ‖x‖₁ <= 1: climb along subgradients from vertex to vertex. */
function inverseNormOne(factors: Lu, x: Float64Array, sign: Float64Array): number {
  const n = x.length;
  x.fill(1 / n);
  luSolveInto(x, factors, x);
  let estimate = sumOfMagnitudes(x);
  if (n === 1) return estimate;
  signsInto(sign, x);
  let vertex = steepest(x, factors, sign);
  for (let iteration = 0; iteration < 5; iteration++) {
    x.fill(0);
    x[vertex] = 1;
    luSolveInto(x, factors, x);
    const before = estimate;
    estimate = Math.max(before, sumOfMagnitudes(x));
    if (estimate === before || !signsInto(sign, x)) break; // no progress, or the same subgradient again
    const last = vertex;
    vertex = steepest(x, factors, sign);
    if (Math.abs(x[last]) === Math.abs(x[vertex])) break; // a local maximum
  }
  // Guards against the matrices that defeat the climb: alternating signs, growing size.
  for (let i = 0; i < n; i++) x[i] = (i % 2 === 0 ? 1 : -1) * (1 + i / (n - 1));
  luSolveInto(x, factors, x);
  return Math.max(estimate, (2 * sumOfMagnitudes(x)) / (3 * n));
}

/** x = A⁻ᵀ sign, the subgradient; returns where it is largest. */
function steepest(x: Float64Array, factors: Lu, sign: Float64Array): number {
  luSolveTransposedInto(x, factors, sign);
  let vertex = 0;
  for (let i = 1; i < x.length; i++) if (Math.abs(x[i]) > Math.abs(x[vertex])) vertex = i;
  return vertex;
}

/** sign = signs of x; returns whether any of them changed. */
function signsInto(sign: Float64Array, x: Float64Array): boolean {
  let changed = false;
  for (let i = 0; i < x.length; i++) {
    const s = x[i] < 0 ? -1 : 1;
    if (s !== sign[i]) changed = true;
    sign[i] = s;
  }
  return changed;
}

function sumOfMagnitudes(x: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += Math.abs(x[i]);
  return sum;
}

/** Condition number in the 2-norm of a symmetric positive definite matrix; Infinity if an eigenvalue is not positive. */
export function conditionSpd(A: Matrix): number {
  const { values } = eigenSymmetric(A);
  if (values.length === 0) return 1;
  return values[0] > 0 ? values[values.length - 1] / values[0] : Infinity;
}

/** Condition number in the 2-norm of any matrix: largest over smallest singular value, Infinity if that is zero. */
export function condition(A: Matrix): number {
  const values = singularValues(A);
  return values.length === 0 ? 1 : values[0] / values[values.length - 1];
}
