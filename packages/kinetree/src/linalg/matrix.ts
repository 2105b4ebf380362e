import { requireLength, requireShape } from "./shape.js";

/** Dense, row by row: entry (i, j) is data[i * cols + j]. The shape never changes; the data may be written by all. */
export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float64Array;
}

/** Zeros. */
export const newMatrix = (rows: number, cols: number): Matrix => ({ rows, cols, data: new Float64Array(rows * cols) });

export function matrixFromRows(rows: readonly (readonly number[])[]): Matrix {
  const cols = rows.length === 0 ? 0 : rows[0].length;
  const out = newMatrix(rows.length, cols);
  rows.forEach((row, i) => {
    requireLength(`row ${i} of the matrix`, row, cols);
    out.data.set(row, i * cols);
  });
  return out;
}

export function setIdentity(out: Matrix): Matrix {
  requireShape("identity", out, out.rows, out.rows);
  out.data.fill(0);
  for (let i = 0; i < out.rows; i++) out.data[i * out.cols + i] = 1;
  return out;
}

export function copyInto(out: Matrix, A: Matrix): Matrix {
  requireShape("copy", out, A.rows, A.cols);
  if (out.data !== A.data) out.data.set(A.data);
  return out;
}

export const copy = (A: Matrix): Matrix => copyInto(newMatrix(A.rows, A.cols), A);

export function transpose(A: Matrix): Matrix {
  const out = newMatrix(A.cols, A.rows);
  for (let i = 0; i < A.rows; i++) for (let j = 0; j < A.cols; j++) out.data[j * A.rows + i] = A.data[i * A.cols + j];
  return out;
}

/** A ← Aᵀ for a square matrix. */
export function transposeInPlace(A: Matrix): Matrix {
  const n = A.rows;
  requireShape("matrix transposed in place", A, n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const upper = A.data[j * n + i];
      A.data[j * n + i] = A.data[i * n + j];
      A.data[i * n + j] = upper;
    }
  }
  return A;
}

export function matMul(A: Matrix, B: Matrix): Matrix {
  requireShape("right factor", B, A.cols, B.cols);
  const n = B.cols;
  const out = newMatrix(A.rows, n);
  for (let i = 0; i < A.rows; i++) {
    for (let k = 0; k < A.cols; k++) {
      const a_ik = A.data[i * A.cols + k];
      for (let j = 0; j < n; j++) out.data[i * n + j] += a_ik * B.data[k * n + j]; // along rows: contiguous
    }
  }
  return out;
}

export function matVec(A: Matrix, x: Float64Array): Float64Array {
  requireLength("vector", x, A.cols);
  const out = new Float64Array(A.rows);
  for (let i = 0; i < A.rows; i++) {
    let sum = 0;
    for (let j = 0; j < A.cols; j++) sum += A.data[i * A.cols + j] * x[j];
    out[i] = sum;
  }
  return out;
}

/** Aᵀ x. */
export function matTransposedVec(A: Matrix, x: Float64Array): Float64Array {
  requireLength("vector", x, A.rows);
  const out = new Float64Array(A.cols);
  for (let i = 0; i < A.rows; i++) for (let j = 0; j < A.cols; j++) out[j] += A.data[i * A.cols + j] * x[i];
  return out;
}

/** Largest column sum of magnitudes. */
export function normOne(A: Matrix): number {
  let norm = 0;
  for (let j = 0; j < A.cols; j++) {
    let sum = 0;
    for (let i = 0; i < A.rows; i++) sum += Math.abs(A.data[i * A.cols + j]);
    norm = Math.max(norm, sum);
  }
  return norm;
}

/** Largest magnitude. */
export function normMax(A: Matrix): number {
  let norm = 0;
  for (let k = 0; k < A.data.length; k++) norm = Math.max(norm, Math.abs(A.data[k]));
  return norm;
}

/**
 * out[at] = Euclidean norm of `count` entries of `data` from `start` on, `stride` apart: free of overflow and underflow.
 * Stored, since engines box a number that is returned by a function too large to be inlined.
 */
export function norm2Into(
  out: Float64Array,
  at: number,
  data: Float64Array,
  start: number,
  count: number,
  stride: number,
): Float64Array {
  let scale = 0;
  for (let k = 0; k < count; k++) scale = Math.max(scale, Math.abs(data[start + k * stride]));
  out[at] = scale;
  if (!(scale > 0 && scale < Infinity)) return out; // all zero, infinite or NaN
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const ratio = data[start + k * stride] / scale;
    sum += ratio * ratio;
  }
  out[at] = scale * Math.sqrt(sum);
  return out;
}

export const norm2 = (data: Float64Array, start: number, count: number, stride: number): number =>
  norm2Into(new Float64Array(1), 0, data, start, count, stride)[0];
