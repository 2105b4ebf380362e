import { newMatrix, transpose, type Matrix } from "../linalg/matrix.js";
import { applyQInPlace, qrFactor, qrRank } from "../linalg/qr.js";

/** Rows of closures that say what others say already, as a part of the largest: as loops are planned. */
export const CLOSURE_RANK = 1e-8;

/** K restricted to some speeds, transposed: a column for each row of the closures. */
export function closureColumns(K: Matrix, chosen: Int32Array): Matrix {
  const out = newMatrix(K.rows, chosen.length);
  for (let i = 0; i < K.rows; i++)
    chosen.forEach((column, j) => (out.data[i * chosen.length + j] = K.data[i * K.cols + column]));
  return transpose(out);
}

/** Orthonormal directions that the columns of A have no part along: along them closures stay closed. */
export function closedDirections(A: Matrix): Matrix {
  const factors = qrFactor(A);
  const rank = qrRank(factors, CLOSURE_RANK);
  const N = newMatrix(A.rows, A.rows - rank);
  for (let j = 0; j < N.cols; j++) N.data[(rank + j) * N.cols + j] = 1;
  return applyQInPlace(N, factors, new Float64Array(N.cols));
}
