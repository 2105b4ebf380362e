/*
 * A = L D Lᵀ for a symmetric positive definite matrix of few entries: stored in full, but only entries take part in the
 * arithmetic, so an order that keeps new entries few is what makes it fast. Golub, Van Loan, Matrix Computations (4th ed.
 * 2013), 4.1, in the form that finishes one column after the other.
 */

/** Factors of a matrix of changing size, in memory that is taken once. */
export class SparseCholesky {
  /** Rows and columns in use. */
  n = 0;
  /** Row by row, `n` to a row, on and above the diagonal: the matrix before `factor`; Lᵀ above and D on the diagonal after it. */
  readonly a: Float64Array;
  /** Entries behind the pivot of the row at hand: their columns, and their values before they are divided by it. */
  readonly #columns: Int32Array;
  readonly #row: Float64Array;

  constructor(most: number) {
    this.a = new Float64Array(most * most);
    this.#columns = new Int32Array(most);
    this.#row = new Float64Array(most);
  }

  /** An empty matrix of n rows. */
  clear(n: number): void {
    this.n = n;
    this.a.fill(0, 0, n * n);
  }

  /** Adds to entry (i, j), i <= j. */
  add(i: number, j: number, value: number): void {
    this.a[i * this.n + j] += value;
  }

  /** Whether the matrix is positive definite, so that it can be solved with. */
  factor(): boolean {
    const { n, a } = this;
    const [columns, row] = [this.#columns, this.#row];
    for (let k = 0; k < n; k++) {
      const pivot = a[k * n + k];
      if (!(pivot > 0 && pivot < Infinity)) return false; // also catches NaN
      const from = k * n;
      let count = 0;
      for (let j = k + 1; j < n; j++) {
        const value = a[from + j];
        if (value === 0) continue;
        columns[count] = j;
        row[count++] = value;
      }
      for (let s = 0; s < count; s++) {
        const factor = row[s] / pivot;
        const to = columns[s] * n;
        a[from + columns[s]] = factor;
        for (let t = s; t < count; t++) a[to + columns[t]] -= factor * row[t];
      }
    }
    return true;
  }

  /** b = A⁻¹ b, its first n entries. */
  solve(b: Float64Array): void {
    const { n, a } = this;
    for (let k = 0; k < n; k++) {
      const x = b[k];
      for (let j = k + 1; j < n; j++) b[j] -= a[k * n + j] * x; // L y = b, by the rows of Lᵀ
    }
    for (let k = n - 1; k >= 0; k--) {
      let sum = b[k] / a[k * n + k];
      for (let j = k + 1; j < n; j++) sum -= a[k * n + j] * b[j];
      b[k] = sum;
    }
  }
}
