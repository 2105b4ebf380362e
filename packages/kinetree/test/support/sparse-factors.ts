import type { FactorPattern } from "../../src/linalg/sparse-factors.js";

/** A pivot this small against what it was made of is rounding. */
const ROUNDING = 1e-13;

/**
 * A = L U without exchanges, for real matrices of one pattern: the reference for the compiled factors, which make the same operations
 * in the same order. Rows named as optional are given up, their unknown zero, where others say the same already.
 */
export class SparseFactors {
  readonly #pattern: FactorPattern;
  readonly #isOptional: Uint8Array | null;
  /** Entries of L and U, with those of the matrix to be written there before `factor` and zeros elsewhere. */
  readonly values: Float64Array;
  readonly #inverse: Float64Array;
  readonly #work: Float64Array;
  /** The row whose pivot made `factor` fail. */
  weakest = -1;

  constructor(pattern: FactorPattern, isOptional: Uint8Array | null = null) {
    this.#pattern = pattern;
    this.#isOptional = isOptional;
    this.values = new Float64Array(pattern.column.length);
    this.#inverse = new Float64Array(pattern.n);
    this.#work = new Float64Array(pattern.n);
  }

  /** Replaces the matrix in `values` by its factors; false if a pivot vanishes or is no number. */
  factor(): boolean {
    const { n, start, column, diagonal, lead } = this.#pattern;
    const { values } = this;
    const work = this.#work;
    const inverse = this.#inverse;
    for (let i = 0; i < n; i++) {
      const first = start[i];
      const middle = diagonal[i];
      const end = start[i + 1];
      for (let e = first; e < end; e++) work[column[e]] = values[e];
      // What the pivot is made of is only looked at where it may vanish: numbers on the way have the pivot 1.
      const isSure = i < lead;
      let made = Math.abs(work[i]);
      for (let e = first; e < middle; e++) {
        const k = column[e];
        const factor = work[k] * inverse[k];
        values[e] = factor;
        if (factor === 0) continue;
        const last = start[k + 1];
        const before = work[i];
        for (let f = diagonal[k] + 1; f < last; f++) work[column[f]] -= factor * values[f];
        if (!isSure) made += Math.abs(work[i] - before);
      }
      for (let e = middle; e < end; e++) values[e] = work[column[e]];
      const pivot = work[i];
      if (Math.abs(pivot) > ROUNDING * made && Math.abs(pivot) < Infinity) {
        inverse[i] = 1 / pivot;
        continue;
      }
      if (!this.#isOptional || this.#isOptional[i] === 0 || !(Math.abs(pivot) < Infinity)) {
        this.weakest = i;
        return false;
      }
      inverse[i] = 0;
    }
    return true;
  }

  /** b ← A⁻¹ b, but for the rows that are only on the way */
  solve(b: Float64Array): void {
    const { n, start, column, diagonal, lead, middle } = this.#pattern;
    const { values } = this;
    const inverse = this.#inverse;
    for (let i = lead; i < n; i++) {
      let sum = b[i];
      const end = diagonal[i];
      for (let e = middle[i]; e < end; e++) sum -= values[e] * b[column[e]];
      b[i] = sum;
    }
    for (let i = n - 1; i >= lead; i--) {
      let sum = b[i];
      const end = start[i + 1];
      for (let e = diagonal[i] + 1; e < end; e++) sum -= values[e] * b[column[e]];
      b[i] = sum * inverse[i];
    }
  }
}
