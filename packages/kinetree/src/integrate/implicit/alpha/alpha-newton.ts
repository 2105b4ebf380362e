import type { AlphaFactors } from "./alpha-factors.js";
import type { AlphaStep } from "./alpha-step.js";
import type { AlphaWeights } from "./alpha-weights.js";
import type { Attempted, ImplicitCounts } from "../method.js";
import { areFinite } from "../newton/newton-norm.js";
import type { MotionSystem } from "../system.js";

/** Errors left by the iteration, as a share of the tolerance of a step: they must not disturb the error estimate. */
const KAPPA = 1e-3;
/** Iterations with one set of factors, and how often derivatives are renewed if convergence is slow. */
const [MOST_ITERATIONS, MOST_RENEWALS] = [10, 4];
/** Slower than this, new derivatives pay; and beyond the other there is no convergence. */
const [SLOW, DIVERGENT] = [0.4, 2];
/** Corrections below this share of the tolerance that do not shrink any more are rounding: 1/h times that of the positions. */
const ROUNDING_SHARE = 0.1;
/** One fast iteration does not promise that the next step's is as fast. */
const LEAST_CONTRACTION = 0.01;

/** Newton's iteration for the end of a step, with convergence measured in u, v and z; multipliers follow. */
export class AlphaNewton {
  /** Rate of convergence observed last, from step to step; 1 if nothing is known. */
  contraction = 1;
  readonly #r: Float64Array;
  readonly #rOfA: Float64Array;
  readonly #rOfZ: Float64Array;
  readonly #system: MotionSystem;
  readonly #weights: AlphaWeights;
  readonly #factors: AlphaFactors;
  readonly #counts: ImplicitCounts;

  constructor(system: MotionSystem, weights: AlphaWeights, factors: AlphaFactors, counts: ImplicitCounts) {
    [this.#system, this.#weights, this.#factors, this.#counts] = [system, weights, factors, counts];
    const { nv, nz, nc } = system;
    this.#r = new Float64Array(nv + nz + nc);
    this.#rOfA = this.#r.subarray(0, nv);
    this.#rOfZ = this.#r.subarray(nv, nv + nz);
  }

  /** Moves the guess in `step` to the solution, with factors that have been prepared. */
  solve(t: number, step: AlphaStep): Attempted["trouble"] {
    return this.#iterate(t, step) ?? this.#sum(t, step);
  }

  /**
   * Sums over time at the point that was found. They take no part in the measure of convergence, so each correction of theirs belongs to
   * the point before: what a step is off by would add up over all steps.
   */
  #sum(t: number, step: AlphaStep): Attempted["trouble"] {
    const { nv, nz, nSummed = 0 } = this.#system;
    if (nSummed === 0) return null;
    const r = this.#r;
    this.#system.residual(t, step.point, r);
    this.#counts.evaluations += 1;
    if (!areFinite(r)) return "not-finite";
    for (let i = nz - nSummed; i < nz; i++) step.point.z[i] -= r[nv + i] / step.sigma;
    step.place();
    return null;
  }

  #iterate(t: number, step: AlphaStep): Attempted["trouble"] {
    const factors = this.#factors;
    let previous = 0;
    let renewals = 0;
    for (let k = 0; k < MOST_ITERATIONS; k++) {
      const trouble = this.#correct(t, step);
      if (trouble) return trouble;
      const size = this.#sizeOf(step);
      if (!(size < Infinity)) return "not-finite";
      if (size === 0) return null;
      if (previous === 0) {
        if (this.contraction < 1 && (this.contraction / (1 - this.contraction)) * size <= KAPPA) return null;
      } else {
        const ratio = size / previous;
        this.contraction = Math.max(ratio, LEAST_CONTRACTION);
        if (ratio < 1 && (ratio / (1 - ratio)) * size <= KAPPA) return null;
        if (ratio > SLOW && size <= ROUNDING_SHARE && renewals > 0) return null;
        if (ratio > DIVERGENT) return "newton";
        if (ratio > SLOW) {
          // Too slow with derivatives of another point: once more with those of this one.
          if (renewals === MOST_RENEWALS) return "newton";
          renewals += 1;
          if (!factors.renew(t, step.point, step.sigma, step.rho)) return this.whySingular(t, step);
          k = 0;
        }
      }
      previous = size;
    }
    return "newton";
  }

  /** Why there are no factors: there is no such state, or its equations do not determine the step. */
  whySingular(t: number, { point }: AlphaStep): "not-finite" | "singular" {
    this.#system.residual(t, point, this.#r);
    this.#counts.evaluations += 1;
    return areFinite(this.#r) ? "singular" : "not-finite";
  }

  #correct(t: number, step: AlphaStep): Attempted["trouble"] {
    const [r, system, counts] = [this.#r, this.#system, this.#counts];
    const { nv, nz, nc } = system;
    const { a, z, lambda } = step.point;
    system.residual(t, step.point, r);
    counts.evaluations += 1;
    if (!areFinite(r)) return "not-finite";
    for (let i = 0; i < r.length; i++) r[i] = -r[i];
    this.#factors.solve(r);
    counts.newtonIterations += 1;
    if (!areFinite(r)) return "singular";
    for (let i = 0; i < nv; i++) a[i] += r[i];
    for (let i = 0; i < nz; i++) z[i] += r[nv + i];
    for (let i = 0; i < nc; i++) lambda[i] += r[nv + nz + i];
    step.place();
    return null;
  }

  #sizeOf({ sigma, rho }: AlphaStep): number {
    return this.#weights.norm(this.#rOfA, 1 / (sigma * rho), this.#rOfA, 1 / sigma, this.#rOfZ, 1);
  }
}
