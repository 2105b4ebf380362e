import type { NewtonMatrix } from "../../formulation/implicit/newton-matrix.js";
import { ComplexSparseFactors } from "../../linalg/sparse-factors.js";
import { CompiledFactors } from "./compiled-factors.js";

/** Newton's matrix of a mechanism: made from the derivatives that kernels have computed, factored, and solved with. */
export class MechanismMatrix {
  readonly #plan: NewtonMatrix;
  /** Derivatives that the kernels have computed, for the caller to fill before `accumulate`. */
  readonly derivatives: Float64Array;
  /** Eliminates intermediate values; null where they stay in the matrix. */
  readonly #whole: CompiledFactors | null;
  /** Entries that remain after elimination, without σ and ρ. */
  readonly #left: Float64Array;
  readonly #real: CompiledFactors[] = [];
  readonly #complex: ComplexSparseFactors[] = [];
  readonly #sigma: { readonly re: number; readonly im: number }[] = [];
  readonly #x: Float64Array;
  readonly #xIm: Float64Array;
  /** Unknowns of [δ, v, z, a, λ, μ] in the order of elimination: see `NewtonMatrix`. */
  readonly order: Int32Array;

  constructor(plan: NewtonMatrix, derivativeCount: number) {
    this.#plan = plan;
    this.order = plan.order;
    this.derivatives = new Float64Array(derivativeCount);
    this.#whole = plan.pattern.lead > 0 ? new CompiledFactors(plan.pattern, null, true) : null;
    this.#left = new Float64Array(plan.leftFrom.length);
    this.#x = new Float64Array(plan.left.n);
    this.#xIm = new Float64Array(plan.left.n);
  }

  /** Takes derivatives over, for the factors to come. */
  accumulate(): void {
    const { places, slots, constants, leftFrom } = this.#plan;
    const { derivatives } = this;
    const left = this.#left;
    const values = this.#whole ? this.#whole.values : left;
    values.fill(0);
    for (let k = 0; k < places.length; k++) values[places[k]] += slots[k] < 0 ? constants[k] : -derivatives[slots[k]];
    if (!this.#whole) return;
    this.#whole.factor(); // pivots are 1
    for (let e = 0; e < left.length; e++) left[e] = values[leftFrom[e]];
  }

  /** Factors for v̇ = σ v, ż = σ z and δ̇ = ρ δ, kept under a number. False if the matrix is singular. */
  factor(slot: number, sigma: number, rho = sigma): boolean {
    const factors = (this.#real[slot] ??= new CompiledFactors(this.#plan.left, this.#plan.isOptional));
    this.#sigma[slot] = { re: sigma, im: 0 };
    this.#fill(factors.values, sigma, rho);
    return factors.factor();
  }

  /** The same for a complex σ = ρ. */
  factorComplex(slot: number, re: number, im: number): boolean {
    const factors = (this.#complex[slot] ??= new ComplexSparseFactors(this.#plan.left, this.#plan.isOptional));
    this.#sigma[slot] = { re, im };
    this.#fill(factors.re, re, re);
    factors.im.fill(0);
    const { sigmas, rhos } = this.#plan;
    for (let k = 0; k < sigmas.length; k++) factors.im[sigmas[k]] += im;
    for (let k = 0; k < rhos.length; k++) factors.im[rhos[k]] += im;
    return factors.factor();
  }

  #fill(values: Float64Array, sigma: number, rho: number): void {
    const { sigmas, rhos, left } = this.#plan;
    values.fill(0);
    const { placeOf } = left;
    for (let e = 0; e < placeOf.length; e++) values[placeOf[e]] = this.#left[e];
    for (let k = 0; k < sigmas.length; k++) values[sigmas[k]] += sigma;
    for (let k = 0; k < rhos.length; k++) values[rhos[k]] += rho;
  }

  /** The real part of σ of the factors of that number. */
  sigmaOf(slot: number): number {
    return this.#sigma[slot].re;
  }

  /**
   * b ← A⁻¹ b, where entry i of b stands for row and column `places[i]`; other rows are zero. An entry with place -1 acts on nothing
   * and follows its own rate: σ x = b.
   * @param im imaginary part, with factors of a complex σ
   */
  solve(slot: number, places: Int32Array, re: Float64Array, im: Float64Array | null): void {
    if (im) this.#solveComplex(slot, places, re, im);
    else this.#solveReal(slot, places, re);
  }

  #solveReal(slot: number, places: Int32Array, b: Float64Array): void {
    const factors = this.#real[slot];
    const { x } = factors;
    for (let k = 0; k < x.length; k += 2) x[k] = 0;
    for (let i = 0; i < places.length; i++) if (places[i] >= 0) x[2 * places[i]] = b[i];
    factors.solve();
    for (let i = 0; i < places.length; i++) b[i] = places[i] < 0 ? b[i] / this.#sigma[slot].re : x[2 * places[i]];
  }

  #solveComplex(slot: number, places: Int32Array, re: Float64Array, im: Float64Array): void {
    const [x, y] = [this.#x, this.#xIm];
    x.fill(0);
    y.fill(0);
    for (let i = 0; i < places.length; i++) {
      if (places[i] < 0) continue;
      x[places[i]] = re[i];
      y[places[i]] = im[i];
    }
    this.#complex[slot].solve(x, y);
    const sigma = this.#sigma[slot];
    const square = sigma.re * sigma.re + sigma.im * sigma.im;
    for (let i = 0; i < places.length; i++) {
      const a = re[i];
      const b = im[i];
      const isApart = places[i] < 0;
      re[i] = isApart ? (a * sigma.re + b * sigma.im) / square : x[places[i]];
      im[i] = isApart ? (b * sigma.re - a * sigma.im) / square : y[places[i]];
    }
  }
}
