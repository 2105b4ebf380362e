import { newMatrix, norm2, transpose, type Matrix } from "./matrix.js";
import { applyQInPlace, applyQTransposedInPlace, qrFactor, qrR, qrRank, type Qr } from "./qr.js";
import { requireLength } from "./shape.js";

/* min ‖A x − b‖₂ by pivoted QR. Golub, Van Loan, Matrix Computations (4th ed. 2013), 5.3, 5.5. */

export interface LeastSquares {
  readonly x: Float64Array;
  readonly rank: number;
  /** ‖A x − b‖₂. */
  readonly residualNorm: number;
}

/** The basic solution: with rank r (see `qrRank` for `tolerance`), at most r entries of x are not zero. Unique for independent columns. */
export function leastSquares(A: Matrix, b: Float64Array, tolerance?: number): LeastSquares {
  const { factors, rank, c } = reduce(A, b, tolerance);
  const x = new Float64Array(A.cols);
  const y = c.slice(0, rank);
  const R = factors.qr;
  for (let i = rank - 1; i >= 0; i--) {
    for (let j = i + 1; j < rank; j++) y[i] -= R.data[i * R.cols + j] * y[j];
    y[i] /= R.data[i * R.cols + i];
    x[factors.permutation[i]] = y[i];
  }
  return { x, rank, residualNorm: norm2(c, rank, A.rows - rank, 1) };
}

/**
 * The solution of least ‖x‖₂ among all that minimise ‖A x − b‖₂: the one that shares load evenly between redundant
 * constraints. By a second QR, of the r independent rows of R transposed (complete orthogonal decomposition).
 */
export function leastSquaresMinimumNorm(A: Matrix, b: Float64Array, tolerance?: number): LeastSquares {
  const { factors, rank, c } = reduce(A, b, tolerance);
  const R = qrR(factors);
  const top = { rows: rank, cols: R.cols, data: R.data.slice(0, rank * R.cols) };
  const second = qrFactor(transpose(top)); // Rᵀ Π = Z T, hence R z = c means Tᵀ (Zᵀ z) = Πᵀ c
  const z = newMatrix(A.cols, 1);
  const T = second.qr;
  for (let i = 0; i < rank; i++) {
    let sum = c[second.permutation[i]];
    for (let k = 0; k < i; k++) sum -= T.data[k * T.cols + i] * z.data[k];
    z.data[i] = sum / T.data[i * T.cols + i];
  }
  applyQInPlace(z, second, new Float64Array(1));
  const x = new Float64Array(A.cols);
  for (let j = 0; j < A.cols; j++) x[factors.permutation[j]] = z.data[j];
  return { x, rank, residualNorm: norm2(c, rank, A.rows - rank, 1) };
}

function reduce(
  A: Matrix,
  b: Float64Array,
  tolerance: number | undefined,
): { readonly factors: Qr; readonly rank: number; readonly c: Float64Array } {
  requireLength("right-hand side", b, A.rows);
  const factors = qrFactor(A);
  const c = { rows: A.rows, cols: 1, data: b.slice() };
  applyQTransposedInPlace(c, factors, new Float64Array(1));
  return { factors, rank: qrRank(factors, tolerance), c: c.data };
}
