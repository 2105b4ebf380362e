/*
 * A = L D Lᵀ for a symmetric positive definite matrix of few entries. Each entry has a place of its own, as in a full matrix, and
 * lists say which places are taken; nothing else is read, so the work is that of the entries. An order that keeps new
 * entries few is up to the caller. Golub, Van Loan, Matrix Computations (4th ed. 2013), 4.1, in the form that finishes one
 * column after the other.
 */

/** Factors of a matrix of changing size, in memory that is taken once. */
export class SparseCholesky {
  /** Rows and columns in use. */
  n = 0;
  /** Entry (i, j), i <= j, at i n + j: of the matrix before `factor`; of Lᵀ, and D on the diagonal, after it. */
  readonly #a: Float64Array;
  /** For each row, from i n on: columns of the entries behind the diagonal, and how many there are. */
  readonly #columns: Int32Array;
  readonly #counts: Int32Array;
  /** The matrix whose entry a place was last taken by: places of earlier ones count as empty. */
  readonly #taken: Int32Array;
  #matrix = 0;
  /** Entries of the row at hand before they are divided by its pivot. */
  readonly #row: Float64Array;

  constructor(most: number) {
    this.#a = new Float64Array(most * most);
    this.#columns = new Int32Array(most * most);
    this.#counts = new Int32Array(most);
    this.#taken = new Int32Array(most * most);
    this.#row = new Float64Array(most);
  }

  /** An empty matrix of n rows. */
  clear(n: number): void {
    this.n = n;
    this.#counts.fill(0);
    if (this.#matrix === LAST_MATRIX) {
      this.#taken.fill(0);
      this.#matrix = 0;
    }
    this.#matrix++;
    for (let i = 0; i < n; i++) this.#a[i * n + i] = 0;
  }

  /** Adds to entry (i, j), i <= j. */
  add(i: number, j: number, value: number): void {
    const from = i * this.n;
    const a = this.#a;
    if (i === j || this.#taken[from + j] === this.#matrix) a[from + j] += value;
    else {
      a[from + j] = value;
      this.#taken[from + j] = this.#matrix;
      this.#columns[from + this.#counts[i]++] = j;
    }
  }

  /** Whether the matrix is positive definite, so that it can be solved with. */
  factor(): boolean {
    const { n } = this;
    const a = this.#a;
    const columns = this.#columns;
    const row = this.#row;
    for (let k = 0; k < n; k++) {
      const from = k * n;
      const pivot = a[from + k];
      if (!(pivot > 0 && pivot < Infinity)) return false; // also catches NaN
      const count = this.#counts[k];
      for (let s = 0; s < count; s++) row[s] = a[from + columns[from + s]];
      for (let s = 0; s < count; s++) {
        const j = columns[from + s];
        const factor = row[s] / pivot;
        a[from + j] = factor;
        a[j * n + j] -= factor * row[s];
        for (let t = s + 1; t < count; t++) {
          const other = columns[from + t];
          if (j < other) this.add(j, other, -factor * row[t]);
          else this.add(other, j, -factor * row[t]);
        }
      }
    }
    return true;
  }

  /** b = A⁻¹ b, its first n entries. */
  solve(b: Float64Array): void {
    const { n } = this;
    const a = this.#a;
    const columns = this.#columns;
    for (let k = 0; k < n; k++) {
      const from = k * n;
      const end = from + this.#counts[k];
      const x = b[k];
      for (let c = from; c < end; c++) b[columns[c]] -= a[from + columns[c]] * x; // L y = b, by the rows of Lᵀ
    }
    for (let k = n - 1; k >= 0; k--) {
      const from = k * n;
      const end = from + this.#counts[k];
      let sum = b[k] / a[from + k];
      for (let c = from; c < end; c++) sum -= a[from + columns[c]] * b[columns[c]];
      b[k] = sum;
    }
  }
}

/** Matrices are counted in 32 bits. */
const LAST_MATRIX = 0x7fffffff;
