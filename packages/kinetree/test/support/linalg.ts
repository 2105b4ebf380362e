import { choleskyInto, choleskySolveInto } from "../../src/linalg/cholesky.js";
import { eigenSymmetric } from "../../src/linalg/eigen-symmetric.js";
import { luSolveInto, type Lu } from "../../src/linalg/lu.js";
import { newMatrix, norm2, setIdentity, type Matrix } from "../../src/linalg/matrix.js";
import { applyQInPlace, type Qr } from "../../src/linalg/qr.js";

/* Norms, condition numbers and allocating forms of solutions, which only tests need. */

export const identity = (n: number): Matrix => setIdentity(newMatrix(n, n));

/** L and the failing pivot, -1 if none. */
export function cholesky(A: Matrix): { readonly L: Matrix; readonly failedPivot: number } {
  const L = newMatrix(A.rows, A.rows);
  return { L, failedPivot: choleskyInto(L, A) };
}

export const choleskySolve = (L: Matrix, b: Float64Array): Float64Array =>
  choleskySolveInto(new Float64Array(L.rows), L, b);

export const luSolve = (factors: Lu, b: Float64Array): Float64Array =>
  luSolveInto(new Float64Array(factors.lu.rows), factors, b);

/** The first min(rows, cols) columns of Q. */
export function qrQ(factors: Qr): Matrix {
  const { qr, tau } = factors;
  const Q = newMatrix(qr.rows, tau.length);
  for (let k = 0; k < tau.length; k++) Q.data[k * tau.length + k] = 1;
  return applyQInPlace(Q, factors, new Float64Array(tau.length));
}

/** Largest row sum of magnitudes. */
export function normInf(A: Matrix): number {
  let norm = 0;
  for (let i = 0; i < A.rows; i++) {
    let sum = 0;
    for (let j = 0; j < A.cols; j++) sum += Math.abs(A.data[i * A.cols + j]);
    norm = Math.max(norm, sum);
  }
  return norm;
}

/** Square root of the sum of squares. */
export const normFrobenius = (A: Matrix): number => norm2(A.data, 0, A.data.length, 1);

/** Condition number in the 2-norm of a symmetric positive definite matrix; Infinity if an eigenvalue is not positive. */
export function conditionSpd(A: Matrix): number {
  const { values } = eigenSymmetric(A);
  if (values.length === 0) return 1;
  return values[0] > 0 ? values[values.length - 1] / values[0] : Infinity;
}
