import { hypotenuse } from "./hypotenuse.js";
import { normMax, type Matrix } from "./matrix.js";

/*
 * H = Z T Zᵀ with T upper triangular but for 2 × 2 blocks on the diagonal, one a complex pair of eigenvalues. Francis's
 * double-shift QR: Golub, Van Loan, Matrix Computations (4th ed. 2013), 7.5; the first column and the start in the middle
 * after two small subdiagonals as in Wilkinson, Reinsch, Handbook for Automatic Computation II (1971), contribution II/14.
 */

/**
 * Two to four steps per eigenvalue are usual; every tenth takes an unusual shift to break cycles. After this many for one of
 * them a subdiagonal counts as zero that is small beside ‖T‖, if not beside its neighbours.
 */
const STEPS_BESIDE_NEIGHBOURS = 90;
/** For all values together, as in LAPACK's dhseqr: one that takes many steps splits off others on the way. */
const MAX_STEPS_PER_VALUE = 30;
const LEAST_MAX_STEPS = 300;

/**
 * On entry T holds a Hessenberg matrix and Z an orthogonal one; on return T is the real Schur form and Z has been multiplied
 * from the right by the transformations. Returns whether the iteration ended, as it does for every finite matrix met so far.
 */
export function realSchurInPlace(T: Matrix, Z: Matrix): boolean {
  const n = T.rows;
  const t = T.data;
  const rounding = Number.EPSILON * normMax(T);
  let left = Math.max(LEAST_MAX_STEPS, MAX_STEPS_PER_VALUE * n);
  let last = n - 1;
  let steps = 0;
  while (last >= 0) {
    const first = firstOfBlock(t, n, last, steps < STEPS_BESIDE_NEIGHBOURS ? 0 : rounding);
    if (last - first < 2) {
      if (last - first === 1) splitRealPair(T, Z, first);
      last = first - 1;
      steps = 0;
      continue;
    }
    if (left-- === 0 || Number.isNaN(t[last * n + last])) return false;
    steps++;
    francisStep(T, Z, first, last, steps % 10 === 0);
  }
  return true;
}

/** Row where the unreduced block that ends in row `last` begins; a negligible subdiagonal above it is set to zero. */
function firstOfBlock(t: Float64Array, n: number, last: number, least: number): number {
  for (let k = last; k > 0; k--) {
    const size = Math.abs(t[(k - 1) * n + k - 1]) + Math.abs(t[k * n + k]);
    // With a zero diagonal the neighbours above tell how large is large.
    const scale = size > 0 ? size : Math.abs(t[(k - 1) * n + k]) + Math.abs(t[k * n + k - 1]);
    if (Math.abs(t[k * n + k - 1]) <= Math.max(least, Number.EPSILON * scale)) {
      t[k * n + k - 1] = 0;
      return k;
    }
  }
  return 0;
}

/** A 2 × 2 block with real eigenvalues is made triangular, by the rotation whose first column is an eigenvector. */
function splitRealPair(T: Matrix, Z: Matrix, k: number): void {
  const n = T.rows;
  const t = T.data;
  const b = t[k * n + k + 1];
  const c = t[(k + 1) * n + k];
  const p = (t[k * n + k] - t[(k + 1) * n + k + 1]) / 2;
  const discriminant = p * p + b * c;
  if (!(discriminant >= 0)) return;
  const root = Math.sqrt(discriminant);
  const z = p < 0 ? p - root : p + root; // λ − d for the eigenvalue λ further from d; c v₀ = z v₁
  const r = hypotenuse(z, c);
  rotate(T, Z, k, z / r, c / r);
  t[(k + 1) * n + k] = 0;
}

/** T ← Rᵀ T R, Z ← Z R with R = [c −s; s c] in rows and columns k, k + 1. */
function rotate(T: Matrix, Z: Matrix, k: number, c: number, s: number): void {
  const n = T.rows;
  const t = T.data;
  for (let j = k; j < n; j++) {
    const upper = t[k * n + j];
    const lower = t[(k + 1) * n + j];
    t[k * n + j] = c * upper + s * lower;
    t[(k + 1) * n + j] = c * lower - s * upper;
  }
  for (const [X, rows] of [[T, k + 2] as const, [Z, n] as const]) {
    for (let i = 0; i < rows; i++) {
      const left = X.data[i * n + k];
      const right = X.data[i * n + k + 1];
      X.data[i * n + k] = c * left + s * right;
      X.data[i * n + k + 1] = c * right - s * left;
    }
  }
}

