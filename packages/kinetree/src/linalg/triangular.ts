import type { Matrix } from "./matrix.js";
import { requireLength, requireShape } from "./shape.js";

/* Substitutions with a lower triangular L, in place. Only the lower triangle of L is read. */

/** x ← L⁻¹ x. */
export function solveLowerInPlace(x: Float64Array, L: Matrix): Float64Array {
  const n = L.rows;
  requireLength("right-hand side", x, n);
  for (let i = 0; i < n; i++) {
    let sum = x[i];
    for (let k = 0; k < i; k++) sum -= L.data[i * n + k] * x[k];
    x[i] = sum / L.data[i * n + i];
  }
  return x;
}

/** x ← L⁻ᵀ x. Goes along the rows of L, that is along the columns of Lᵀ. */
export function solveLowerTransposedInPlace(x: Float64Array, L: Matrix): Float64Array {
  const n = L.rows;
  requireLength("right-hand side", x, n);
  for (let i = n - 1; i >= 0; i--) {
    x[i] /= L.data[i * n + i];
    for (let k = 0; k < i; k++) x[k] -= L.data[i * n + k] * x[i];
  }
  return x;
}

/** X ← L⁻¹ X. */
export function solveLowerMatrixInPlace(X: Matrix, L: Matrix): Matrix {
  const n = L.rows;
  const m = X.cols;
  requireShape("right-hand sides", X, n, m);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) subtractRow(X, i, L.data[i * n + k], k);
    divideRow(X, i, L.data[i * n + i]);
  }
  return X;
}

/** X ← L⁻ᵀ X. */
export function solveLowerTransposedMatrixInPlace(X: Matrix, L: Matrix): Matrix {
  const n = L.rows;
  const m = X.cols;
  requireShape("right-hand sides", X, n, m);
  for (let i = n - 1; i >= 0; i--) {
    divideRow(X, i, L.data[i * n + i]);
    for (let k = 0; k < i; k++) subtractRow(X, k, L.data[i * n + k], i);
  }
  return X;
}

/** Row i of X −= factor · row k. */
function subtractRow(X: Matrix, i: number, factor: number, k: number): void {
  const m = X.cols;
  for (let j = 0; j < m; j++) X.data[i * m + j] -= factor * X.data[k * m + j];
}

/** Row i of X /= divisor. Division, not multiplication by the inverse: one rounding fewer. */
function divideRow(X: Matrix, i: number, divisor: number): void {
  const m = X.cols;
  for (let j = 0; j < m; j++) X.data[i * m + j] /= divisor;
}

export function swapRows(X: Matrix, i: number, k: number): void {
  if (i === k) return;
  const m = X.cols;
  for (let j = 0; j < m; j++) {
    const x = X.data[i * m + j];
    X.data[i * m + j] = X.data[k * m + j];
    X.data[k * m + j] = x;
  }
}
