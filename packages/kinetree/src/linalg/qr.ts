import { applyReflectorFromLeft, makeReflectorInto } from "./householder.js";
import { copy, newMatrix, norm2Into, type Matrix } from "./matrix.js";
import { requireShape, requireWork } from "./shape.js";

/*
 * A Π = Q R with column pivoting: Businger, Golub, Numer. Math. 7 (1965) 269-276; Golub, Van Loan, Matrix Computations
 * (4th ed. 2013), 5.4.2. In each step the remaining column of largest norm comes next, so |R₀₀| >= |R₁₁| >= … and the rank
 * shows on the diagonal.
 */

/**
 * One matrix holds R (on and above the diagonal) and the reflectors (below). Q = H₀ H₁ …, H_k = I − tau[k] v vᵀ, v with zeros
 * above place k, 1 there, and column k below. Column j of A Π is column permutation[j] of A.
 */
export interface Qr {
  readonly qr: Matrix;
  readonly tau: Float64Array;
  readonly permutation: Int32Array;
}

export function qrFactor(A: Matrix): Qr {
  const { rows, cols } = A;
  const qr = copy(A);
  const tau = new Float64Array(Math.min(rows, cols));
  const permutation = Int32Array.from({ length: cols }, (_, j) => j);
  // Norms of the remainder of each column, updated; the same when last computed from its entries; and scratch.
  const [norms, exact, products] = [new Float64Array(cols), new Float64Array(cols), new Float64Array(cols)];
  for (let j = 0; j < cols; j++) {
    norm2Into(norms, j, qr.data, j, rows, cols);
    exact[j] = norms[j];
  }
  for (let k = 0; k < tau.length; k++) {
    let p = k;
    for (let j = k + 1; j < cols; j++) if (norms[j] > norms[p]) p = j;
    if (p !== k) {
      swapColumns(qr, k, p);
      [permutation[k], permutation[p]] = [permutation[p], permutation[k]];
      norms[p] = norms[k];
      exact[p] = exact[k];
    }
    makeReflectorInto(tau, k, qr, k, k);
    applyReflectorFromLeft(qr, k, k + 1, tau, k, qr, k, products);
    for (let j = k + 1; j < cols; j++) updateNorm(qr, k, j, norms, exact);
  }
  return { qr, tau, permutation };
}

/** Number of diagonal entries of R above `tolerance` times the largest. The default is rounding; rows of measured data need a larger one. */
export function qrRank({ qr, tau }: Qr, tolerance = Math.max(qr.rows, qr.cols) * Number.EPSILON): number {
  const limit = tau.length === 0 ? 0 : tolerance * Math.abs(qr.data[0]);
  let rank = 0;
  while (rank < tau.length && Math.abs(qr.data[rank * qr.cols + rank]) > limit) rank++;
  return rank;
}

/** X ← Qᵀ X. `work` holds at least as many numbers as X has columns. */
export function applyQTransposedInPlace(X: Matrix, { qr, tau }: Qr, work: Float64Array): Matrix {
  requireShape("matrix to transform", X, qr.rows, X.cols);
  requireWork("work of the transformation", work, X.cols);
  for (let k = 0; k < tau.length; k++) applyReflectorFromLeft(X, k, 0, tau, k, qr, k, work);
  return X;
}

/** X ← Q X. `work` holds at least as many numbers as X has columns. */
export function applyQInPlace(X: Matrix, { qr, tau }: Qr, work: Float64Array): Matrix {
  requireShape("matrix to transform", X, qr.rows, X.cols);
  requireWork("work of the transformation", work, X.cols);
  for (let k = tau.length - 1; k >= 0; k--) applyReflectorFromLeft(X, k, 0, tau, k, qr, k, work);
  return X;
}

/** The first min(rows, cols) rows of R. */
export function qrR({ qr, tau }: Qr): Matrix {
  const R = newMatrix(tau.length, qr.cols);
  for (let i = 0; i < R.rows; i++) for (let j = i; j < R.cols; j++) R.data[i * R.cols + j] = qr.data[i * R.cols + j];
  return R;
}

/** Norm of column j without row k, by Pythagoras; recomputed where that would be rounding: Drmač, Bujanović, ACM Trans. Math. Softw. 35 (2008) article 12. */
function updateNorm(qr: Matrix, k: number, j: number, norms: Float64Array, exact: Float64Array): void {
  if (norms[j] === 0) return;
  const ratio = Math.abs(qr.data[k * qr.cols + j]) / norms[j];
  const left = Math.max(0, 1 - ratio * ratio);
  const sinceExact = norms[j] / exact[j];
  if (left * sinceExact * sinceExact <= SQRT_EPSILON) {
    norm2Into(norms, j, qr.data, (k + 1) * qr.cols + j, qr.rows - k - 1, qr.cols);
    exact[j] = norms[j];
  } else {
    norms[j] *= Math.sqrt(left);
  }
}

const SQRT_EPSILON = Math.sqrt(Number.EPSILON);

function swapColumns({ rows, cols, data }: Matrix, j: number, p: number): void {
  for (let i = 0; i < rows; i++) {
    const a_ij = data[i * cols + j];
    data[i * cols + j] = data[i * cols + p];
    data[i * cols + p] = a_ij;
  }
}
