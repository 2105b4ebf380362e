/*
 * A = L Lᵀ for a symmetric positive definite matrix whose entries gather near the diagonal: L has nothing before the first
 * entry of a row of A. George, Liu, Computer Solution of Large Sparse Positive Definite Systems (1981), chapter 4.
 */

/** Factors of a matrix of changing size, in memory that is taken once. */
export class EnvelopeCholesky {
  /** Rows and columns in use. */
  n = 0;
  /** Row by row, `n` to a row, on and below the diagonal: the matrix before `factor`, L after it. */
  readonly a: Float64Array;
  readonly #first: Int32Array;

  constructor(most: number) {
    this.a = new Float64Array(most * most);
    this.#first = new Int32Array(most);
  }

  /** An empty matrix of n rows. */
  clear(n: number): void {
    this.n = n;
    this.a.fill(0, 0, n * n);
    for (let i = 0; i < n; i++) this.#first[i] = i;
  }

  /** Adds to entry (i, j), i >= j. */
  add(i: number, j: number, value: number): void {
    this.a[i * this.n + j] += value;
    if (j < this.#first[i]) this.#first[i] = j;
  }

  /** Whether the matrix is positive definite, so that it can be solved with. */
  factor(): boolean {
    const { n, a } = this;
    const first = this.#first;
    for (let i = 0; i < n; i++) {
      const row = i * n;
      let pivot = a[row + i];
      for (let j = first[i]; j < i; j++) {
        const other = j * n;
        let sum = a[row + j];
        for (let k = Math.max(first[i], first[j]); k < j; k++) sum -= a[row + k] * a[other + k];
        const l = sum / a[other + j];
        a[row + j] = l;
        pivot -= l * l;
      }
      if (!(pivot > 0 && pivot < Infinity)) return false; // also catches NaN
      a[row + i] = Math.sqrt(pivot);
    }
    return true;
  }

  /** b = A⁻¹ b, its first n entries. */
  solve(b: Float64Array): void {
    const { n, a } = this;
    const first = this.#first;
    for (let i = 0; i < n; i++) {
      let sum = b[i];
      for (let k = first[i]; k < i; k++) sum -= a[i * n + k] * b[k];
      b[i] = sum / a[i * n + i];
    }
    for (let i = n - 1; i >= 0; i--) {
      const x = (b[i] /= a[i * n + i]);
      for (let k = first[i]; k < i; k++) b[k] -= a[i * n + k] * x;
    }
  }
}
