import { RequestError } from "../errors/kinetree-error.js";
import { hypotenuse } from "./hypotenuse.js";
import { newMatrix, transposeInPlace, type Matrix } from "./matrix.js";
import { requireFinite, requireLength, requireShape } from "./shape.js";
import { swapRows } from "./triangular.js";
import { tridiagonaliseInPlace } from "./tridiagonal.js";

/*
 * A = V diag(values) Vᵀ for symmetric A, by reduction to tridiagonal form and implicit QR steps with Wilkinson's shift:
 * Golub, Van Loan, Matrix Computations (4th ed. 2013), algorithm 8.3.3. Errors are a small multiple of ε‖A‖, for small
 * eigenvalues too.
 */

/** Scratch of `eigenSymmetricInto`, n numbers each. */
interface EigenSymmetricWork {
  readonly offDiagonal: Float64Array;
  readonly products: Float64Array;
}

export const newEigenSymmetricWork = (n: number): EigenSymmetricWork => ({
  offDiagonal: new Float64Array(n),
  products: new Float64Array(n),
});

/**
 * Two steps an eigenvalue are usual. More are taken where many eigenvalues are nearly equal and small beside ‖A‖: the shift is
 * lost on its way through the larger entries (Parlett, Le, SIAM J. Matrix Anal. 14 (1993) 279-316), and their rounding keeps
 * the off-diagonal from becoming small beside its neighbours. After this many, small beside ‖A‖ is enough.
 */
const STEPS_BESIDE_NEIGHBOURS = 60;
/**
 * Each step divides e²e′, e and e′ being the last two off-diagonals, by √2 at least (Hoffmann, Parlett, SIAM J. Numer. Anal. 15
 * (1978) 929-937): from ‖A‖³ to (ε‖A‖)³ in 6 steps for each of the 52 bits. More mean that the matrix holds NaN or infinity.
 */
const MAX_STEPS_PER_VALUE = STEPS_BESIDE_NEIGHBOURS + 6 * 52;

/**
 * values = eigenvalues, ascending; column j of `vectors` = unit eigenvector of values[j]. Reads only the lower triangle of A;
 * `vectors` may be A. Returns whether the iteration ended, as it does for every finite matrix.
 */
export function eigenSymmetricInto(
  values: Float64Array,
  vectors: Matrix,
  A: Matrix,
  work: EigenSymmetricWork,
): boolean {
  const n = A.rows;
  requireShape("symmetric matrix", A, n, n);
  requireShape("eigenvectors", vectors, n, n);
  requireLength("eigenvalues", values, n);
  requireLength("work of the eigenvalues", work.offDiagonal, n);
  if (vectors.data !== A.data) vectors.data.set(A.data);
  tridiagonaliseInPlace(vectors, values, work.offDiagonal, work.products);
  transposeInPlace(vectors); // eigenvectors as rows while they are rotated: contiguous
  const ended = diagonalise(values, work.offDiagonal, vectors);
  sortAscending(values, vectors);
  transposeInPlace(vectors);
  return ended;
}

export interface EigenSymmetric {
  /** Ascending. */
  readonly values: Float64Array;
  /** Column j belongs to values[j]; the columns are orthonormal. */
  readonly vectors: Matrix;
}

export function eigenSymmetric(A: Matrix): EigenSymmetric {
  requireFinite("symmetric matrix", A.data);
  const values = new Float64Array(A.rows);
  const vectors = newMatrix(A.rows, A.rows);
  if (!eigenSymmetricInto(values, vectors, A, newEigenSymmetricWork(A.rows))) notConverged("symmetric matrix", A.rows);
  return { values, vectors };
}

export function notConverged(what: string, n: number): never {
  const message = `${what} of size ${n}: the iteration for its eigenvalues did not end. Scale its entries away from 1e±150.`;
  throw new RequestError({ code: "eigenvalues-not-converged", subject: what, value: n, message });
}

/** d, e = diagonal and off-diagonal of T; the rows of V are rotated along. On return d holds the eigenvalues. */
function diagonalise(d: Float64Array, e: Float64Array, V: Matrix): boolean {
  const rounding = Number.EPSILON * largestEntry(d, e);
  let last = d.length - 1;
  let steps = 0;
  while (last > 0) {
    const least = steps < STEPS_BESIDE_NEIGHBOURS ? 0 : rounding;
    if (negligible(d, e, last - 1, least)) {
      e[last - 1] = 0;
      last--;
      steps = 0;
      continue;
    }
    if (steps++ === MAX_STEPS_PER_VALUE) return false;
    let first = last - 1;
    while (first > 0 && !negligible(d, e, first - 1, least)) first--;
    implicitStep(d, e, first, last, V);
  }
  return true;
}

/** At least ‖T‖ / 3. */
function largestEntry(d: Float64Array, e: Float64Array): number {
  let most = 0;
  for (let k = 0; k < d.length; k++) most = Math.max(most, Math.abs(d[k]), Math.abs(e[k]));
  return most;
}

const negligible = (d: Float64Array, e: Float64Array, k: number, least: number): boolean =>
  Math.abs(e[k]) <= Math.max(least, Number.EPSILON * (Math.abs(d[k]) + Math.abs(d[k + 1])));

/** One QR step on rows first..last of T, shifted by the eigenvalue of its last 2 × 2 block nearer to the last entry. */
function implicitStep(d: Float64Array, e: Float64Array, first: number, last: number, V: Matrix): void {
  const half = (d[last - 1] - d[last]) / 2;
  const root = hypotenuse(half, e[last - 1]);
  const shift = d[last] - e[last - 1] * (e[last - 1] / (half + (half < 0 ? -root : root)));
  let x = d[first] - shift;
  let z = e[first];
  for (let k = first; k < last; k++) {
    const r = hypotenuse(x, z);
    const c = r === 0 ? 1 : x / r;
    const s = r === 0 ? 0 : z / r;
    if (k > first) e[k - 1] = r;
    // [c s; −s c] [d_k e_k; e_k d_k+1] [c −s; s c], written so that equal diagonals stay equal
    const t = s * (d[k + 1] - d[k]) + 2 * c * e[k];
    d[k] += s * t;
    d[k + 1] -= s * t;
    e[k] = c * t - e[k];
    if (k + 1 < last) {
      x = e[k];
      z = s * e[k + 1]; // the bulge
      e[k + 1] *= c;
    }
    rotateRows(V, k, c, s);
  }
}

/** Rows k and k + 1 of V ← [c s; −s c] times themselves. */
function rotateRows(V: Matrix, k: number, c: number, s: number): void {
  const n = V.cols;
  const v = V.data;
  for (let j = 0; j < n; j++) {
    const upper = v[k * n + j];
    const lower = v[(k + 1) * n + j];
    v[k * n + j] = c * upper + s * lower;
    v[(k + 1) * n + j] = c * lower - s * upper;
  }
}

function sortAscending(values: Float64Array, V: Matrix): void {
  for (let i = 0; i + 1 < values.length; i++) {
    let least = i;
    for (let k = i + 1; k < values.length; k++) if (values[k] < values[least]) least = k;
    if (least === i) continue;
    const value = values[i];
    values[i] = values[least];
    values[least] = value;
    swapRows(V, i, least);
  }
}
