import { hypotenuse } from "../../src/linalg/hypotenuse.js";
import { norm2Into, transpose, transposeInPlace, type Matrix } from "../../src/linalg/matrix.js";
import { requireFinite } from "../../src/linalg/shape.js";
import { swapRows } from "../../src/linalg/triangular.js";
import { identity } from "./linalg.js";

/*
 * A = U diag(values) Vᵀ by one-sided Jacobi rotations (Hestenes 1958; Golub, Van Loan, Matrix Computations (4th ed. 2013),
 * 8.6): columns are rotated in pairs until all are orthogonal. Slower than bidiagonalisation but short, and accurate also
 * for small singular values (Demmel, Veselić, SIAM J. Matrix Anal. Appl. 13 (1992) 1204-1245).
 */

export interface Svd {
  /** min(rows, cols) singular values, descending. */
  readonly values: Float64Array;
  /** rows × min(rows, cols); a column that belongs to the singular value 0 is zero. */
  readonly U: Matrix;
  /** cols × min(rows, cols); likewise if rows < cols. */
  readonly V: Matrix;
}

export function svd(A: Matrix): Svd {
  requireFinite("matrix", A.data);
  if (A.rows < A.cols) {
    const { values, U, V } = svd(transpose(A));
    return { values, U: V, V: U };
  }
  const columns = transpose(A); // row j = column j of A: contiguous
  const V = identity(A.cols);
  orthogonalise(columns, V);
  const values = new Float64Array(A.cols);
  for (let j = 0; j < A.cols; j++) norm2Into(values, j, columns.data, j * A.rows, A.rows, 1);
  sortDescending(values, columns, V);
  for (let j = 0; j < A.cols; j++) {
    if (values[j] === 0) continue;
    for (let i = 0; i < A.rows; i++) columns.data[j * A.rows + i] /= values[j];
  }
  return { values, U: transpose(columns), V: transposeInPlace(V) };
}

export const singularValues = (A: Matrix): Float64Array => svd(A).values;

/** Sweeps until no pair is further from orthogonal than rounding; quadratic convergence makes that some 6 to 10. */
function orthogonalise(columns: Matrix, V: Matrix): void {
  const n = columns.rows;
  const norms = new Float64Array(n);
  const MAX_SWEEPS = 60;
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let rotated = false;
    for (let i = 0; i + 1 < n; i++) {
      for (let j = i + 1; j < n; j++) if (orthogonalisePair(columns, V, i, j, norms)) rotated = true;
    }
    if (!rotated) return;
  }
}

function orthogonalisePair(columns: Matrix, V: Matrix, i: number, j: number, norms: Float64Array): boolean {
  const m = columns.cols;
  const a = columns.data;
  const normI = norm2Into(norms, i, a, i * m, m, 1)[i];
  const normJ = norm2Into(norms, j, a, j * m, m, 1)[j];
  if (normI === 0 || normJ === 0) return false;
  // Of unit vectors, so that nothing overflows: cosine of the angle between the columns.
  let cosine = 0;
  for (let k = 0; k < m; k++) cosine += (a[i * m + k] / normI) * (a[j * m + k] / normJ);
  if (Math.abs(cosine) <= m * Number.EPSILON) return false;
  // tan of the rotation: the smaller root of t² + 2 zeta t − 1 = 0, zeta = (‖a_j‖² − ‖a_i‖²) / (2 a_iᵀ a_j)
  const zeta = (normJ / normI - normI / normJ) / (2 * cosine);
  const t = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + hypotenuse(1, zeta));
  const c = 1 / hypotenuse(1, t);
  rotate(columns, i, j, c, c * t);
  rotate(V, i, j, c, c * t);
  return true;
}

function rotate(X: Matrix, i: number, j: number, c: number, s: number): void {
  const m = X.cols;
  for (let k = 0; k < m; k++) {
    const x_i = X.data[i * m + k];
    const x_j = X.data[j * m + k];
    X.data[i * m + k] = c * x_i - s * x_j;
    X.data[j * m + k] = s * x_i + c * x_j;
  }
}

function sortDescending(values: Float64Array, columns: Matrix, V: Matrix): void {
  for (let i = 0; i + 1 < values.length; i++) {
    let largest = i;
    for (let k = i + 1; k < values.length; k++) if (values[k] > values[largest]) largest = k;
    const value = values[i];
    values[i] = values[largest];
    values[largest] = value;
    swapRows(columns, i, largest);
    swapRows(V, i, largest);
  }
}
