import { applyReflectorFromLeft, makeReflectorInto } from "./householder.js";
import type { Matrix } from "./matrix.js";

/* A = Q T Qᵀ, T symmetric tridiagonal, by updates of rank 2. Golub, Van Loan, Matrix Computations (4th ed. 2013), 8.3.1. */

/**
 * On entry the lower triangle of Q holds A; on return Q is the orthogonal factor, `diagonal` that of T and offDiagonal[k] its
 * entry (k + 1, k). `work` holds n numbers and `offDiagonal` n, of which the last is 0.
 */
export function tridiagonaliseInPlace(
  Q: Matrix,
  diagonal: Float64Array,
  offDiagonal: Float64Array,
  work: Float64Array,
): void {
  const n = Q.rows;
  const a = Q.data;
  offDiagonal.fill(0);
  for (let k = 0; k + 1 < n; k++) {
    makeReflectorInto(a, k * n + k + 1, Q, k + 1, k); // tau has its place above the diagonal, where nothing else is read
    offDiagonal[k] = a[(k + 1) * n + k];
    const tau = a[k * n + k + 1];
    if (tau === 0) continue;
    a[(k + 1) * n + k] = 1; // v, whole
    symmetricProduct(work, a, n, k);
    let dot = 0;
    for (let i = k + 1; i < n; i++) dot += work[i] * a[i * n + k];
    const half = 0.5 * tau * tau * dot;
    for (let i = k + 1; i < n; i++) work[i] = tau * work[i] - half * a[i * n + k]; // w = p − ½ tau (pᵀv) v, p = tau A v
    for (let i = k + 1; i < n; i++) {
      const v_i = a[i * n + k];
      const w_i = work[i];
      for (let j = k + 1; j <= i; j++) a[i * n + j] -= v_i * work[j] + w_i * a[j * n + k];
    }
  }
  for (let k = 0; k < n; k++) diagonal[k] = a[k * n + k];
  formQ(Q, work);
}

/** work = A v over rows and columns beyond k, from the lower triangle; v is in column k. */
function symmetricProduct(work: Float64Array, a: Float64Array, n: number, k: number): void {
  for (let i = k + 1; i < n; i++) {
    const v_i = a[i * n + k];
    let sum = a[i * n + i] * v_i;
    for (let j = k + 1; j < i; j++) {
      sum += a[i * n + j] * a[j * n + k];
      work[j] += a[i * n + j] * v_i;
    }
    work[i] = sum;
  }
}

/** Q = H₀ H₁ …, from the last reflector back: the part already formed lies wholly right of and below the next one. */
function formQ(Q: Matrix, work: Float64Array): void {
  const n = Q.rows;
  const a = Q.data;
  for (let k = n - 1; k >= 0; k--) {
    if (k + 1 < n) applyReflectorFromLeft(Q, k + 1, k + 1, a, k * n + k + 1, Q, k, work);
    a[k * n + k] = 1;
    for (let i = k + 1; i < n; i++) {
      a[k * n + i] = 0;
      a[i * n + k] = 0;
    }
  }
}