/** One implicit step on rows first..last with both eigenvalues of the last 2 × 2 block as shifts. */
function francisStep(T: Matrix, Z: Matrix, first: number, last: number, unusual: boolean): void {
  const n = T.rows;
  const t = T.data;
  let x = t[last * n + last];
  let y = t[(last - 1) * n + last - 1];
  let w = t[last * n + last - 1] * t[(last - 1) * n + last];
  if (unusual) {
    // Shifts with sum 1.5 s and product s² about the last entry, as in the Handbook.
    const s = Math.abs(t[last * n + last - 1]) + Math.abs(t[(last - 1) * n + last - 2]);
    x = y = x + 0.75 * s;
    w = -0.4375 * s * s;
  }
  // First column of (T − shift₁)(T − shift₂), divided by the subdiagonal; from the lowest row where the entries above are small.
  let start = last - 2;
  let p = 0;
  let q = 0;
  let r = 0;
  for (; start >= first; start--) {
    const z = t[start * n + start];
    const below = t[(start + 1) * n + start];
    p = ((x - z) * (y - z) - w) / below + t[start * n + start + 1];
    q = t[(start + 1) * n + start + 1] - z - (x - z) - (y - z);
    r = t[(start + 2) * n + start + 1];
    const size = Math.abs(p) + Math.abs(q) + Math.abs(r);
    p /= size;
    q /= size;
    r /= size;
    if (start === first) break;
    const above = Math.abs(t[(start - 1) * n + start - 1]);
    const around = above + Math.abs(z) + Math.abs(t[(start + 1) * n + start + 1]);
    const spill = Math.abs(t[start * n + start - 1]) * (Math.abs(q) + Math.abs(r));
    if (spill <= Number.EPSILON * Math.abs(p) * around) break;
  }
  for (let k = start; k < last; k++) {
    const three = k + 2 <= last;
    if (k > start) {
      p = t[k * n + k - 1];
      q = t[(k + 1) * n + k - 1];
      r = three ? t[(k + 2) * n + k - 1] : 0;
    }
    const beta = -hypotenuse(hypotenuse(p, q), r) * (p < 0 ? -1 : 1);
    if (beta === 0) continue;
    const tau = (beta - p) / beta;
    const v1 = q / (p - beta);
    const v2 = r / (p - beta);
    if (k > start) {
      t[k * n + k - 1] = beta;
      t[(k + 1) * n + k - 1] = 0;
      if (three) t[(k + 2) * n + k - 1] = 0;
    } else if (k > first) {
      t[k * n + k - 1] *= 1 - tau; // the rest of that column is the spill found negligible
    }
    reflectRows(T, k, tau, v1, v2, three);
    reflectColumns(T, k, tau, v1, v2, three, Math.min(k + 3, last) + 1);
    reflectColumns(Z, k, tau, v1, v2, three, n);
  }
}

/** Rows k, k + 1 (, k + 2) of T, from column k on, ← (I − tau v vᵀ) times themselves, v = [1 v1 v2]. */
function reflectRows(T: Matrix, k: number, tau: number, v1: number, v2: number, three: boolean): void {
  const n = T.rows;
  const t = T.data;
  for (let j = k; j < n; j++) {
    let sum = t[k * n + j] + v1 * t[(k + 1) * n + j];
    if (three) sum += v2 * t[(k + 2) * n + j];
    sum *= tau;
    t[k * n + j] -= sum;
    t[(k + 1) * n + j] -= sum * v1;
    if (three) t[(k + 2) * n + j] -= sum * v2;
  }
}

/** Columns k, k + 1 (, k + 2) of the first `rows` rows of X ← themselves times (I − tau v vᵀ). */
function reflectColumns(X: Matrix, k: number, tau: number, v1: number, v2: number, three: boolean, rows: number): void {
  const n = X.cols;
  const x = X.data;
  for (let i = 0; i < rows; i++) {
    let sum = x[i * n + k] + v1 * x[i * n + k + 1];
    if (three) sum += v2 * x[i * n + k + 2];
    sum *= tau;
    x[i * n + k] -= sum;
    x[i * n + k + 1] -= sum * v1;
    if (three) x[i * n + k + 2] -= sum * v2;
  }
}
