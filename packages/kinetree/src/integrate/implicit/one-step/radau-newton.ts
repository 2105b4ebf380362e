import type { ImplicitCounts } from "../method.js";
import { nthRoot } from "../newton/newton-root.js";
import { alphaHat, betaHat, c, collocationInto, gammaHat, T, Tinverse } from "./radau-tableau.js";
import type { RateWeights } from "./rate-weights.js";
import type { RateSystem } from "../system.js";

/** Numbers under which the factors of the real and of the complex matrix are kept. */
export const [REAL, COMPLEX] = [0, 1];

/** An iteration that gains less than this a time is as good as one that diverges. */
const SLOWEST = 0.99;
/** A step that grows by more makes the last polynomial worthless far beyond its end. */
const FARTHEST = 10;

type Three = readonly [Float64Array, Float64Array, Float64Array];
const three = (size: number): Three => [new Float64Array(size), new Float64Array(size), new Float64Array(size)];

/**
 * Simplified Newton iteration for the stages z_i = Y_i − y₀ of Radau IIA, in the variables W = T⁻¹ Z, in which it falls apart into a
 * real and a complex system of the size of the equations. Hairer, Wanner II (1996), IV.8.
 */
export class StageIteration {
  z: Three;
  /** Those of the last accepted step, of length `hOld`; 0: there is none. */
  zOld: Three;
  hOld = 0;
  /** Rate of convergence seen last; 0 if one iteration was enough. */
  rate = 0;
  iterations = 0;
  /** η = Θ/(1 − Θ): the remaining error, in terms of the last increment. Carried on from step to step. */
  contraction = 1;
  /** Factor for the length of the step after an iteration that failed. */
  shrink = 1;

  readonly #system: RateSystem;
  readonly #counts: ImplicitCounts;
  readonly #w: Three;
  readonly #dw: Three;
  readonly #stage: Float64Array;
  readonly #lagrange = three(3);

  constructor(system: RateSystem, counts: ImplicitCounts) {
    const { size } = system;
    this.#system = system;
    this.#counts = counts;
    this.z = three(size);
    this.zOld = three(size);
    this.#w = three(size);
    this.#dw = three(size);
    this.#stage = new Float64Array(size);
  }

  begin(): void {
    this.hOld = 0;
    this.contraction = 1;
  }

  /** Keeps the stages of a step of length h, to guess the next ones from. */
  accept(h: number): void {
    [this.z, this.zOld] = [this.zOld, this.z];
    this.hOld = h;
  }

  factor(h: number): boolean {
    return this.#system.factor(REAL, gammaHat / h, 0) && this.#system.factor(COMPLEX, alphaHat / h, betaHat / h);
  }

