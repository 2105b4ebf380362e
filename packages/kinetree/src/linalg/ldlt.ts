import { copyInto, newMatrix, type Matrix } from "./matrix.js";
import { requireLength, requireShape } from "./shape.js";

/*
 * P A Pᵀ = L D Lᵀ for symmetric A of any definiteness, such as the equations of motion with multipliers. Bunch, Kaufman,
 * Math. Comp. 31 (1977) 163-179, algorithm A (partial pivoting); Golub, Van Loan, Matrix Computations (4th ed. 2013), 4.4.
 * D has blocks of size 1 and 2: without the latter there may be no stable factor at all, as of [0 1; 1 0].
 */

/**
 * One matrix holds L (unit diagonal, below) and D (on the diagonal, and beside it in the place where a block of size 2 makes
 * L zero). Row k was exchanged with row swapOf(pivots[k]); pivots[k] < 0 marks both rows of a block of size 2.
 */
export interface Ldlt {
  readonly ld: Matrix;
  readonly pivots: Int32Array;
}

export const newLdlt = (n: number): Ldlt => ({ ld: newMatrix(n, n), pivots: new Int32Array(n) });

/** (1 + √17)/8 bounds the growth of one step with a block of size 2 by that of two steps of size 1. */
const ALPHA = (1 + Math.sqrt(17)) / 8;

const swapOf = (pivot: number): number => (pivot < 0 ? ~pivot : pivot);

/**
 * out = factors of A; out.ld may be A. Reads only the lower triangle of A. Returns -1, or the index of the first pivot that
 * is exactly zero together with its column: A is singular.
 */
export function ldltInto(out: Ldlt, A: Matrix): number {
  const n = A.rows;
  requireShape("matrix to factor", A, n, n);
  requireLength("pivots", out.pivots, n);
  copyInto(out.ld, A);
  const a = out.ld.data;
  let failedPivot = -1;
  for (let k = 0; k < n;) {
    const row = largestBelow(a, n, k);
    const columnMax = row === k ? 0 : Math.abs(a[row * n + k]);
    const diagonal = Math.abs(a[k * n + k]);
    let size = 1;
    let p = k;
    if (diagonal === 0 && columnMax === 0) {
      if (failedPivot === -1) failedPivot = k;
    } else if (diagonal < ALPHA * columnMax) {
      const rowMax = largestOffDiagonal(a, n, k, row);
      if (diagonal < ALPHA * columnMax * (columnMax / rowMax)) {
        p = row;
        if (Math.abs(a[row * n + row]) < ALPHA * rowMax) size = 2;
      }
    }
    out.pivots[k] = size === 1 ? p : ~k;
    if (size === 2) out.pivots[k + 1] = ~p;
    exchange(a, n, k + size - 1, p);
    if (size === 1) eliminateOne(a, n, k);
    else eliminateTwo(a, n, k);
    k += size;
  }
  return failedPivot;
}

/** Factors and the failing pivot, -1 if none. */
export function ldlt(A: Matrix): Ldlt & { readonly failedPivot: number } {
  const out = newLdlt(A.rows);
  const failedPivot = ldltInto(out, A);
  return { ...out, failedPivot };
}

/** x = A⁻¹ b; x may be b. */
export function ldltSolveInto(x: Float64Array, { ld, pivots }: Ldlt, b: Float64Array): Float64Array {
  const n = ld.rows;
  const a = ld.data;
  requireLength("right-hand side", b, n);
  requireLength("solution", x, n);
  if (x !== b) x.set(b);
  for (let k = 0; k < n; k++) swapPlaces(x, k, swapOf(pivots[k]));
  for (let k = 0; k < n; k += blockSize(pivots, k)) {
    for (let i = k; i < k + blockSize(pivots, k); i++) {
      for (let j = 0; j < k; j++) x[i] -= a[i * n + j] * x[j]; // L y = P b
    }
  }
  for (let k = 0; k < n; k += blockSize(pivots, k)) {
    if (blockSize(pivots, k) === 1) {
      x[k] /= a[k * n + k]; // D z = y
    } else {
      // [d00 d10; d10 d11] z = y, divided by d10, the largest entry of the block
      const d10 = a[(k + 1) * n + k];
      const d00 = a[k * n + k] / d10;
      const d11 = a[(k + 1) * n + k + 1] / d10;
      const determinant = d00 * d11 - 1;
      const y0 = x[k] / d10;
      const y1 = x[k + 1] / d10;
      x[k] = (d11 * y0 - y1) / determinant;
      x[k + 1] = (d00 * y1 - y0) / determinant;
    }
  }
  for (let k = n - 1; k >= 0; k -= blockSize(pivots, k)) {
    const first = k + 1 - blockSize(pivots, k);
    for (let i = first; i <= k; i++) {
      for (let j = 0; j < first; j++) x[j] -= a[i * n + j] * x[i]; // Lᵀ w = z, by the rows of L
    }
  }
  for (let k = n - 1; k >= 0; k--) swapPlaces(x, k, swapOf(pivots[k])); // x = Pᵀ w
  return x;
}

