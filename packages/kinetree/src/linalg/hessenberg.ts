import { applyReflectorFromLeft, applyReflectorFromRight, makeReflectorInto } from "./householder.js";
import { setIdentity, type Matrix } from "./matrix.js";

/*
 * A = Q H Qᵀ with H zero below the first subdiagonal. Golub, Van Loan, Matrix Computations (4th ed. 2013), algorithm 7.4.2.
 */

/** A becomes H; Q the orthogonal factor. */
export function hessenbergInPlace(A: Matrix, Q: Matrix): void {
  const n = A.rows;
  const tau = new Float64Array(n);
  const work = new Float64Array(n);
  setIdentity(Q);
  for (let k = 0; k + 2 < n; k++) {
    makeReflectorInto(tau, k, A, k + 1, k);
    applyReflectorFromLeft(A, k + 1, k + 1, tau, k, A, k, work);
    applyReflectorFromRight(A, k + 1, tau, k, A, k);
    applyReflectorFromRight(Q, k + 1, tau, k, A, k);
    for (let i = k + 2; i < n; i++) A.data[i * n + k] = 0; // where the reflector was stored
  }
}
