import { pow } from "../../../graph/elementary.js";
import { AlphaError } from "./alpha-error.js";
import { AlphaFactors } from "./alpha-factors.js";
import { AlphaMemory } from "./alpha-memory.js";
import { AlphaNewton } from "./alpha-newton.js";
import { alphaParameters, type AlphaParameters, type GeneralizedAlphaOptions } from "./alpha-parameters.js";
import { AlphaStart } from "./alpha-start.js";
import { AlphaStep } from "./alpha-step.js";
import { AlphaWeights } from "./alpha-weights.js";
import { noCounts, type Attempted, type ImplicitCounts, type ImplicitStepper } from "../method.js";
import { areFinite } from "../newton/newton-norm.js";
import type { MotionSystem } from "../system.js";

export type { GeneralizedAlphaOptions } from "./alpha-parameters.js";

const [SAFETY, SHRINK, GROW] = [0.85, 0.2, 2];
/** Steps that would change by less stay as they are, and so do the factors. */
const [WORTH_SHRINKING, WORTH_GROWING] = [0.9, 1.3];
/** Lengths that differ by less, by rounding, are the same. */
const SAME_LENGTH = 1e-6;
/** After an attempt without a solution. */
const RETREAT = 0.25;
/** A first step is at most this share of the run, and has at most this share of the error that is allowed. */
const [FIRST_SHARE, FIRST_ERROR] = [0.01, 0.1];

/**
 * The generalised-alpha method of Chung and Hulbert, or that of Hilber, Hughes and Taylor, for equations of motion with constraints
 * on position level (index 3), in the form of Arnold, Brüls, Multibody System Dynamics 18 (2007) 185: order 2 in positions,
 * speeds and multipliers, with as much damping of fast modes as is asked for.
 *
 * The state is [δ, v, z] with δ = 0 at the start of every step: the base has to be moved along by `rebase` after every `accept`.
 * Speeds after a step keep to the constraints up to O(h²) only. They need not be put back; if they are, by amending `end`, the method
 * takes that into account.
 *
 * A step much longer than the periods of fast motions must not start while these are excited, as by a spring that is not at rest:
 * speeds then overshoot before they are damped. Steps that follow the tolerance begin short enough.
 */
export class GeneralizedAlpha implements ImplicitStepper {
  readonly counts: ImplicitCounts = noCounts();
  readonly end: Float64Array;
  /** Accelerations and multipliers at the accepted state. */
  readonly acceleration: Float64Array;
  readonly multipliers: Float64Array;
  readonly #parts: Parts;
  readonly #u: Float64Array;
  readonly #delta: Float64Array;

