import type { Attempted, ImplicitCounts } from "../method.js";
import { areFinite, type WeightedNorm } from "./newton-norm.js";
import { nthRoot } from "./newton-root.js";
import type { ResidualSystem } from "../system.js";

/*
 * The iteration of a BDF step, F(t, y₀ + e, ẏ₀ + c e) = 0 for e, with one matrix for as many steps as it serves. Brenan, Campbell,
 * Petzold, Numerical Solution of Initial-Value Problems in DAEs (1996), 5.2; Hindmarsh et al., ACM TOMS 31 (2005) 363, 2.2.
 */

/** Remaining error that is accepted, in units of the tolerance. */
const ENOUGH = 0.33;
/** A first correction this small is taken for rounding. */
const NOTHING = 1e-4 * ENOUGH;
const MOST_ITERATIONS = 4;
/** Each correction smaller than this part of the one before, or it will not do. */
const SLOWEST = 0.9;
/** Bound of c / c of the factors, and its reciprocal, beyond which factors are renewed. */
const FARTHEST = 0.6;
/** Derivatives older than so many attempts are renewed together with factors: if the rate was slow, and in any case. */
const [YOUNG, OLD] = [5, 50];
/** Slower rates cost more evaluations, and steps by the noise that iterations leave, than new derivatives: found by trial. */
const SLOW = 0.1;
/** rate / (1 − rate), as long as none is known: after new factors, and after a change of c. */
const [CAUTIOUS, VERY_CAUTIOUS] = [20, 100];
/** Lower bound of a known one, and its growth with every step that relies on it: otherwise an ageing matrix would never be checked. */
const [LEAST, AGEING] = [0.01, 1.1];

/** The equations of one step: the time at its end, c, the predictions, and the vectors that take the solution. */
interface NewtonStep {
  readonly t: number;
  readonly c: number;
  readonly predicted: Float64Array;
  readonly predictedDot: Float64Array;
  readonly y: Float64Array;
  readonly yDot: Float64Array;
  readonly correction: Float64Array;
}

export class NewtonIteration {
  readonly #system: ResidualSystem;
  readonly #norm: WeightedNorm;
  readonly #counts: ImplicitCounts;
  readonly #delta: Float64Array;
  readonly #first: Float64Array;
  /** Where the derivatives come from, for `restore`: t, then y and ẏ. */
  readonly #point: Float64Array;
  #isLinearized = false;
  /** c of the factors, 0 if there are none. */
  #cFactored = 0;
  #cLast = 0;
  #remainder = VERY_CAUTIOUS;
  #age = 0;
  #rate = 0;

  constructor(system: ResidualSystem, norm: WeightedNorm, counts: ImplicitCounts) {
    this.#system = system;
    this.#norm = norm;
    this.#counts = counts;
    this.#delta = new Float64Array(system.size);
    this.#first = new Float64Array(system.size);
    this.#point = new Float64Array(1 + 2 * system.size);
  }

  /** Entry of y that the last correction concerned most. */
  get worstEntry(): number {
    return this.#norm.largest(this.#delta);
  }

  /** To be called when derivatives were made at this point, here or by others: they serve the next steps; factors have to be made. */
  linearized(t: number, y: Float64Array, yDot: Float64Array): void {
    this.#point[0] = t;
    this.#point.set(y, 1);
    this.#point.set(yDot, 1 + y.length);
    this.#isLinearized = true;
    this.#cFactored = 0;
    this.#age = 0;
    this.#rate = 0;
  }

  /** The derivatives no longer belong to the numbers that the state has now. */
  forget(): void {
    this.#isLinearized = false;
  }

