/*
 * P A = L U with partial pivoting for matrices whose entries gather near the diagonal: every row knows its first and its last
 * entry, and nothing outside of them is touched. Golub, Van Loan, Matrix Computations (4th ed. 2013), 3.4 and 4.3.
 */

/** Factors of a square matrix of changing size, in memory that is taken once. */
export class EnvelopeLu {
  /** Rows and columns in use. */
  n = 0;
  /** Row by row, `n` to a row: the matrix before `factor`, L and U after it. */
  readonly a: Float64Array;
  /** Sizes of the smallest and of the largest pivot; not a number if the matrix is not one of numbers. */
  smallest = 0;
  largest = 0;
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  readonly #rows: Int32Array;
  readonly #x: Float64Array;

  constructor(most: number) {
    this.a = new Float64Array(most * most);
    this.#first = new Int32Array(most);
    this.#last = new Int32Array(most);
    this.#rows = new Int32Array(most);
    this.#x = new Float64Array(most);
  }

  /** An empty matrix of n rows. */
  clear(n: number): void {
    this.n = n;
    this.a.fill(0, 0, n * n);
    this.#first.fill(n, 0, n);
    this.#last.fill(-1, 0, n);
  }

  set(i: number, j: number, value: number): void {
    this.a[i * this.n + j] = value;
    if (j < this.#first[i]) this.#first[i] = j;
    if (j > this.#last[i]) this.#last[i] = j;
  }

  /** Whether the matrix can be solved with; if not, a pivot is zero or not a number. */
  factor(): boolean {
    const { n, a } = this;
    const [first, last, rows] = [this.#first, this.#last, this.#rows];
    for (let i = 0; i < n; i++) rows[i] = i;
    this.smallest = n === 0 ? 1 : Infinity;
    this.largest = n === 0 ? 1 : 0;
    for (let k = 0; k < n; k++) {
      let p = k;
      for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[p * n + k])) p = i;
      if (p !== k) this.#exchange(k, p);
      const pivot = a[k * n + k];
      const size = Math.abs(pivot);
      if (!(size > 0 && size < Infinity)) {
        this.smallest = 0;
        return false;
      }
      this.smallest = Math.min(this.smallest, size);
      this.largest = Math.max(this.largest, size);
      const end = last[k];
      for (let i = k + 1; i < n; i++) {
        const below = a[i * n + k];
        if (below === 0) continue;
        const factor = below / pivot;
        a[i * n + k] = factor;
        const [from, to] = [k * n, i * n];
        for (let j = k + 1; j <= end; j++) a[to + j] -= factor * a[from + j];
        if (end > last[i]) last[i] = end;
        if (k < first[i]) first[i] = k;
      }
    }
    return true;
  }

  #exchange(i: number, k: number): void {
    const { n, a } = this;
    const end = Math.max(this.#last[i], this.#last[k], i, k);
    for (let j = 0; j <= end; j++) {
      const x = a[i * n + j];
      a[i * n + j] = a[k * n + j];
      a[k * n + j] = x;
    }
    for (const list of [this.#first, this.#last, this.#rows]) {
      const x = list[i];
      list[i] = list[k];
      list[k] = x;
    }
  }

  /** b = A⁻¹ b, its first n entries. */
  solve(b: Float64Array): void {
    const { n, a } = this;
    const [first, last, rows, x] = [this.#first, this.#last, this.#rows, this.#x];
    for (let i = 0; i < n; i++) {
      let sum = b[rows[i]];
      for (let k = first[i]; k < i; k++) sum -= a[i * n + k] * x[k];
      x[i] = sum;
    }
    for (let i = n - 1; i >= 0; i--) {
      let sum = x[i];
      for (let k = i + 1; k <= last[i]; k++) sum -= a[i * n + k] * x[k];
      x[i] = sum / a[i * n + i];
    }
    for (let i = 0; i < n; i++) b[i] = x[i];
  }
}
