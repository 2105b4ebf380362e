import type { ConsistentStart } from "../newton/consistent-start.js";
import { noCounts, type Attempted, type ImplicitCounts, type ImplicitStepper } from "../method.js";
import { undetermined } from "../newton/newton-norm.js";
import { REAL, StageIteration } from "./radau-newton.js";
import { collocationInto, e } from "./radau-tableau.js";
import { PredictiveControl } from "./rate-control.js";
import { RatePoint } from "./rate-point.js";
import { RateWeights } from "./rate-weights.js";
import type { RateSystem } from "../system.js";

/** Options of `Radau5`. */
export interface Radau5Options {
  /** Newton iterations in a step. More: longer steps survive on old derivatives. Default 7; fixed steps may take three times as many. */
  readonly maxIterations?: number;
  /** Derivatives are kept while an iteration gains a factor of at least 1/this. More: fewer linearisations, more iterations. Default 0.001. */
  readonly jacobianReuse?: number;
  /** Steps are chosen for an error of about this to the fourth power. Default 0.9. */
  readonly safety?: number;
}

const defaults: Required<Radau5Options> = Object.freeze({ maxIterations: 7, jacobianReuse: 1e-3, safety: 0.9 });

/** A step that would grow by less is kept, together with its factors. */
const WORTH_GROWING = 1.2;
/** Factors for a length that differs by less are as good: the clock's rounding is no reason to factor again. */
const SAME_LENGTH = 1e-6;
/** Numbers of a snapshot that are no vectors, and the vectors y, f, z₁, z₂, z₃ and the point of the last linearisation. */
const [SCALARS, VECTORS] = [12, 6];

/** Radau IIA of order 5 for M ẏ = f(t, y), index 0 to 3: Hairer, Wanner II (1996), IV.8, VII. Error estimate and dense output (collocation): order 3. */
export class Radau5 implements ImplicitStepper {
  readonly counts: ImplicitCounts = noCounts();
  readonly end: Float64Array;

  readonly #system: RateSystem;
  readonly #options: Required<Radau5Options>;
  readonly #weights: RateWeights;
  readonly #stages: StageIteration;
  readonly #control = new PredictiveControl({ shrink: 0.2, grow: 8 });
  readonly #result: { error: number; next: number; trouble: Attempted["trouble"] };
  readonly #lagrange = new Float64Array(3);

  readonly #point: RatePoint;
  /** Point of the last linearisation; it is renewed before a step that `wantsJacobian`. */
  #tLinear = 0;
  readonly #yLinear: Float64Array;
  #wantsJacobian = true;
  #isFresh = false;
  /** Length that the factors are for; 0: there are none. */
  #hFactor = 0;
  /** The step attempted last. */
  #h = 0;

  readonly #stageSum: Float64Array;
  readonly #estimate: Float64Array;
  readonly #scratch: Float64Array;

