import { copyInto, type Matrix } from "./matrix.js";
import { requireLength, requireShape } from "./shape.js";
import {
  solveLowerInPlace,
  solveLowerMatrixInPlace,
  solveLowerTransposedInPlace,
  solveLowerTransposedMatrixInPlace,
} from "./triangular.js";

/* A = L Lᵀ for symmetric positive definite A, along the rows of storage. Golub, Van Loan, Matrix Computations (4th ed. 2013), 4.2. */

/**
 * L = factor of A, upper triangle zero. Reads only the lower triangle of A; L may be A.
 *
 * Returns -1, or the index of the first pivot that is not a positive number: the leading block of that size plus one is not
 * positive definite (or holds NaN), and L is useless from that row on.
 */
export function choleskyInto(L: Matrix, A: Matrix): number {
  const n = A.rows;
  requireShape("matrix to factor", A, n, n);
  requireShape("factor", L, n, n);
  const l = L.data;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      let sum = A.data[i * n + j];
      for (let k = 0; k < j; k++) sum -= l[i * n + k] * l[j * n + k];
      l[i * n + j] = sum / l[j * n + j];
    }
    let pivot = A.data[i * n + i];
    for (let k = 0; k < i; k++) pivot -= l[i * n + k] * l[i * n + k];
    if (!(pivot > 0 && pivot < Infinity)) return i; // also catches NaN
    l[i * n + i] = Math.sqrt(pivot);
    for (let j = i + 1; j < n; j++) l[i * n + j] = 0;
  }
  return -1;
}

/** x = A⁻¹ b from the factor of A; x may be b. */
export function choleskySolveInto(x: Float64Array, L: Matrix, b: Float64Array): Float64Array {
  requireLength("right-hand side", b, L.rows);
  requireLength("solution", x, L.rows);
  if (x !== b) x.set(b);
  return solveLowerTransposedInPlace(solveLowerInPlace(x, L), L);
}

/** X = A⁻¹ B from the factor of A; X may be B. */
export function choleskySolveMatrixInto(X: Matrix, L: Matrix, B: Matrix): Matrix {
  copyInto(X, B);
  return solveLowerTransposedMatrixInPlace(solveLowerMatrixInPlace(X, L), L);
}