  constructor(system: MotionSystem, options: GeneralizedAlphaOptions = {}) {
    const { nv, nz } = system;
    this.#parts = partsOf(system, alphaParameters(options), this.counts);
    this.end = new Float64Array(2 * nv + nz);
    [this.#u, this.#delta] = [new Float64Array(nv), new Float64Array(nv)];
    [this.acceleration, this.multipliers] = [this.#parts.memory.a, this.#parts.memory.lambda];
  }

  begin(t: number, y: Float64Array): void {
    const { memory, newton, factors, start, system } = this.#parts;
    const { point } = this.#parts.step;
    memory.numbers.fill(0);
    memory.set("t", t);
    memory.set("isFresh", 1);
    memory.y.set(y);
    memory.y.fill(0, 0, system.nv);
    newton.contraction = 1;
    this.#atStart();
    point.a.fill(0);
    point.zDot.fill(0);
    point.lambda.fill(0);
    start.accelerate(t, point);
    memory.keepAccelerations(point);
    factors.forget();
    this.end.set(memory.y);
  }

  #atStart(): void {
    const { memory, step, system } = this.#parts;
    this.#u.fill(0);
    system.move(this.#u, step.point.delta);
    step.point.v.set(memory.v);
    step.point.z.set(memory.z);
  }

  firstStep(span: number): number {
    const { memory, start, weights, step, factors } = this.#parts;
    const { positionError, speedError } = this.#parts.parameters;
    const longest = FIRST_SHARE * span;
    this.#atStart();
    weights.take(step.point);
    let h = longest;
    // The second look is from nearby: where the first was too far for the fastest motions, it said too little.
    for (let look = 0; look < 2; look++) {
      if (!start.look(1e-3 * h)) continue;
      const { jerk, zJerk } = start;
      const third = weights.norm(jerk, positionError, jerk, 0, zJerk, 0);
      const second = weights.norm(jerk, 0, jerk, 0, zJerk, speedError);
      const byPositions = third > 0 ? (pow(FIRST_ERROR / third, 1 / 3) as number) : longest;
      const byStates = second > 0 ? Math.sqrt(FIRST_ERROR / second) : longest;
      h = Math.min(h, byPositions, byStates);
    }
    factors.forget();
    return memory.get("isFresh") === 1 ? h : longest;
  }

  attempt(h: number, isFixed: boolean): Attempted {
    const { system, memory, step, weights, error, factors, start } = this.#parts;
    this.#atStart();
    weights.take(step.point);
    const t = memory.get("t") + h;
    const trouble = areFinite(memory.a) && areFinite(memory.zDot) ? this.#solve(t, h) : "not-finite";
    if (trouble) return this.#withoutSolution(trouble, h);
    this.end.set(step.point.delta);
    this.end.set(step.point.v, system.nv);
    this.end.set(step.point.z, 2 * system.nv);
    if (isFixed) return { error: 0, next: h, trouble: null };
    const size = error.of(t, step, weights, factors, start);
    if (!(size < Infinity)) return this.#withoutSolution("not-finite", h);
    if (size > 1) this.counts.errorFailures += 1;
    return { error: size, next: nextStep(h, size), trouble: null };
  }

  #solve(t: number, h: number): Attempted["trouble"] {
    const { memory, step, newton, factors, start, weights, system } = this.#parts;
    const isFresh = memory.get("isFresh") === 1;
    const isAnother = system.nc > 0 && Math.abs(h - memory.get("hKick")) > SAME_LENGTH * h;
    if (isFresh || isAnother) start.prepare(h, weights);
    if (isFresh) factors.forget();
    const isCalm = isFresh ? start.isSmooth : this.#isCalm(h);
    newton.contraction = isFresh ? 1 : memory.get("contraction");
    step.begin(h, isCalm);
    if (!factors.prepare(t, step.point, step.sigma, step.rho, newton.contraction)) return newton.whySingular(t, step);
    if (isAnother) start.kick(step, factors);
    const wereNew = factors.areNew;
    const trouble = newton.solve(t, step);
    if (trouble === null || wereNew) return trouble;
    step.begin(h, isCalm);
    newton.contraction = 1;
    if (!factors.renew(t, step.point, step.sigma, step.rho)) return newton.whySingular(t, step);
    if (isAnother) start.kick(step, factors);
    return newton.solve(t, step);
  }

  /** Accelerations are expected to change by less than they are. */
  #isCalm(h: number): boolean {
    const { weights } = this.#parts;
    const { a, zDot, aRate, zRate } = this.#parts.memory;
    return weights.norm(aRate, 0, aRate, h, zRate, h) <= weights.norm(a, 0, a, 1, zDot, 1);
  }

