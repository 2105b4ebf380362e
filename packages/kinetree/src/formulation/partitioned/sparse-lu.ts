import { planLu, type LuPlan, type SquarePattern } from "./lu-plan.js";

/*
 * P A = L U with partial pivoting for matrices of few entries: only entries take part in the arithmetic. Golub, Van Loan, Matrix
 * Computations (4th ed. 2013), 3.4. The operations on entries are planned once and repeated as long as the largest entries
 * of the columns stay where they were, so it is the same arithmetic, bit for bit, as if it were planned every time.
 */

/** Factors of a square matrix whose pattern is known before its entries, in memory that is taken once. */
export class SparseLu {
  /** Values of the entries of the pattern, in its order: to be written before `factor`. */
  readonly entries: Float64Array;
  /** Sizes of the smallest and of the largest pivot; not a number if the matrix is not one of numbers. */
  smallest = 0;
  largest = 0;
  /** The determinant is mantissa · 2^exponent, with a mantissa of size 1 to 2: by itself it would overflow. */
  mantissa = 1;
  exponent = 0;
  #pattern: SquarePattern = { n: 0, count: 0, rows: new Int32Array(0), columns: new Int32Array(0) };
  #plan: LuPlan | null = null;
  /** Entries of the pattern that have differed from zero. */
  readonly #isUsed: Uint8Array;
  /** L and U: entry (i, j) at i n + j. Rows stay where they are. */
  readonly #a: Float64Array;
  readonly #x: Float64Array;

  /** Sizes of the largest matrix and of the largest pattern. */
  constructor(most: number, mostEntries: number) {
    this.entries = new Float64Array(mostEntries);
    this.#isUsed = new Uint8Array(mostEntries);
    this.#a = new Float64Array(most * most);
    this.#x = new Float64Array(most);
  }

  /** Matrices of another shape from here on. An order of rows and columns that keeps new entries few is up to the caller. */
  shape(pattern: SquarePattern): void {
    this.#pattern = pattern;
    this.#plan = null;
    this.#isUsed.fill(0);
  }

  /** Whether the matrix can be solved with; if not, a pivot is zero or not a number. */
  factor(): boolean {
    return (this.#plan !== null && this.#follow(this.#plan)) || this.#factorAnew();
  }

  #factorAnew(): boolean {
    const { n, count, rows, columns } = this.#pattern;
    const a = this.#a;
    const { entries } = this;
    for (let e = 0; e < count; e++) {
      if (entries[e] !== 0) this.#isUsed[e] = 1;
      if (this.#isUsed[e] !== 0) a[rows[e] * n + columns[e]] = entries[e];
    }
    this.#plan = planLu(this.#pattern, this.#isUsed, a);
    if (this.#plan !== null && this.#follow(this.#plan)) return true;
    this.smallest = this.mantissa = 0;
    return false;
  }

  /** Whether the plan was right for the entries; if not, nothing has been found. */
  #follow(plan: LuPlan): boolean {
    if (!this.#load(plan)) return false;
    const { n } = this.#pattern;
    const a = this.#a;
    const { pivotRow, sign, lowerStart, lowerRow, upperStart, upperColumn } = plan;
    let smallest = n === 0 ? 1 : Infinity;
    let largest = n === 0 ? 1 : 0;
    this.mantissa = 1;
    this.exponent = 0;
    for (let k = 0; k < n; k++) {
      const best = pivotRow[k];
      const from = best * n;
      const pivot = a[from + k];
      const size = Math.abs(pivot);
      if (!(size > 0 && size < Infinity)) return false;
      if (size < smallest) smallest = size;
      if (size > largest) largest = size;
      this.#multiply(sign[k] * pivot);
      const first = upperStart[k];
      const last = upperStart[k + 1];
      const end = lowerStart[k + 1];
      for (let c = lowerStart[k]; c < end; c++) {
        const row = lowerRow[c];
        const to = row * n;
        const value = a[to + k];
        const other = Math.abs(value);
        if (!(other < size || (other === size && row > best))) return false;
        if (value === 0) continue;
        const factor = value / pivot;
        a[to + k] = factor;
        for (let e = first; e < last; e++) a[to + upperColumn[e]] -= factor * a[from + upperColumn[e]];
      }
    }
    this.smallest = smallest;
    this.largest = largest;
    return true;
  }

  #load({ used, unused, filled }: LuPlan): boolean {
    const { n, rows, columns } = this.#pattern;
    const a = this.#a;
    const { entries } = this;
    for (let u = 0; u < unused.length; u++) if (entries[unused[u]] !== 0) return false;
    for (let u = 0; u < used.length; u++) a[rows[used[u]] * n + columns[used[u]]] = entries[used[u]];
    for (let f = 0; f < filled.length; f++) a[filled[f]] = 0;
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

  /** b = A⁻¹ b, its first n entries. */
  solve(b: Float64Array): void {
    if (this.#plan === null) return;
    const { n } = this.#pattern;
    const { pivotRow, lowerStart, lowerRow, upperStart, upperColumn } = this.#plan;
    const a = this.#a;
    const x = this.#x;
    for (let k = 0; k < n; k++) {
      const y = b[pivotRow[k]];
      const end = lowerStart[k + 1];
      x[k] = y;
      for (let c = lowerStart[k]; c < end; c++) b[lowerRow[c]] -= a[lowerRow[c] * n + k] * y; // L y = P b
    }
    for (let k = n - 1; k >= 0; k--) {
      const from = pivotRow[k] * n;
      const end = upperStart[k + 1];
      let sum = x[k];
      for (let c = upperStart[k]; c < end; c++) sum -= a[from + upperColumn[c]] * x[upperColumn[c]];
      x[k] = sum / a[from + k];
    }
    // Entries that are zero by chance may leave a zero of either sign: it is given as the positive one.
    for (let i = 0; i < n; i++) b[i] = x[i] + 0;
  }
}