  /** Finds `correction`, y and ẏ from their predictions. Null: done; else why there is no solution. */
  solve(step: NewtonStep): Attempted["trouble"] {
    const { t, c, predicted, predictedDot } = step;
    if (!(Math.abs(c - this.#cLast) <= 1e-6 * c)) this.#remainder = VERY_CAUTIOUS;
    this.#cLast = c;
    this.#age++;
    this.#system.residual(t, predicted, predictedDot, this.#first);
    this.#counts.evaluations++;
    if (!areFinite(this.#first)) {
      this.#delta.set(this.#first);
      return this.#notFinite();
    }
    const ratio = c / this.#cFactored;
    let isOutdated = !this.#isLinearized;
    let isFactored = !isOutdated && ratio >= FARTHEST && ratio <= 1 / FARTHEST;
    if (this.#rate > SLOW) {
      // Factors for another c may be to blame: then new ones will do, with the same derivatives.
      isFactored = false;
      isOutdated ||= Math.abs(ratio - 1) < SLOW || this.#age > YOUNG;
    }
    if (!isFactored && this.#age > OLD) isOutdated = true;
    for (let isCurrent = false; ; isFactored = false, isOutdated = true) {
      if (isOutdated) {
        this.#linearize(t, predicted, predictedDot);
        isCurrent = true;
      }
      let trouble: Attempted["trouble"] = "singular";
      if (isFactored || this.#factor(c)) trouble = this.#iterate(step);
      // Old derivatives may be to blame; new ones were not.
      if (trouble === null || isCurrent) return trouble;
    }
  }

  #iterate({ t, c, predicted, predictedDot, y, yDot, correction }: NewtonStep): Attempted["trouble"] {
    const delta = this.#delta;
    // Brenan, Campbell, Petzold (5.2.10): the effect of factors for another c, averaged over slow and fast components.
    const relaxation = 2 / (1 + c / this.#cFactored);
    delta.set(this.#first);
    correction.fill(0);
    let firstNorm = 0;
    for (let m = 0; ; m++) {
      this.#system.solve(delta);
      this.#counts.solves++;
      this.#counts.newtonIterations++;
      for (let i = 0; i < delta.length; i++) {
        delta[i] *= -relaxation;
        correction[i] += delta[i];
        y[i] = predicted[i] + correction[i];
        yDot[i] = predictedDot[i] + c * correction[i];
      }
      const norm = this.#norm.of(delta);
      if (!(norm < Infinity) || !areFinite(delta)) return this.#notFinite();
      if (m === 0) {
        firstNorm = norm;
        if (norm <= NOTHING) return null;
      } else {
        this.#rate = nthRoot(norm / firstNorm, m);
        if (this.#rate > SLOWEST) return "newton";
        this.#remainder = Math.max(LEAST, this.#rate / (1 - this.#rate));
      }
      if (this.#remainder * norm <= ENOUGH) {
        if (m === 0) this.#remainder *= AGEING;
        return null;
      }
      if (m === MOST_ITERATIONS - 1) return "newton";
      this.#system.residual(t, y, yDot, delta);
      this.#counts.evaluations++;
      if (!areFinite(delta)) return this.#notFinite();
    }
  }

  #notFinite(): "not-finite" {
    this.#remainder = VERY_CAUTIOUS;
    return "not-finite";
  }

  #linearize(t: number, y: Float64Array, yDot: Float64Array): void {
    this.#system.linearize(t, y, yDot);
    this.#counts.jacobians++;
    this.linearized(t, y, yDot);
  }

  #factor(c: number): boolean {
    const isRegular = this.#system.factor(c);
    this.#counts.factorizations++;
    this.#cFactored = isRegular ? c : 0;
    this.#remainder = CAUTIOUS;
    this.#rate = 0;
    return isRegular;
  }

  get snapshotSize(): number {
    return SCALARS + this.#point.length;
  }

  snapshot(out: Float64Array, at: number): void {
    out.set([this.#isLinearized ? 1 : 0, this.#cFactored, this.#cLast, this.#remainder, this.#age, this.#rate], at);
    out.set(this.#point, at + SCALARS);
  }

  /** Derivatives and factors are made again, uncounted: they were counted when they were made first. */
  restore(numbers: Float64Array, at: number): void {
    const size = this.#system.size;
    [, this.#cFactored, this.#cLast, this.#remainder, this.#age, this.#rate] = numbers.subarray(at, at + SCALARS);
    this.#isLinearized = numbers[at] === 1;
    this.#point.set(numbers.subarray(at + SCALARS, at + this.snapshotSize));
    if (!this.#isLinearized) return;
    this.#system.linearize(this.#point[0], this.#point.slice(1, 1 + size), this.#point.slice(1 + size));
    if (this.#cFactored !== 0) this.#system.factor(this.#cFactored);
  }
}

const SCALARS = 6;
