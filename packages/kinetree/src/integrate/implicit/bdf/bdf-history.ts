/*
 * The past of a BDF run: values of the last steps, as modified divided differences, and the fixed-leading-coefficient
 * formulas on them. Brenan, Campbell, Petzold, Numerical Solution of Initial-Value Problems in DAEs (1996), 5.2.1;
 * letters and counting (from 0) of Hindmarsh et al., ACM TOMS 31 (2005) 363, 2.1 and 2.2.
 *
 * φ_j = ψ_0 … ψ_{j−1} y[t_n, …, t_{n−j}] with ψ_{j−1} = t_n − t_{n−j}. After a step of order k the rows 0 to k+1 are those of the
 * k+2 latest values; the last of them is the correction of the predicted value.
 */

export class BdfHistory {
  readonly phi: readonly Float64Array[];
  readonly psi: Float64Array;
  /** The highest row of phi that holds a difference. */
  depth = 0;

  /** Coefficients of the step under way. */
  readonly psiNext: Float64Array;
  readonly beta: Float64Array;
  readonly sigma: Float64Array;
  readonly #alpha: Float64Array;
  readonly #gamma: Float64Array;
  readonly #sums: Float64Array;
  readonly #values: readonly Float64Array[];
  #order = 1;

  constructor(size: number, maxOrder: number) {
    const rows = maxOrder + 2;
    this.phi = Array.from({ length: rows }, () => new Float64Array(size));
    this.#values = Array.from({ length: rows }, () => new Float64Array(size));
    this.psi = new Float64Array(rows);
    this.psiNext = new Float64Array(rows);
    this.beta = new Float64Array(rows);
    this.sigma = new Float64Array(rows);
    this.#alpha = new Float64Array(rows);
    this.#gamma = new Float64Array(rows);
    this.#sums = new Float64Array(rows);
  }

  /** Nothing but a state and its derivative: as if a step of this length had come along the tangent. */
  begin(y: Float64Array, yDot: Float64Array, h: number): void {
    this.psi[0] = h;
    this.depth = 1;
    this.phi[0].set(y);
    for (let i = 0; i < yDot.length; i++) this.phi[1][i] = h * yDot[i];
  }

