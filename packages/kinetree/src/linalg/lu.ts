import { copyInto, newMatrix, type Matrix } from "./matrix.js";
import { requireLength, requireShape } from "./shape.js";
import { swapRows } from "./triangular.js";

/*
 * P A = L U with partial pivoting. Golub, Van Loan, Matrix Computations (4th ed. 2013), 3.4. One matrix holds both: U on and
 * above the diagonal, L (unit diagonal) below. pivots[k] is the row that was exchanged with row k in step k.
 */

/** A factored matrix with its exchanges. */
export interface Lu {
  readonly lu: Matrix;
  readonly pivots: Int32Array;
}

export const newLu = (n: number): Lu => ({ lu: newMatrix(n, n), pivots: new Int32Array(n) });

/** out = factors of A; out.lu may be A. Returns -1, or the index of the first pivot that is exactly zero or NaN: A is singular. */
export function luInto(out: Lu, A: Matrix): number {
  const n = A.rows;
  requireShape("matrix to factor", A, n, n);
  requireLength("pivots", out.pivots, n);
  copyInto(out.lu, A);
  const a = out.lu.data;
  let failedPivot = -1;
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[p * n + k])) p = i;
    out.pivots[k] = p;
    swapRows(out.lu, k, p);
    const pivot = a[k * n + k];
    if (pivot === 0 || Number.isNaN(pivot)) {
      if (failedPivot === -1) failedPivot = k;
      continue; // the column is zero already: nothing to eliminate
    }
    for (let i = k + 1; i < n; i++) {
      const factor = a[i * n + k] / pivot;
      a[i * n + k] = factor;
      if (factor === 0) continue;
      for (let j = k + 1; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
    }
  }
  return failedPivot;
}

/** Factors and the failing pivot, -1 if none. */
export function lu(A: Matrix): Lu & { readonly failedPivot: number } {
  const out = newLu(A.rows);
  const failedPivot = luInto(out, A);
  return { ...out, failedPivot };
}

/** x = A⁻¹ b; x may be b. */
export function luSolveInto(x: Float64Array, { lu, pivots }: Lu, b: Float64Array): Float64Array {
  const n = lu.rows;
  requireLength("right-hand side", b, n);
  requireLength("solution", x, n);
  if (x !== b) x.set(b);
  for (let k = 0; k < n; k++) swapEntries(x, k, pivots[k]);
  for (let i = 0; i < n; i++) for (let k = 0; k < i; k++) x[i] -= lu.data[i * n + k] * x[k]; // L y = P b
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= lu.data[i * n + k] * x[k]; // U x = y
    x[i] /= lu.data[i * n + i];
  }
  return x;
}

/** 1, -1, or 0 if a pivot is exactly zero. The determinant itself overflows easily; its sign never. */
export function luDeterminantSign({ lu, pivots }: Lu): -1 | 0 | 1 {
  const n = lu.rows;
  let negative = false;
  for (let k = 0; k < n; k++) {
    const pivot = lu.data[k * n + k];
    if (pivot === 0) return 0;
    if (pivot < 0) negative = !negative;
    if (pivots[k] !== k) negative = !negative;
  }
  return negative ? -1 : 1;
}

function swapEntries(x: Float64Array, i: number, k: number): void {
  const x_i = x[i];
  x[i] = x[k];
  x[k] = x_i;
}
