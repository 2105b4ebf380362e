import type { Complex } from "./complex.js";
import { notConverged } from "./eigen-symmetric.js";
import { applyReflectorFromLeft, applyReflectorFromRight, makeReflectorInto } from "./householder.js";
import { hypotenuse } from "./hypotenuse.js";
import { copy, newMatrix, norm2, setIdentity, type Matrix } from "./matrix.js";
import { realSchurInPlace } from "./real-schur.js";
import { schurValues, schurVector } from "./schur-vectors.js";
import { requireFinite, requireShape } from "./shape.js";

/**
 * A v_j = λ_j v_j for a real square matrix. λ_j = re[j] + i im[j]; v_j is column j of vectorsRe + i vectorsIm, of unit length
 * and with its largest entry real and positive. Complex pairs stand side by side, positive imaginary part first, and their
 * vectors are conjugate.
 */
export interface EigenGeneral {
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly vectorsRe: Matrix;
  readonly vectorsIm: Matrix;
}

/**
 * By balancing, Hessenberg form, Schur form and back substitution: each a file of its own. Values and vectors are exact for
 * a matrix within a small multiple of n ε‖B‖ of the balanced matrix B; an eigenvalue that is defective of order m then moves
 * by ε^(1/m), and residuals measured in the given, unbalanced scales may look larger.
 */
export function eigenGeneral(A: Matrix): EigenGeneral {
  const n = A.rows;
  requireShape("square matrix", A, n, n);
  requireFinite("square matrix", A.data);
  const T = copy(A);
  const scale = new Float64Array(n);
  balanceInPlace(T, scale);
  const Z = newMatrix(n, n);
  hessenbergInPlace(T, Z);
  if (!realSchurInPlace(T, Z)) notConverged("square matrix", n);

  const values = schurValues(T);
  const out: EigenGeneral = {
    re: Float64Array.from(values, (value) => value.re),
    im: Float64Array.from(values, (value) => value.im),
    vectorsRe: newMatrix(n, n),
    vectorsIm: newMatrix(n, n),
  };
  for (let j = 0; j < n; j++) {
    const x = schurVector(T, values[j], j);
    storeVector(out, j, Z, x, scale);
    if (values[j].im > 0) storeConjugate(out, ++j);
  }
  return out;
}

/** Column j = D Z x, normalised. */
function storeVector(out: EigenGeneral, j: number, Z: Matrix, x: readonly Complex[], scale: Float64Array): void {
  const n = Z.rows;
  const re = new Float64Array(n);
  const im = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      re[i] += Z.data[i * n + k] * x[k].re;
      im[i] += Z.data[i * n + k] * x[k].im;
    }
    re[i] *= scale[i];
    im[i] *= scale[i];
  }
  let largest = 0;
  let size = 0;
  for (let i = 0; i < n; i++) {
    const entry = hypotenuse(re[i], im[i]);
    if (entry <= size) continue;
    largest = i;
    size = entry;
  }
  const norm = hypotenuse(norm2(re, 0, n, 1), norm2(im, 0, n, 1));
  const c = re[largest] / size; // times (c − i s) turns the largest entry onto the positive real axis
  const s = im[largest] / size;
  for (let i = 0; i < n; i++) {
    out.vectorsRe.data[i * n + j] = (c * re[i] + s * im[i]) / norm;
    out.vectorsIm.data[i * n + j] = i === largest ? 0 : (c * im[i] - s * re[i]) / norm;
  }
}

/** Column j = conjugate of column j − 1. */
function storeConjugate(out: EigenGeneral, j: number): void {
  const n = out.vectorsRe.rows;
  for (let i = 0; i < n; i++) {
    out.vectorsRe.data[i * n + j] = out.vectorsRe.data[i * n + j - 1];
    out.vectorsIm.data[i * n + j] = -out.vectorsIm.data[i * n + j - 1];
  }
}

/*
 * A ← D⁻¹ A D with D diagonal such that rows and columns have comparable norms, where metres are mixed with radians,
 * forces with displacements. Parlett, Reinsch, Numer. Math. 13 (1969) 293-304, with the 2-norm of James, Langou, Lowery
 * (arXiv:1401.5766), which does not spoil matrices that were fine. Powers of 2 only: no rounding. Rows are not permuted to
 * split off eigenvalues; that saves time, not accuracy.
 */

/** Balances A in place; scale[i] = D_ii. */
export function balanceInPlace(A: Matrix, scale: Float64Array): void {
  const n = A.rows;
  scale.fill(1);
  for (let changed = true; changed;) {
    changed = false;
    for (let i = 0; i < n; i++) {
      const f = balancingFactor(rowNorm(A, i), columnNorm(A, i));
      if (f === 1) continue;
      changed = true;
      scale[i] *= f;
      for (let j = 0; j < n; j++) A.data[i * n + j] /= f;
      for (let j = 0; j < n; j++) A.data[j * n + i] *= f;
    }
  }
}

/** The power of 2 by which to multiply the column and divide the row; 1 unless it lessens their sum by 5%. */
function balancingFactor(row: number, column: number): number {
  if (row === 0 || column === 0 || !Number.isFinite(row + column)) return 1;
  let f = 1;
  while (column * f < row / f / 2) f *= 2;
  while (column * f > (row / f) * 2) f /= 2;
  return column * f + row / f < 0.95 * (column + row) ? f : 1;
}

/** 2-norm of row i without the diagonal. */
const rowNorm = ({ rows: n, data }: Matrix, i: number): number =>
  hypotenuse(norm2(data, i * n, i, 1), norm2(data, i * n + i + 1, n - 1 - i, 1));

/** 2-norm of column i without the diagonal. */
const columnNorm = ({ rows: n, data }: Matrix, i: number): number =>
  hypotenuse(norm2(data, i, i, n), norm2(data, (i + 1) * n + i, n - 1 - i, n));

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