  /** Coefficients for a step. Returns c_j, by which ẏ follows y, and the factor of the error test. */
  prepare(h: number, order: number): { readonly c: number; readonly errorFactor: number } {
    const { psi, psiNext, beta, sigma } = this;
    const [alpha, gamma] = [this.#alpha, this.#gamma];
    this.#order = order;
    beta[0] = alpha[0] = sigma[0] = 1;
    gamma[0] = 0;
    let reach = h;
    for (let i = 1; i <= order; i++) {
      psiNext[i - 1] = reach;
      beta[i] = (beta[i - 1] * reach) / psi[i - 1];
      reach = psi[i - 1] + h;
      alpha[i] = h / reach;
      sigma[i] = i * sigma[i - 1] * alpha[i];
      gamma[i] = gamma[i - 1] + alpha[i - 1] / h;
    }
    psiNext[order] = reach;
    let [alphaS, alpha0] = [0, 0];
    for (let i = 0; i < order; i++) {
      alphaS -= 1 / (i + 1);
      alpha0 -= alpha[i];
    }
    return { c: -alphaS / h, errorFactor: Math.max(Math.abs(alpha[order] + alphaS - alpha0), alpha[order]) };
  }

  /** Where the polynomial through the past leads. */
  predict(y: Float64Array, yDot: Float64Array): void {
    const { phi, beta } = this;
    const gamma = this.#gamma;
    y.set(phi[0]);
    yDot.fill(0);
    for (let j = 1; j <= this.#order; j++) {
      const row = phi[j];
      const b = beta[j];
      const g = b * gamma[j];
      for (let i = 0; i < y.length; i++) {
        y[i] += b * row[i];
        yDot[i] += g * row[i];
      }
    }
  }

  /** out ← β_j φ_j + addend: row j on the grid of the step under way. */
  addRow(j: number, addend: Float64Array, out: Float64Array): void {
    const row = this.phi[j];
    const b = this.beta[j];
    for (let i = 0; i < out.length; i++) out[i] = b * row[i] + addend[i];
  }

  /** The step under way becomes part of the past. */
  accept(end: Float64Array, correction: Float64Array): void {
    const { phi, beta } = this;
    const k = this.#order;
    phi[k + 1].set(correction);
    for (let j = k; j >= 1; j--) this.addRow(j, phi[j + 1], phi[j]);
    phi[0].set(end);
    this.psi.set(this.psiNext);
    this.depth = k + 1;
    beta.fill(1);
  }

  /** Value of the polynomial through the end of the step under way and the past, at t + θ h. */
  interpolate(theta: number, correction: Float64Array, out: Float64Array): void {
    const { phi, beta, psiNext } = this;
    const [k, sums] = [this.#order, this.#sums];
    const back = (theta - 1) * psiNext[0];
    // Row j of the new differences is the sum of the rows from j on and the correction; so coefficients are summed instead.
    let c = 1;
    sums[0] = 1;
    for (let j = 1; j <= k; j++) {
      c *= (j === 1 ? back : back + psiNext[j - 2]) / psiNext[j - 1];
      sums[j] = sums[j - 1] + c;
    }
    for (let i = 0; i < out.length; i++) {
      let sum = phi[0][i];
      for (let j = 1; j <= k; j++) sum += sums[j] * beta[j] * phi[j][i];
      out[i] = sum + sums[k] * correction[i];
    }
  }

  rebase(move: (y: Float64Array) => void): void {
    this.#toValues();
    for (let m = 0; m <= this.depth; m++) move(this.#values[m]);
    this.#toDifferences();
  }

  /**
   * Forgets the value before the latest one. After a step much shorter than those around it that value would only blow up the
   * rounding and iteration errors of the latest: slopes over a short way say nothing of a long one.
   */
  dropSecond(): void {
    this.#toValues();
    this.depth--;
    for (let m = 1; m <= this.depth; m++) {
      this.#values[m].set(this.#values[m + 1]);
      this.psi[m - 1] = this.psi[m];
    }
    this.#toDifferences();
  }

  #toValues(): void {
    const { phi, psi, depth } = this;
    for (let m = 0; m <= depth; m++) {
      const value = this.#values[m];
      value.set(phi[0]);
      const back = m === 0 ? 0 : -psi[m - 1];
      let c = 1;
      for (let j = 1; j <= m; j++) {
        c *= (j === 1 ? back : back + psi[j - 2]) / psi[j - 1];
        for (let i = 0; i < value.length; i++) value[i] += c * phi[j][i];
      }
    }
  }

  #toDifferences(): void {
    const { phi, psi, depth } = this;
    const at = (m: number): number => (m === 0 ? 0 : -psi[m - 1]);
    for (let j = 1; j <= depth; j++) {
      for (let m = depth; m >= j; m--) {
        const [later, earlier] = [this.#values[m - 1], this.#values[m]];
        const span = at(m) - at(m - j);
        for (let i = 0; i < earlier.length; i++) earlier[i] = (earlier[i] - later[i]) / span;
      }
    }
    let product = 1;
    for (let m = 0; m <= depth; m++) {
      if (m > 0) product *= psi[m - 1];
      for (let i = 0; i < phi[m].length; i++) phi[m][i] = product * this.#values[m][i];
    }
  }

  get snapshotSize(): number {
    return 1 + this.psi.length + this.phi.length * this.phi[0].length;
  }

  snapshot(out: Float64Array, at: number): void {
    out[at] = this.depth;
    out.set(this.psi, at + 1);
    this.phi.forEach((row, j) => out.set(row, at + 1 + this.psi.length + j * row.length));
  }

  restore(numbers: Float64Array, at: number): void {
    this.depth = numbers[at];
    const start = at + 1 + this.psi.length;
    this.psi.set(numbers.subarray(at + 1, start));
    this.phi.forEach((row, j) => row.set(numbers.subarray(start + j * row.length, start + (j + 1) * row.length)));
  }
}
