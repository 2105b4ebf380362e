import { BdfHistory } from "./bdf-history.js";
import {
  bestOrder,
  calmFactor,
  estimateErrors,
  lowerOrder,
  requireOrder,
  stepFactor,
  type OrderErrors,
} from "./bdf-order.js";
import { consistentStart, type ConsistentStart } from "../newton/consistent-start.js";
import { noCounts, type Attempted, type ImplicitCounts, type ImplicitStepper } from "../method.js";
import { NewtonIteration } from "../newton/newton-iteration.js";
import { undetermined, WeightedNorm } from "../newton/newton-norm.js";
import type { ResidualSystem } from "../system.js";

/** Options of `Bdf`. */
export interface BdfOptions {
  /** Highest order, 1 to 5. Lower: more steps, and stable closer to the imaginary axis (2: everywhere). Default 5. */
  readonly maxOrder?: number;
  /** Whether errors of entries that follow from the others limit the step. Default false: multipliers of index 2 would stop it. */
  readonly testAlgebraic?: boolean;
}

/** Steps that differ by less than this part are of equal length: rounding of times does not count. */
const EQUAL = 1e-6;
/** A step this much shorter than the one before and than the one proposed was cut off by its caller, and says little. */
const SHORT = 0.5;
/** The first step changes the state by about this part of the tolerance; a trial step shows how much longer it may be, at most. */
const [CAREFUL, LONGEST_JUMP] = [0.5, 1e3];

/**
 * Backward differentiation formulas of variable order and step, 1 to 5, with a fixed leading coefficient, for F(t, y, ẏ) = 0 of
 * index 0 and 1 and semi-explicit equations of index 2. After DASSL: Brenan, Campbell, Petzold, Numerical Solution of Initial-Value
 * Problems in Differential-Algebraic Equations (1996), 5.2; order selection and failures as in IDA, Hindmarsh et al., ACM TOMS 31 (2005) 363.
 * Runs with steps of fixed length start at order 1 too, which leaves an error of h².
 */
export class Bdf implements ImplicitStepper {
  readonly counts: ImplicitCounts = noCounts();
  readonly end: Float64Array;
  readonly #system: ResidualSystem;
  readonly #maxOrder: number;
  readonly #history: BdfHistory;
  readonly #newton: NewtonIteration;
  readonly #norm: WeightedNorm;
  readonly #errorNorm: WeightedNorm;
  readonly #startRate: Float64Array;
  readonly #predicted: Float64Array;
  readonly #predictedDot: Float64Array;
  readonly #endDot: Float64Array;
  readonly #solved: Float64Array;
  readonly #correction: Float64Array;
  readonly #work: Float64Array;
  #start: ConsistentStart | null = null;

  #t = 0;
  #steps = 0;
  #order = 1;
  #orderUsed = 0;
  #hUsed = 0;
  /** Steps since order or length changed. */
  #calm = 0;
  /** Start-up: the order rises and the step doubles, until that goes wrong. */
  #isStarting = true;
  #errorFailures = 0;
  #proposed = Infinity;
  #trouble: Attempted["trouble"] = null;

  /** Takes effect with `accept`. */
  #pending = { h: 0, order: 1, calm: 0, isStarting: true, proposed: 0, isShort: false };