  constructor(system: RateSystem, options: Radau5Options = {}) {
    this.#system = system;
    this.#options = { ...defaults, ...options };
    this.#weights = new RateWeights(system);
    this.#point = new RatePoint(system, this.counts);
    this.#stages = new StageIteration(system, this.counts);
    this.#result = { error: 0, next: 0, trouble: null };
    const vector = (): Float64Array => new Float64Array(system.size);
    [this.end, this.#yLinear] = [vector(), vector()];
    [this.#stageSum, this.#estimate, this.#scratch] = [vector(), vector(), vector()];
  }

  /** How the start was made consistent; null if nothing was to be done, or it was left to the first step. */
  get start(): ConsistentStart | null {
    return this.#point.start;
  }

  begin(t: number, y: Float64Array): void {
    this.#point.begin(t, y);
    this.end.set(this.#point.y);
    this.#forgetDerivatives();
    this.#stages.begin();
    this.#control.begin();
  }

  firstStep(span: number): number {
    return this.#point.firstStep(this.#weights, span, [this.#scratch, this.#estimate, this.#stageSum]);
  }

  /** The result is one object, overwritten each time. */
  attempt(h: number, isFixed: boolean): Attempted {
    const [stages, options, weights] = [this.#stages, this.#options, this.#weights];
    const { t, y } = this.#point;
    this.#h = h;
    this.#point.knowRates();
    weights.take(y, h);
    const most = isFixed ? 3 * options.maxIterations : options.maxIterations;
    if (this.#wantsJacobian) this.#linearize();
    for (;;) {
      const isRegular = this.#prepareFactors(h);
      const trouble = isRegular ? stages.solve(t, y, h, weights, most, isFixed) : "singular";
      if (trouble === null) break;
      if (this.#isFresh) return this.#failed(trouble, trouble === "newton" ? h * stages.shrink : h / 4);
      this.#linearize(); // old derivatives are the likelier reason; if not, the next failure is final
    }
    const [, , z3] = stages.z;
    for (let i = 0; i < z3.length; i++) this.end[i] = y[i] + z3[i];
    if (isFixed) return this.#finished(0, h);
    const error = this.#estimateError(h);
    if (!(error < Infinity)) return this.#failed("not-finite", h / 4);
    const most2 = 2 * options.maxIterations;
    const effort = Math.min(1, (1 + most2) / (stages.iterations + most2));
    const next = this.#control.propose(h, error, options.safety * effort);
    if (error <= 1)
      return this.#finished(error, this.#keepsDerivatives && next >= h && next <= WORTH_GROWING * h ? h : next);
    this.counts.errorFailures += 1;
    this.#control.repeat();
    this.#wantsJacobian = !this.#isFresh;
    return this.#finished(error, next);
  }

  accept(): void {
    this.#point.advance(this.#h, this.end);
    this.#wantsJacobian = !this.#keepsDerivatives;
    this.#isFresh = false;
    this.#stages.accept(this.#h);
    this.#control.accept(this.#h, this.#result.error, this.#result.next);
  }

  culprit(): string {
    const [system, stages, weights] = [this.#system, this.#stages, this.#weights];
    if (this.#result.trouble === "singular") return undetermined(system);
    const isSolved = this.#result.trouble === null;
    return system.nameOf(
      isSolved ? weights.largest(this.#estimate) : stages.worstEntry(this.#point.t, this.#point.y, this.#h, weights),
    );
  }

  interpolate(theta: number, out: Float64Array): void {
    const { end } = this;
    const [y, lagrange] = [this.#point.y, this.#lagrange];
    const [z1, z2, z3] = this.#stages.z;
    collocationInto(lagrange, theta);
    const [l1, l2, l3] = lagrange;
    // Where the end was amended, the polynomial leads there all the same.
    for (let i = 0; i < out.length; i++)
      out[i] = y[i] + (l1 * z1[i] + l2 * z2[i] + l3 * z3[i]) + theta * (end[i] - (y[i] + z3[i]));
  }

  /** Derivatives in the old numbers could not be made again from a snapshot, so they are given up unless the state stays as it is. */
  rebase(move: (y: Float64Array) => void): void {
    const [y, scratch] = [this.#point.y, this.#scratch];
    scratch.set(y);
    move(y);
    if (y.every((each, i) => Object.is(each, scratch[i]))) return;
    this.#point.hasRates = false;
    this.#forgetDerivatives();
  }

  snapshot(): Float64Array {
    const [stages, y] = [this.#stages, this.#point.y];
    const out = new Float64Array(SCALARS + VECTORS * y.length);
    const flags = [this.#point.hasRates, this.#wantsJacobian, this.#isFresh].map(Number);
    out.set([this.#point.t, this.#tLinear, this.#hFactor, ...flags, stages.hOld, stages.contraction]);
    this.#control.write(out, 8);
    this.#vectors.forEach((vector, k) => out.set(vector, SCALARS + k * y.length));
    return out;
  }

  restore(numbers: Float64Array): void {
    const [stages, system, y] = [this.#stages, this.#system, this.#point.y];
    [this.#point.t, this.#tLinear, this.#hFactor] = numbers;
    [this.#point.hasRates, this.#wantsJacobian, this.#isFresh] = [numbers[3] === 1, numbers[4] === 1, numbers[5] === 1];
    [stages.hOld, stages.contraction] = [numbers[6], numbers[7]];
    this.#control.read(numbers, 8);
    this.#vectors.forEach((vector, k) =>
      vector.set(numbers.subarray(SCALARS + k * y.length, SCALARS + (k + 1) * y.length)),
    );
    if (this.#wantsJacobian) return;
    system.linearize(this.#tLinear, this.#yLinear);
    if (this.#hFactor > 0) stages.factor(this.#hFactor);
  }

  get #vectors(): readonly Float64Array[] {
    return [this.#point.y, this.#point.f, ...this.#stages.zOld, this.#yLinear];
  }

  get #keepsDerivatives(): boolean {
    return this.#stages.rate <= this.#options.jacobianReuse;
  }

  #forgetDerivatives(): void {
    this.#wantsJacobian = true;
    this.#isFresh = false;
    this.#hFactor = 0;
  }

  #linearize(): void {
    this.#tLinear = this.#point.t;
    this.#yLinear.set(this.#point.y);
    this.#system.linearize(this.#point.t, this.#point.y);
    this.counts.jacobians += 1;
    this.#wantsJacobian = false;
    this.#isFresh = true;
    this.#hFactor = 0;
  }

  /** False if a matrix is singular. */
  #prepareFactors(h: number): boolean {
    if (this.#hFactor > 0 && Math.abs(h - this.#hFactor) <= SAME_LENGTH * h) return true;
    const isRegular = this.#stages.factor(h);
    this.counts.factorizations += 2;
    this.#hFactor = isRegular ? h : 0;
    return isRegular;
  }

  /** If that looks bad and there is no good past, once more through the filter, which removes spurious contributions of stiff parts. */
  #estimateError(h: number): number {
    const [system, weights] = [this.#system, this.#weights];
    const [estimate, stageSum, scratch] = [this.#estimate, this.#stageSum, this.#scratch];
    const { t, y, f } = this.#point;
    const { size, mass } = system;
    const [z1, z2, z3] = this.#stages.z;
    for (let i = 0; i < size; i++)
      stageSum[i] = mass !== null && mass[i] === 0 ? 0 : (e[0] * z1[i] + e[1] * z2[i] + e[2] * z3[i]) / h;
    for (let i = 0; i < size; i++) estimate[i] = f[i] + stageSum[i];
    system.solve(REAL, estimate, null);
    this.counts.solves += 1;
    const error = weights.norm(estimate);
    if (error <= 1 || !this.#control.isDoubtful) return error;
    for (let i = 0; i < size; i++) scratch[i] = y[i] + estimate[i];
    system.rates(t, scratch, estimate);
    for (let i = 0; i < size; i++) estimate[i] += stageSum[i];
    system.solve(REAL, estimate, null);
    this.counts.evaluations += 1;
    this.counts.solves += 1;
    const filtered = weights.norm(estimate);
    // No state there, so no second opinion.
    return filtered < Infinity ? filtered : error;
  }

  #finished(error: number, next: number): Attempted {
    return Object.assign(this.#result, { error, next, trouble: null });
  }

  #failed(trouble: "newton" | "singular" | "not-finite", next: number): Attempted {
    if (trouble !== "singular") this.counts.newtonFailures += 1;
    this.#control.repeat();
    return Object.assign(this.#result, { error: Infinity, next, trouble });
  }
}
