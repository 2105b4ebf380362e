import { norm2Into, type Matrix } from "./matrix.js";

/*
 * Reflectors H = I − tau v vᵀ with v = [0 … 0 1 v₁ v₂ …]: Golub, Van Loan, Matrix Computations (4th ed. 2013), 5.1. They are
 * stored where they make zeros: v without its 1 below the entry they leave.
 */

/** Annihilates column `col` of A below row `row`: ±norm in that row, v below it, tau[at] its factor; 0 (H = I) if there is nothing to annihilate. */
export function makeReflectorInto(tau: Float64Array, at: number, A: Matrix, row: number, col: number): void {
  const { rows, cols, data } = A;
  norm2Into(tau, at, data, (row + 1) * cols + col, rows - row - 1, cols);
  if (tau[at] === 0) return;
  norm2Into(tau, at, data, row * cols + col, rows - row, cols);
  const head = data[row * cols + col];
  const beta = head > 0 ? -tau[at] : tau[at]; // away from head: no cancellation
  for (let i = row + 1; i < rows; i++) data[i * cols + col] /= head - beta;
  data[row * cols + col] = beta;
  tau[at] = (beta - head) / beta;
}

/** Columns from `firstColumn` on of X ← H X; v begins in row `row`, in column `col` of V, its factor is tau[at]. `work`: one number per column. */
export function applyReflectorFromLeft(
  X: Matrix,
  row: number,
  firstColumn: number,
  tau: Float64Array,
  at: number,
  V: Matrix,
  col: number,
  work: Float64Array,
): void {
  const factor = tau[at];
  if (factor === 0) return;
  const { rows, cols, data } = X;
  for (let j = firstColumn; j < cols; j++) work[j] = data[row * cols + j];
  for (let i = row + 1; i < rows; i++) {
    const v_i = V.data[i * V.cols + col];
    for (let j = firstColumn; j < cols; j++) work[j] += v_i * data[i * cols + j]; // w = Xᵀ v
  }
  for (let j = firstColumn; j < cols; j++) data[row * cols + j] -= factor * work[j];
  for (let i = row + 1; i < rows; i++) {
    const tau_v_i = factor * V.data[i * V.cols + col];
    for (let j = firstColumn; j < cols; j++) data[i * cols + j] -= tau_v_i * work[j]; // X −= tau v wᵀ
  }
}

/** X ← X H, where v begins in column `row` of X (the row where it begins in V). */
export function applyReflectorFromRight(
  X: Matrix,
  row: number,
  tau: Float64Array,
  at: number,
  V: Matrix,
  col: number,
): void {
  const factor = tau[at];
  if (factor === 0) return;
  const { rows, cols, data } = X;
  for (let i = 0; i < rows; i++) {
    let sum = data[i * cols + row];
    for (let j = row + 1; j < cols; j++) sum += data[i * cols + j] * V.data[j * V.cols + col];
    sum *= factor;
    data[i * cols + row] -= sum;
    for (let j = row + 1; j < cols; j++) data[i * cols + j] -= sum * V.data[j * V.cols + col];
  }
}