  constructor(system: ResidualSystem, options: BdfOptions = {}) {
    const { maxOrder = 5, testAlgebraic = false } = options;
    requireOrder(maxOrder);
    const n = system.size;
    this.#system = system;
    this.#maxOrder = maxOrder;
    this.#norm = new WeightedNorm(system);
    this.#errorNorm = new WeightedNorm(system, testAlgebraic ? null : system.mass);
    this.#history = new BdfHistory(n, maxOrder);
    this.#newton = new NewtonIteration(system, this.#norm, this.counts);
    const vector = (): Float64Array => new Float64Array(n);
    [this.end, this.#startRate, this.#endDot, this.#solved] = [vector(), vector(), vector(), vector()];
    [this.#predicted, this.#predictedDot, this.#correction, this.#work] = [vector(), vector(), vector(), vector()];
  }

  /** Order of the step to come. */
  get order(): number {
    return this.#order;
  }

  /** How the start was made consistent; null before `begin`. */
  get start(): ConsistentStart | null {
    return this.#start;
  }

  culprit(): string {
    if (this.#trouble === "singular") return undetermined(this.#system);
    const isSolved = this.#trouble === null;
    return this.#system.nameOf(isSolved ? this.#errorNorm.largest(this.#correction) : this.#newton.worstEntry);
  }

  begin(t: number, y: Float64Array): void {
    this.#t = t;
    this.end.set(y);
    this.#newton.forget();
    this.#start = consistentStart(this.#system, t, this.end, this.#startRate, this.counts, this.#newton);
    this.#history.begin(this.end, this.#startRate, 1);
    this.#steps = 0;
    this.#order = 1;
    this.#orderUsed = 0;
    this.#hUsed = 0;
    this.#calm = 0;
    this.#isStarting = true;
    this.#errorFailures = 0;
    this.#proposed = Infinity;
    this.#weigh();
  }

  firstStep(span: number): number {
    const speed = this.#errorNorm.of(this.#startRate);
    const careful = Math.min(1e-3 * span, CAREFUL / speed);
    if (!(careful > 0)) return 1e-3 * span;
    // A change of the state within the tolerance is no error yet: only its curvature is. One trial step shows that.
    const { error, trouble } = this.attempt(careful, true);
    this.end.set(this.#history.phi[0]);
    if (trouble !== null) return careful;
    const factor = Math.sqrt(CAREFUL / Math.max(error, 1e-30));
    return Math.min(1e-3 * span, careful * Math.max(0.1, Math.min(LONGEST_JUMP, factor)));
  }

  attempt(h: number, isFixed: boolean): Attempted {
    const k = this.#order;
    const history = this.#history;
    if (this.#steps === 0) history.begin(history.phi[0], this.#startRate, h);
    const { c, errorFactor } = history.prepare(h, k);
    history.predict(this.#predicted, this.#predictedDot);
    this.#trouble = this.#newton.solve({
      t: this.#t + h,
      c,
      predicted: this.#predicted,
      predictedDot: this.#predictedDot,
      y: this.end,
      yDot: this.#endDot,
      correction: this.#correction,
    });
    if (this.#trouble !== null) {
      this.counts.newtonFailures++;
      if (this.#steps > 0) this.#isStarting = false;
      this.#proposed = 0.25 * h;
      return { error: Infinity, next: this.#proposed, trouble: this.#trouble };
    }
    this.#solved.set(this.end);
    const isSame = k === this.#orderUsed && Math.abs(h - this.#hUsed) <= EQUAL * this.#hUsed;
    const calm = isSame ? Math.min(this.#calm + 1, this.#orderUsed + 2) : 1;
    // The difference of two corrections is a difference of one order more only on an even grid.
    const canRaise = k < this.#maxOrder && calm > k + 1 && history.depth > k;
    const errors = estimateErrors(history, this.#errorNorm, this.#correction, k, canRaise, this.#work);
    const error = errorFactor * this.#errorNorm.of(this.#correction);
    if (error > 1 && !isFixed) return this.#reject(h, k, error, errors);
    return { error, next: this.#plan(h, k, calm, errors, isFixed), trouble: null };
  }

  #reject(h: number, k: number, error: number, errors: OrderErrors): Attempted {
    this.counts.errorFailures++;
    this.#errorFailures++;
    const lower = lowerOrder(k, errors);
    let factor = 0.25;
    if (this.#errorFailures === 1) factor = Math.max(0.25, Math.min(0.9, 0.9 * stepFactor(lower)));
    if (this.#steps > 0) {
      this.#isStarting = false;
      this.#order = this.#errorFailures < 3 ? lower.order : 1;
    } else factor = Math.max(0.01, Math.min(0.9, 0.9 * stepFactor(lower)));
    this.#proposed = factor * h;
    return { error, next: this.#proposed, trouble: null };
  }

  /** Order and length of the step after this one. */
  #plan(h: number, k: number, calm: number, errors: OrderErrors, isFixed: boolean): number {
    const isShort = !isFixed && h < SHORT * this.#proposed && h < SHORT * this.#hUsed;
    const pending = Object.assign(this.#pending, { h, calm, order: k, isStarting: this.#isStarting, isShort });
    if (isShort) {
      pending.proposed = this.#proposed;
      return pending.proposed;
    }
    const lower = lowerOrder(k, errors);
    if (lower.order < k || k === this.#maxOrder) pending.isStarting = false;
    let factor = 1;
    let allowed = 1;
    if (pending.isStarting) {
      if (this.#steps > 0) {
        pending.order = k + 1;
        factor = 2;
      }
    } else {
      const isRaised = k === this.#orderUsed + 1;
      const best = isRaised ? lower : bestOrder(k, errors);
      pending.order = best.order;
      allowed = Math.min(2, stepFactor(best));
      factor = calmFactor(allowed);
    }
    // A step that its caller cut off does not count against the length that was proposed.
    const back = h < (1 - EQUAL) * this.#proposed ? Math.min(this.#proposed, allowed * h) : 0;
    pending.proposed = isFixed ? h : Math.max(factor * h, back);
    return pending.proposed;
  }

  accept(): void {
    const [pending, correction] = [this.#pending, this.#correction];
    // Changes made by the caller are part of the correction.
    for (let i = 0; i < correction.length; i++) correction[i] += this.end[i] - this.#solved[i];
    this.#history.accept(this.end, correction);
    this.#t += pending.h;
    this.#steps++;
    this.#orderUsed = this.#order;
    this.#order = pending.order;
    this.#hUsed = pending.h;
    this.#calm = pending.calm;
    this.#isStarting = pending.isStarting;
    this.#proposed = pending.proposed;
    this.#errorFailures = 0;
    if (pending.isShort && this.#history.depth > this.#order) {
      this.#history.dropSecond();
      this.#hUsed = this.#history.psi[0];
      this.#calm = 0;
    }
    this.#weigh();
  }

  shorten(h: number): void {
    this.#proposed = Math.min(this.#proposed, h);
    this.#pending.proposed = Math.min(this.#pending.proposed, h);
  }

  interpolate(theta: number, out: Float64Array): void {
    const [correction, work] = [this.#correction, this.#work];
    if (theta === 1) return void out.set(this.end);
    for (let i = 0; i < work.length; i++) work[i] = correction[i] + (this.end[i] - this.#solved[i]);
    this.#history.interpolate(theta, work, out);
  }

  rebase(move: (y: Float64Array) => void): void {
    if (this.#steps === 0) {
      this.#work.set(this.#history.phi[0]);
      move(this.#work);
      return this.begin(this.#t, this.#work);
    }
    this.#history.rebase(move);
    this.end.set(this.#history.phi[0]);
    this.#newton.forget();
    this.#weigh();
  }

  /** Differences of past values do not feel a constant: only the latest value is written again. */
  shift(jump: Float64Array): void {
    const latest = this.#history.phi[0];
    for (let i = 0; i < jump.length; i++) latest[i] += jump[i];
    this.end.set(latest);
    this.#weigh();
  }

  #weigh(): void {
    this.#norm.weigh(this.#history.phi[0]);
    this.#errorNorm.weigh(this.#history.phi[0]);
  }

  snapshot(): Float64Array {
    const scalars = [
      this.#t,
      this.#steps,
      this.#order,
      this.#orderUsed,
      this.#hUsed,
      this.#calm,
      this.#isStarting ? 1 : 0,
      this.#errorFailures,
      this.#proposed,
    ];
    const [n, history, newton] = [this.#system.size, this.#history, this.#newton];
    const out = new Float64Array(scalars.length + n + history.snapshotSize + newton.snapshotSize);
    out.set(scalars);
    out.set(this.#startRate, scalars.length);
    history.snapshot(out, scalars.length + n);
    newton.snapshot(out, scalars.length + n + history.snapshotSize);
    return out;
  }

  restore(numbers: Float64Array): void {
    const [n, history] = [this.#system.size, this.#history];
    [this.#t, this.#steps, this.#order, this.#orderUsed, this.#hUsed, this.#calm] = numbers;
    [this.#errorFailures, this.#proposed] = numbers.subarray(7);
    this.#isStarting = numbers[6] === 1;
    this.#startRate.set(numbers.subarray(9, 9 + n));
    history.restore(numbers, 9 + n);
    this.end.set(history.phi[0]);
    this.#newton.restore(numbers, 9 + n + history.snapshotSize);
    this.#weigh();
  }
}
