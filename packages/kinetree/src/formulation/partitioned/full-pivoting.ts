import { copy, type Matrix } from "../../linalg/matrix.js";
import { requireLength } from "../../linalg/shape.js";

/*
 * Gaussian elimination with full pivoting: every step takes the largest entry that is left, so the pivots tell the rank, the
 * pivot columns are the coordinates that the rows determine best, and rows without a pivot say nothing new. Golub, Van Loan,
 * Matrix Computations (4th ed. 2013), 3.4.8.
 */

/** A factored matrix: row `rows[k]` and column `columns[k]` of it belong to pivot k; those behind the rank have none. */
export interface FullPivoting {
  readonly rank: number;
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  /** In the order in which they were taken: `rank` of them. */
  readonly pivots: Float64Array;
  /** U on and above the diagonal, L (unit diagonal) below, in the order of `rows` and `columns`. */
  readonly lu: Matrix;
}

/**
 * Factors of a matrix of any shape.
 * @param tolerance pivots at or below this part of the first one count as none; what rounding alone leaves if left out
 */
export function factorFullPivoting(
  matrix: Matrix,
  tolerance = Math.max(matrix.rows, matrix.cols) * Number.EPSILON,
): FullPivoting {
  const { rows: m, cols: n } = matrix;
  const lu = copy(matrix);
  const a = lu.data;
  const rows = Int32Array.from({ length: m }, (_, i) => i);
  const columns = Int32Array.from({ length: n }, (_, j) => j);
  const most = Math.min(m, n);
  let rank = 0;
  for (; rank < most; rank++) {
    const place = largestFrom(lu, rank);
    const [i, j] = [Math.floor(place / n), place % n];
    const size = Math.abs(a[place]);
    if (!(size > 0 && (rank === 0 || size > tolerance * Math.abs(a[0])))) break; // also stops at NaN
    exchangeRows(lu, rank, i);
    exchange(rows, rank, i);
    exchangeColumns(lu, rank, j);
    exchange(columns, rank, j);
    eliminateBelow(lu, rank);
  }
  const pivots = Float64Array.from({ length: rank }, (_, k) => a[k * n + k]);
  return { rank, rows, columns, pivots, lu };
}

/** Place of the largest entry of what is left. */
function largestFrom({ rows: m, cols: n, data }: Matrix, k: number): number {
  let place = k * n + k;
  let size = Math.abs(data[place]);
  for (let i = k; i < m; i++)
    for (let at = i * n + k, end = (i + 1) * n; at < end; at++) {
      const x = Math.abs(data[at]);
      if (x > size) {
        size = x;
        place = at;
      }
    }
  return place;
}

function eliminateBelow({ rows: m, cols: n, data }: Matrix, k: number): void {
  const pivot = data[k * n + k];
  for (let i = k + 1; i < m; i++) {
    if (data[i * n + k] === 0) continue;
    const factor = (data[i * n + k] /= pivot);
    for (let j = k + 1; j < n; j++) data[i * n + j] -= factor * data[k * n + j];
  }
}

/**
 * A solution of A x = b in which only the columns with pivots take part; rows without a pivot are not looked at. x may
 * not be b.
 */
export function fullPivotingSolveInto(x: Float64Array, factors: FullPivoting, b: Float64Array): Float64Array {
  const { rank, rows, columns, lu } = factors;
  const n = lu.cols;
  requireLength("right-hand side", b, lu.rows);
  requireLength("solution", x, n);
  const y = new Float64Array(rank);
  for (let i = 0; i < rank; i++) {
    y[i] = b[rows[i]];
    for (let k = 0; k < i; k++) y[i] -= lu.data[i * n + k] * y[k]; // L y = P b
  }
  backSubstitute(y, factors);
  x.fill(0);
  for (let k = 0; k < rank; k++) x[columns[k]] = y[k];
  return x;
}

/**
 * Directions that no row feels, one for each column without a pivot: that column moves by one, those with pivots follow. In the
 * order of `columns` behind the rank.
 */
export function fullPivotingNullSpace(factors: FullPivoting): readonly Float64Array[] {
  const { rank, columns, lu } = factors;
  const n = lu.cols;
  return Array.from({ length: n - rank }, (_, free) => {
    const direction = new Float64Array(n);
    const y = Float64Array.from({ length: rank }, (_, i) => -lu.data[i * n + rank + free]);
    backSubstitute(y, factors);
    direction[columns[rank + free]] = 1;
    for (let k = 0; k < rank; k++) direction[columns[k]] = y[k];
    return direction;
  });
}

/** y = U⁻¹ y, U being the square part with the pivots. */
function backSubstitute(y: Float64Array, { rank, lu: { cols: n, data } }: FullPivoting): void {
  for (let i = rank - 1; i >= 0; i--) {
    for (let k = i + 1; k < rank; k++) y[i] -= data[i * n + k] * y[k];
    y[i] /= data[i * n + i];
  }
}

function exchange(order: Int32Array, i: number, k: number): void {
  [order[i], order[k]] = [order[k], order[i]];
}

function exchangeRows({ cols: n, data }: Matrix, i: number, k: number): void {
  if (i === k) return;
  for (let j = 0; j < n; j++) {
    const x = data[i * n + j];
    data[i * n + j] = data[k * n + j];
    data[k * n + j] = x;
  }
}

function exchangeColumns({ rows: m, cols: n, data }: Matrix, j: number, k: number): void {
  if (j === k) return;
  for (let at = 0; at < m * n; at += n) {
    const x = data[at + j];
    data[at + j] = data[at + k];
    data[at + k] = x;
  }
}
