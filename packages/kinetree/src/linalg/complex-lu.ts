import { divide, type Complex } from "./complex.js";

/*
 * P A = L U of a complex matrix with partial pivoting, real and imaginary parts apart. Golub, Van Loan, Matrix Computations
 * (4th ed. 2013), 3.4. Each array holds both factors, row by row: U on and above the diagonal, L (unit diagonal) below.
 */

/** A factored complex matrix with its exchanges. */
export interface ComplexLu {
  readonly n: number;
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly pivots: Int32Array;
}

export const newComplexLu = (n: number): ComplexLu => ({
  n,
  re: new Float64Array(n * n),
  im: new Float64Array(n * n),
  pivots: new Int32Array(n),
});

/** Factors the matrix that `re` and `im` hold, in place. Returns -1, or the index of the first pivot that is zero or NaN. */
export function complexLuInPlace({ n, re, im, pivots }: ComplexLu): number {
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (sizeAt(re, im, i * n + k) > sizeAt(re, im, p * n + k)) p = i;
    pivots[k] = p;
    if (p !== k) {
      swapRows(re, n, k, p);
      swapRows(im, n, k, p);
    }
    const d = k * n + k;
    if (!(sizeAt(re, im, d) > 0)) return k;
    const inverse = reciprocal(re[d], im[d]);
    for (let i = k + 1; i < n; i++) {
      const at = i * n + k;
      const factorRe = re[at] * inverse.re - im[at] * inverse.im;
      const factorIm = re[at] * inverse.im + im[at] * inverse.re;
      re[at] = factorRe;
      im[at] = factorIm;
      if (factorRe === 0 && factorIm === 0) continue;
      for (let j = k + 1; j < n; j++) {
        re[i * n + j] -= factorRe * re[k * n + j] - factorIm * im[k * n + j];
        im[i * n + j] -= factorRe * im[k * n + j] + factorIm * re[k * n + j];
      }
    }
  }
  return -1;
}

/** x ← A⁻¹ x. */
export function complexLuSolve({ n, re, im, pivots }: ComplexLu, xRe: Float64Array, xIm: Float64Array): void {
  for (let k = 0; k < n; k++) {
    swapRows(xRe, 1, k, pivots[k]);
    swapRows(xIm, 1, k, pivots[k]);
  }
  for (let i = 0; i < n; i++) for (let k = 0; k < i; k++) subtractProduct(re, im, i * n + k, xRe, xIm, i, k); // L y = P b
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) subtractProduct(re, im, i * n + k, xRe, xIm, i, k); // U x = y
    const inverse = reciprocal(re[i * n + i], im[i * n + i]);
    const [a, b] = [xRe[i], xIm[i]];
    xRe[i] = a * inverse.re - b * inverse.im;
    xIm[i] = a * inverse.im + b * inverse.re;
  }
}

/** x_i ← x_i − A[at] x_k. */
function subtractProduct(
  re: Float64Array,
  im: Float64Array,
  at: number,
  xRe: Float64Array,
  xIm: Float64Array,
  i: number,
  k: number,
): void {
  const [a, b] = [xRe[k], xIm[k]];
  xRe[i] -= re[at] * a - im[at] * b;
  xIm[i] -= re[at] * b + im[at] * a;
}

const reciprocal = (re: number, im: number): Complex => divide({ re: 1, im: 0 }, { re, im });

const sizeAt = (re: Float64Array, im: Float64Array, at: number): number => Math.abs(re[at]) + Math.abs(im[at]);

function swapRows(a: Float64Array, cols: number, i: number, k: number): void {
  for (let j = 0; j < cols; j++) {
    const kept = a[i * cols + j];
    a[i * cols + j] = a[k * cols + j];
    a[k * cols + j] = kept;
  }
}