export const ldltSolve = (factors: Ldlt, b: Float64Array): Float64Array =>
  ldltSolveInto(new Float64Array(factors.ld.rows), factors, b);

/** Numbers of positive, negative and zero eigenvalues: those of D, by Sylvester's law. */
export interface Inertia {
  readonly positive: number;
  readonly negative: number;
  readonly zero: number;
}

export function ldltInertia({ ld, pivots }: Ldlt): Inertia {
  const n = ld.rows;
  let positive = 0;
  let negative = 0;
  for (let k = 0; k < n; k += blockSize(pivots, k)) {
    const d = ld.data[k * n + k];
    // The pivoting takes a block of size 2 only if its determinant is negative: one eigenvalue of either sign.
    if (blockSize(pivots, k) === 2 || d > 0) positive++;
    if (blockSize(pivots, k) === 2 || d < 0) negative++;
  }
  return { positive, negative, zero: n - positive - negative };
}

/** Blocks of size 2 are marked on both rows: walking down one meets the first row of each, walking up the last. */
const blockSize = (pivots: Int32Array, k: number): 1 | 2 => (pivots[k] < 0 ? 2 : 1);

/** Row of the entry of largest magnitude in column k below the diagonal; k itself if all of them are zero. */
function largestBelow(a: Float64Array, n: number, k: number): number {
  let row = k;
  let max = 0;
  for (let i = k + 1; i < n; i++) {
    const size = Math.abs(a[i * n + k]);
    if (size <= max) continue;
    row = i;
    max = size;
  }
  return row;
}

/** Largest magnitude of row r of the remaining symmetric matrix, without its diagonal. */
function largestOffDiagonal(a: Float64Array, n: number, k: number, r: number): number {
  let max = 0;
  for (let j = k; j < r; j++) max = Math.max(max, Math.abs(a[r * n + j]));
  for (let i = r + 1; i < n; i++) max = Math.max(max, Math.abs(a[i * n + r]));
  return max;
}

/** Exchanges rows and columns i <= p of the symmetric matrix in the lower triangle, and the rows of L already computed. */
function exchange(a: Float64Array, n: number, i: number, p: number): void {
  if (i === p) return;
  for (let j = 0; j < i; j++) swapPlaces(a, i * n + j, p * n + j);
  for (let j = i + 1; j < p; j++) swapPlaces(a, j * n + i, p * n + j);
  for (let j = p + 1; j < n; j++) swapPlaces(a, j * n + i, j * n + p);
  swapPlaces(a, i * n + i, p * n + p);
}

/** The rest −= l d lᵀ, l = column / d. From the last row up, so that the column is still whole where it is needed. */
function eliminateOne(a: Float64Array, n: number, k: number): void {
  const d = a[k * n + k];
  if (d === 0) return; // so is the column
  for (let i = n - 1; i > k; i--) {
    const l = a[i * n + k] / d;
    if (l === 0) continue;
    for (let j = k + 1; j <= i; j++) a[i * n + j] -= l * a[j * n + k];
    a[i * n + k] = l;
  }
}

/** The same for a block of size 2: [l0 l1] = [c0 c1] D⁻¹, with D divided by its largest entry d10. */
function eliminateTwo(a: Float64Array, n: number, k: number): void {
  const d10 = a[(k + 1) * n + k];
  const d00 = a[k * n + k] / d10;
  const d11 = a[(k + 1) * n + k + 1] / d10;
  const determinant = d00 * d11 - 1;
  for (let i = n - 1; i > k + 1; i--) {
    const c0 = a[i * n + k] / d10;
    const c1 = a[i * n + k + 1] / d10;
    const l0 = (d11 * c0 - c1) / determinant;
    const l1 = (d00 * c1 - c0) / determinant;
    for (let j = k + 2; j <= i; j++) a[i * n + j] -= l0 * a[j * n + k] + l1 * a[j * n + k + 1];
    a[i * n + k] = l0;
    a[i * n + k + 1] = l1;
  }
}

function swapPlaces(a: Float64Array, i: number, j: number): void {
  const a_i = a[i];
  a[i] = a[j];
  a[j] = a_i;
}