  /** Starts from the last collocation polynomial, or from no motion at all; then solves. Null: it has converged. */
  solve(
    t: number,
    y: Float64Array,
    h: number,
    weights: RateWeights,
    most: number,
    isPatient: boolean,
  ): "newton" | "not-finite" | null {
    this.#guess(h);
    // κ as in the program RADAU5, from the relative accuracy 1/reach; but rounding, which equations of higher index blow up, is not to
    // be iterated away.
    const kappa = Math.min(
      0.03,
      Math.max(1000 * Number.EPSILON * weights.reach, Math.sqrt(1 / Math.max(weights.reach, 1))),
    );
    // To the power 3/4 (RADAU5 has 0.8): the further back, the less it says.
    const root = Math.sqrt(Math.max(this.contraction, Number.EPSILON));
    this.contraction = root * Math.sqrt(root);
    this.rate = 0;
    this.shrink = 0.5;
    let [size, quotient] = [0, 0];
    for (let k = 1; k <= most; k++) {
      this.iterations = k;
      this.#counts.newtonIterations += 1;
      this.#increment(t, y, h);
      const last = size;
      size = weights.norm3(this.#dw[0], this.#dw[1], this.#dw[2]);
      if (!(size < Infinity)) return "not-finite";
      if (k > 1 && k < most) {
        const now = size / Math.max(last, Number.EPSILON);
        this.rate = k === 2 ? now : Math.sqrt(now * quotient);
        quotient = now;
        if (!(this.rate < SLOWEST)) return "newton";
        this.contraction = this.rate / (1 - this.rate);
        let expected = (this.contraction * size) / kappa;
        for (let j = k; j < most - 1; j++) expected *= this.rate;
        if (expected >= 1 && !isPatient) {
          this.shrink = 0.8 / nthRoot(Math.min(expected, 20), 4);
          return "newton";
        }
      }
      this.#apply();
      if (this.contraction * size <= kappa) return null;
    }
    return "newton";
  }

  /** The entry that changed most in the last iteration, or whose rate is not finite at a stage. */
  worstEntry(t: number, y: Float64Array, h: number, weights: RateWeights): number {
    const { z } = this;
    const [system, dw, stage] = [this.#system, this.#dw, this.#stage];
    if (dw[2].every((each) => Number.isFinite(each))) return weights.largest(dw[2]);
    // The solution spread it over all entries: where did it come from?
    for (let s = 0; s < 3; s++) {
      for (let i = 0; i < stage.length; i++) stage[i] = y[i] + z[s][i];
      system.rates(t + c[s] * h, stage, dw[s]);
      const entry = dw[s].findIndex((each) => !Number.isFinite(each));
      if (entry >= 0) return entry;
    }
    return 0;
  }

  #guess(h: number): void {
    const { z, zOld, hOld } = this;
    const [w, lagrange] = [this.#w, this.#lagrange];
    const n = this.#system.size;
    const q = hOld === 0 ? Infinity : h / hOld;
    if (!(q <= FARTHEST)) {
      for (let s = 0; s < 3; s++) {
        z[s].fill(0);
        w[s].fill(0);
      }
      return;
    }
    for (let s = 0; s < 3; s++) {
      collocationInto(lagrange[s], 1 + c[s] * q);
      const [l1, l2, l3] = lagrange[s];
      for (let i = 0; i < n; i++) z[s][i] = l1 * zOld[0][i] + l2 * zOld[1][i] + (l3 - 1) * zOld[2][i];
    }
    product(Tinverse, z, w);
  }

  /** ΔW: (γ̂/h M − J) Δw₁ = (T⁻¹ F)₁ − γ̂/h M w₁, and the same in complex numbers for w₂ + i w₃. */
  #increment(t: number, y: Float64Array, h: number): void {
    const { z } = this;
    const [system, w, dw, stage] = [this.#system, this.#w, this.#dw, this.#stage];
    const { size, mass } = system;
    for (let s = 0; s < 3; s++) {
      for (let i = 0; i < size; i++) stage[i] = y[i] + z[s][i];
      system.rates(t + c[s] * h, stage, dw[s]);
    }
    this.#counts.evaluations += 3;
    product(Tinverse, dw, dw);
    const [gamma, alpha, beta] = [gammaHat / h, alphaHat / h, betaHat / h];
    const [w1, w2, w3] = w;
    const [d1, d2, d3] = dw;
    for (let i = 0; i < size; i++) {
      if (mass !== null && mass[i] === 0) continue;
      d1[i] -= gamma * w1[i];
      d2[i] -= alpha * w2[i] - beta * w3[i];
      d3[i] -= alpha * w3[i] + beta * w2[i];
    }
    system.solve(REAL, d1, null);
    system.solve(COMPLEX, d2, d3);
    this.#counts.solves += 2;
  }

  #apply(): void {
    const { z } = this;
    const [w, dw] = [this.#w, this.#dw];
    for (let s = 0; s < 3; s++) for (let i = 0; i < w[s].length; i++) w[s][i] += dw[s][i];
    product(T, w, z);
  }
}

/** out ← (matrix ⊗ I) x; out may be x. */
function product(matrix: readonly (readonly [number, number, number])[], x: Three, out: Three): void {
  // By their places: destructuring goes through iterators, and this is where the time goes.
  const row1 = matrix[0];
  const row2 = matrix[1];
  const row3 = matrix[2];
  const a11 = row1[0];
  const a12 = row1[1];
  const a13 = row1[2];
  const a21 = row2[0];
  const a22 = row2[1];
  const a23 = row2[2];
  const a31 = row3[0];
  const a32 = row3[1];
  const a33 = row3[2];
  const x1 = x[0];
  const x2 = x[1];
  const x3 = x[2];
  const out1 = out[0];
  const out2 = out[1];
  const out3 = out[2];
  for (let i = 0; i < x1.length; i++) {
    const p = x1[i];
    const q = x2[i];
    const r = x3[i];
    out1[i] = a11 * p + a12 * q + a13 * r;
    out2[i] = a21 * p + a22 * q + a23 * r;
    out3[i] = a31 * p + a32 * q + a33 * r;
  }
}
