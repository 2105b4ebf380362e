/*
 * P A = L U with partial pivoting for matrices of few entries: stored in full, but only entries take part in the arithmetic, so
 * an order that keeps new entries few is what makes it fast. Golub, Van Loan, Matrix Computations (4th ed. 2013), 3.4.
 */

/** Factors of a square matrix of changing size, in memory that is taken once. */
export class SparseLu {
  /** Rows and columns in use. */
  n = 0;
  /** Row by row, `n` to a row: the matrix before `factor`, L and U after it. */
  readonly a: Float64Array;
  /** Sizes of the smallest and of the largest pivot; not a number if the matrix is not one of numbers. */
  smallest = 0;
  largest = 0;
  /** The determinant is mantissa · 2^exponent, with a mantissa of size 1 to 2: by itself it would overflow. */
  mantissa = 1;
  exponent = 0;
  /** Columns of the entries behind the pivot of the row at hand. */
  readonly #columns: Int32Array;
  readonly #rows: Int32Array;
  readonly #x: Float64Array;

  constructor(most: number) {
    this.a = new Float64Array(most * most);
    this.#columns = new Int32Array(most);
    this.#rows = new Int32Array(most);
    this.#x = new Float64Array(most);
  }

  /** An empty matrix of n rows. */
  clear(n: number): void {
    this.n = n;
    this.a.fill(0, 0, n * n);
  }

  set(i: number, j: number, value: number): void {
    this.a[i * this.n + j] = value;
  }

  /** Whether the matrix can be solved with; if not, a pivot is zero or not a number. */
  factor(): boolean {
    const { n, a } = this;
    const [columns, rows] = [this.#columns, this.#rows];
    for (let i = 0; i < n; i++) rows[i] = i;
    this.smallest = n === 0 ? 1 : Infinity;
    this.largest = n === 0 ? 1 : 0;
    this.mantissa = 1;
    this.exponent = 0;
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
      this.#multiply(p === k ? pivot : -pivot);
      const from = k * n;
      let count = 0;
      for (let j = k + 1; j < n; j++) if (a[from + j] !== 0) columns[count++] = j;
      for (let i = k + 1; i < n; i++) {
        const to = i * n;
        if (a[to + k] === 0) continue;
        const factor = (a[to + k] /= pivot);
        for (let c = 0; c < count; c++) a[to + columns[c]] -= factor * a[from + columns[c]];
      }
    }
    return true;
  }

  #multiply(pivot: number): void {
    let product = this.mantissa * pivot;
    for (; Math.abs(product) >= 2; product /= 2) this.exponent++;
    for (; Math.abs(product) < 1; product *= 2) this.exponent--;
    this.mantissa = product;
  }

  /** The determinant over another one; beyond 2^±60 as if it were that. */
  ratioTo(mantissa: number, exponent: number): number {
    let ratio = this.mantissa / mantissa;
    const shift = Math.min(60, Math.max(-60, this.exponent - exponent));
    for (let k = 0; k < Math.abs(shift); k++) ratio *= shift > 0 ? 2 : 0.5;
    return ratio;
  }

  #exchange(i: number, k: number): void {
    const { n, a } = this;
    for (let j = 0; j < n; j++) {
      const x = a[i * n + j];
      a[i * n + j] = a[k * n + j];
      a[k * n + j] = x;
    }
    const row = this.#rows[i];
    this.#rows[i] = this.#rows[k];
    this.#rows[k] = row;
  }

  /** b = A⁻¹ b, its first n entries. */
  solve(b: Float64Array): void {
    const { n, a } = this;
    const [rows, x] = [this.#rows, this.#x];
    for (let i = 0; i < n; i++) {
      let sum = b[rows[i]];
      for (let k = 0; k < i; k++) sum -= a[i * n + k] * x[k];
      x[i] = sum;
    }
    for (let i = n - 1; i >= 0; i--) {
      let sum = x[i];
      for (let k = i + 1; k < n; k++) sum -= a[i * n + k] * x[k];
      x[i] = sum / a[i * n + i];
    }
    for (let i = 0; i < n; i++) b[i] = x[i];
  }
}
