import type { AlphaFactors } from "./alpha-factors.js";
import type { AlphaMemory } from "./alpha-memory.js";
import type { AlphaParameters } from "./alpha-parameters.js";
import type { AlphaStart } from "./alpha-start.js";
import type { AlphaStep } from "./alpha-step.js";
import type { AlphaWeights } from "./alpha-weights.js";
import type { ImplicitCounts } from "../method.js";
import type { MotionSystem } from "../system.js";

/**
 * Local error from the change of the accelerations, as in Negrut, Rampalli, Ottarsson, Sajdak, J. Comput. Nonlinear Dynam. 2 (2007)
 * 73: C h² (v̇ₙ₊₁ − v̇ₙ) for positions; and from the change of that change for speeds and states of the first order.
 *
 * Where a mode is much faster than the steps, v̇ is ω² times its displacement and would make errors out of nothing. So changes
 * go through the iteration matrix first, (M + … + K h² β)⁻¹ M: slow motions pass unchanged, fast ones as the displacements they cause, and
 * directions that constraints forbid not at all.
 */
export class AlphaError {
  readonly #r: Float64Array;
  readonly #a: Float64Array;
  readonly #zDot: Float64Array;
  readonly #rate: Float64Array;
  readonly #zRate: Float64Array;
  readonly #bend: Float64Array;
  readonly #zBend: Float64Array;
  readonly #system: MotionSystem;
  readonly #parameters: AlphaParameters;
  readonly #memory: AlphaMemory;
  readonly #counts: ImplicitCounts;

  constructor(system: MotionSystem, parameters: AlphaParameters, memory: AlphaMemory, counts: ImplicitCounts) {
    [this.#system, this.#parameters, this.#memory, this.#counts] = [system, parameters, memory, counts];
    const { nv, nz, nc } = system;
    this.#r = new Float64Array(nv + nz + nc);
    [this.#a, this.#rate, this.#bend] = [new Float64Array(nv), new Float64Array(nv), new Float64Array(nv)];
    [this.#zDot, this.#zRate, this.#zBend] = [new Float64Array(nz), new Float64Array(nz), new Float64Array(nz)];
  }

  /** Weighted norm of the error of a step whose end has been found; rates of change before it are those of a start or in memory. */
  of(t: number, step: AlphaStep, weights: AlphaWeights, factors: AlphaFactors, start: AlphaStart): number {
    const [memory, rate, zRate, bend, zBend] = [this.#memory, this.#rate, this.#zRate, this.#bend, this.#zBend];
    const { positionError, speedError } = this.#parameters;
    const { h, point } = step;
    const isFresh = memory.get("isFresh") === 1;
    const [before, zBefore] = isFresh ? [start.jerk, start.zJerk] : [memory.aRate, memory.zRate];
    const distance = 0.5 * (h + (isFresh ? -start.probedAt : memory.get("hLast")));
    for (let i = 0; i < rate.length; i++) {
      rate[i] = (point.a[i] - memory.a[i]) / h;
      bend[i] = (rate[i] - before[i]) / distance;
    }
    for (let i = 0; i < zRate.length; i++) {
      zRate[i] = (point.zDot[i] - memory.zDot[i]) / h;
      zBend[i] = (zRate[i] - zBefore[i]) / distance;
    }
    this.#filter(t, step, factors, rate, zRate);
    this.#filter(t, step, factors, bend, zBend);
    const cube = h * h * h;
    return weights.norm(rate, positionError * cube, bend, speedError * cube, zBend, speedError * cube);
  }

  /** The residual is 0 at the end of the step and linear in v̇ and ż: with changes added to them, it is M times those. */
  #filter(t: number, step: AlphaStep, factors: AlphaFactors, da: Float64Array, dz: Float64Array): void {
    const [system, r, a, zDot] = [this.#system, this.#r, this.#a, this.#zDot];
    const { nv, nz } = system;
    const { point, sigma } = step;
    // Larger than the error of Newton's iteration, and of the size of the accelerations.
    const scale = step.h;
    a.set(point.a);
    zDot.set(point.zDot);
    for (let i = 0; i < nv; i++) point.a[i] += scale * da[i];
    for (let i = 0; i < nz; i++) point.zDot[i] += scale * dz[i];
    system.residual(t, point, r);
    this.#counts.evaluations += 1;
    r.fill(0, nv + nz);
    factors.solve(r);
    for (let i = 0; i < nv; i++) da[i] = r[i] / scale;
    for (let i = 0; i < nz; i++) dz[i] = (sigma * r[nv + i]) / scale;
    point.a.set(a);
    point.zDot.set(zDot);
  }
}
