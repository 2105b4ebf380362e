import { matMul, newMatrix, norm2, transpose, type Matrix } from "../../src/linalg/matrix.js";
import { qrFactor } from "../../src/linalg/qr.js";
import { stream } from "../../src/random/stream.js";
import { qrQ } from "../support/linalg.js";

/* Matrices of known properties, and the differences by which factors are judged. */

export const EPS = Number.EPSILON;

/** Entries uniform on (−1, 1). */
export function randomMatrix(seed: number, rows: number, cols: number): Matrix {
  const { next } = stream(seed);
  const A = newMatrix(rows, cols);
  for (let k = 0; k < A.data.length; k++) A.data[k] = 2 * next() - 1;
  return A;
}

export const randomVector = (seed: number, n: number): Float64Array => randomMatrix(seed, n, 1).data;

export const randomOrthogonal = (seed: number, n: number): Matrix => qrQ(qrFactor(randomMatrix(seed, n, n)));

export function symmetrised(A: Matrix): Matrix {
  return fill(A.rows, A.rows, (i, j) => (entry(A, i, j) + entry(A, j, i)) / 2);
}

export const randomSymmetric = (seed: number, n: number): Matrix => symmetrised(randomMatrix(seed, n, n));

/** Q diag(values) Qᵀ with a random orthogonal Q. */
export function symmetricWithValues(seed: number, values: readonly number[]): Matrix {
  const n = values.length;
  const Q = randomOrthogonal(seed, n);
  const QD = fill(n, n, (i, j) => entry(Q, i, j) * values[j]);
  return symmetrised(matMul(QD, transpose(Q)));
}

/** Symmetric positive definite with condition number 10^digits: eigenvalues spread evenly on the logarithmic scale. */
export const randomSpd = (seed: number, n: number, digits = 3): Matrix =>
  symmetricWithValues(
    seed,
    Array.from({ length: n }, (_, k) => 10 ** ((-digits * k) / Math.max(1, n - 1))),
  );

export function fill(rows: number, cols: number, value: (i: number, j: number) => number): Matrix {
  const A = newMatrix(rows, cols);
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) A.data[i * cols + j] = value(i, j);
  return A;
}

export const entry = (A: Matrix, i: number, j: number): number => A.data[i * A.cols + j];
export const column = (A: Matrix, j: number): Float64Array =>
  Float64Array.from({ length: A.rows }, (_, i) => entry(A, i, j));
export const difference = (A: Matrix, B: Matrix): Matrix =>
  fill(A.rows, A.cols, (i, j) => entry(A, i, j) - entry(B, i, j));
export const length2 = (x: Float64Array): number => norm2(x, 0, x.length, 1);
export const minus = (x: Float64Array, y: Float64Array): Float64Array => x.map((x_i, i) => x_i - y[i]);
export const largest = (x: Float64Array): number => x.reduce((max, x_i) => Math.max(max, Math.abs(x_i)), 0);

/** 1/(i + j + 1): positive definite, condition number 1.5e7 for n = 6, 1.6e13 for n = 10. */
export const hilbert = (n: number): Matrix => fill(n, n, (i, j) => 1 / (i + j + 1));

/** Binomials (i + j over i): determinant 1, Cholesky factor the binomials (i over j), all exact. */
export const pascal = (n: number): Matrix => fill(n, n, (i, j) => binomial(i + j, i));

export const binomial = (n: number, k: number): number => (k === 0 ? 1 : (binomial(n - 1, k - 1) * n) / k);

/** Frank (1958): upper Hessenberg, determinant 1, eigenvalues real, in reciprocal pairs, the small ones ill-conditioned. */
export const frank = (n: number): Matrix => fill(n, n, (i, j) => (j >= i - 1 ? n - Math.max(i, j) : 0));