  #withoutSolution(trouble: Attempted["trouble"], h: number): Attempted {
    this.counts.newtonFailures += 1;
    this.#parts.factors.forget();
    return { error: Infinity, next: RETREAT * h, trouble };
  }

  accept(): void {
    const { end } = this;
    const { memory, step, newton, factors } = this.#parts;
    const { point, h } = step;
    const { nv } = this.#parts.system;
    // Speeds that were changed have been put back onto the constraints; states that were, have been reset and start again.
    const areSpeedsOwn = areSame(end, nv, point.v);
    const areStatesOwn = areSame(end, 2 * nv, point.z);
    memory.set("hKick", areSpeedsOwn && areStatesOwn ? h : 0);
    memory.vBefore.set(memory.v);
    memory.zBefore.set(memory.z);
    memory.y.set(end);
    for (let i = 0; i < point.a.length; i++) {
      memory.aRate[i] = (point.a[i] - memory.a[i]) / h;
      memory.aSlope[i] = (step.auxEnd[i] - point.a[i]) / h;
    }
    for (let i = 0; i < point.z.length; i++) {
      memory.zRate[i] = (point.zDot[i] - memory.zDot[i]) / h;
      memory.zSlope[i] = (step.zAuxEnd[i] - point.zDot[i]) / h;
    }
    memory.keepAccelerations(point);
    memory.set("t", memory.get("t") + h);
    memory.set("hLast", areStatesOwn ? h : 0);
    memory.set("isFresh", areStatesOwn ? 0 : 1);
    memory.set("contraction", newton.contraction);
    factors.grow();
  }

  /**
   * Positions lie on the cubic with the speeds at both ends, speeds and states of the first order on the parabola through their last
   * three. Neither asks for accelerations, which the fastest motions spoil; only a first step has nothing else.
   */
  interpolate(theta: number, out: Float64Array): void {
    const { end } = this;
    const { memory, step, system } = this.#parts;
    const [u, delta] = [this.#u, this.#delta];
    const { nv, nz } = system;
    const { h } = step;
    const before = memory.get("hLast") / h;
    for (let i = 0; i < nv; i++) {
      const v0 = memory.v[i];
      const v1 = end[nv + i];
      const bow = 3 * ((2 * step.u[i]) / h - v0 - v1);
      u[i] = h * theta * (v0 + theta * (0.5 * (v1 - v0 + bow) - (theta * bow) / 3));
      out[nv + i] = parabola(theta, v0, v1, memory.vBefore[i], before, h * memory.a[i]);
    }
    system.move(u, delta);
    out.set(delta);
    for (let i = 2 * nv; i < 2 * nv + nz; i++) {
      const z = i - 2 * nv;
      out[i] = parabola(theta, memory.z[z], end[i], memory.zBefore[z], before, h * memory.zDot[z]);
    }
  }

  rebase(move: (y: Float64Array) => void): void {
    move(this.#parts.memory.y);
  }

  snapshot(): Float64Array {
    const { memory, factors } = this.#parts;
    const out = new Float64Array(memory.numbers.length + factors.length);
    out.set(memory.numbers);
    factors.write(out, memory.numbers.length);
    return out;
  }

  restore(numbers: Float64Array): void {
    const { memory, factors } = this.#parts;
    memory.numbers.set(numbers.subarray(0, memory.numbers.length));
    factors.read(numbers, memory.numbers.length);
  }
}

type Parts = ReturnType<typeof partsOf>;

function partsOf(system: MotionSystem, parameters: AlphaParameters, counts: ImplicitCounts) {
  const memory = new AlphaMemory(system);
  const weights = new AlphaWeights(system);
  const factors = new AlphaFactors(system, counts);
  return {
    system,
    parameters,
    memory,
    weights,
    factors,
    step: new AlphaStep(system, parameters, memory),
    newton: new AlphaNewton(system, weights, factors, counts),
    start: new AlphaStart(system, parameters, memory, counts),
    error: new AlphaError(system, parameters, memory, counts),
  };
}

/** Errors grow with h³. */
function nextStep(h: number, error: number): number {
  const wanted = error > 0 ? SAFETY * (pow(error, -1 / 3) as number) : GROW;
  if (error <= 1 && wanted >= WORTH_SHRINKING && wanted < WORTH_GROWING) return h;
  return h * Math.min(Math.max(wanted, SHRINK), GROW);
}

/** Whether x holds these numbers from there on. */
function areSame(x: Float64Array, from: number, numbers: Float64Array): boolean {
  for (let i = 0; i < numbers.length; i++) if (x[from + i] !== numbers[i]) return false;
  return true;
}

/** Through x0 at θ = 0, x1 at 1 and `xBefore` at −`before`; or with this slope at 0, if there is none before. */
function parabola(theta: number, x0: number, x1: number, xBefore: number, before: number, slope: number): number {
  const rise = x1 - x0;
  const bow = before > 0 ? (rise - (x0 - xBefore) / before) / (1 + before) : rise - slope;
  return x0 + theta * (rise - (1 - theta) * bow);
}
