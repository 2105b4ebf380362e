import type { CountedArithmetic } from "./counted.js";

/**
 * P A = L U of a dense matrix with partial pivoting, counted. Unlike `luInto` it passes over no zeros: what the full system costs
 * without regard to its structure is what the other schemes are compared with.
 */
export class DenseElimination {
  readonly size: number;
  /** The matrix, row by row; `factor` overwrites it with its factors. */
  readonly matrix: Float64Array;
  private readonly pivots: Int32Array;

  constructor(size: number) {
    this.size = size;
    this.matrix = new Float64Array(size * size);
    this.pivots = new Int32Array(size);
  }

  /** False if a pivot is zero or not a number. */
  factor(arithmetic: CountedArithmetic): boolean {
    const { size: n, matrix: a, pivots } = this;
    for (let k = 0; k < n; k++) {
      let p = k;
      for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[p * n + k])) p = i;
      pivots[k] = p;
      if (p !== k)
        for (let j = 0; j < n; j++) {
          const kept = a[k * n + j];
          a[k * n + j] = a[p * n + j];
          a[p * n + j] = kept;
        }
      const pivot = a[k * n + k];
      if (!(Math.abs(pivot) > 0 && Math.abs(pivot) < Infinity)) return false;
      for (let i = k + 1; i < n; i++) {
        const share = a[i * n + k] / pivot;
        a[i * n + k] = share;
        for (let j = k + 1; j < n; j++) a[i * n + j] -= share * a[k * n + j];
      }
      const rest = n - 1 - k;
      arithmetic.times += rest + rest * rest;
      arithmetic.plus += rest * rest;
    }
    return true;
  }

  /** x ← A⁻¹ x with the factors. */
  solve(x: Float64Array, arithmetic: CountedArithmetic): void {
    const { size: n, matrix: a, pivots } = this;
    for (let k = 0; k < n; k++) {
      const kept = x[k];
      x[k] = x[pivots[k]];
      x[pivots[k]] = kept;
    }
    for (let i = 0; i < n; i++) {
      let sum = x[i];
      for (let k = 0; k < i; k++) sum -= a[i * n + k] * x[k];
      x[i] = sum;
      arithmetic.times += i;
      arithmetic.plus += i;
    }
    for (let i = n - 1; i >= 0; i--) {
      let sum = x[i];
      for (let k = i + 1; k < n; k++) sum -= a[i * n + k] * x[k];
      x[i] = sum / a[i * n + i];
      arithmetic.times += n - i;
      arithmetic.plus += n - 1 - i;
    }
  }
}
