import type { ImplicitCounts } from "../method.js";
import { consistentStart, type ConsistentStart } from "../newton/consistent-start.js";
import { nthRoot } from "../newton/newton-root.js";
import type { RateSystem } from "../system.js";
import { residualOf } from "./rate-residual.js";
import type { RateWeights } from "./rate-weights.js";

/** Without a state or a rate to go by [s]. */
const SHORT = 1e-6;

/** The search for a consistent start divides by one σ, so that it finds the entries that first derivatives of the constraints determine. */
const HIGHEST_INDEX = 2;

/** Where a step begins: t, y, and f(t, y) once it is asked for. */
export class RatePoint {
  t = 0;
  readonly y: Float64Array;
  /** f(t, y), if `hasRates`. */
  readonly f: Float64Array;
  hasRates = false;
  /** How the start was made consistent; null if nothing was to be done, or it was left to the first step. */
  start: ConsistentStart | null = null;
  readonly #system: RateSystem;
  readonly #counts: ImplicitCounts;

  constructor(system: RateSystem, counts: ImplicitCounts) {
    this.#system = system;
    this.#counts = counts;
    [this.y, this.f] = [new Float64Array(system.size), new Float64Array(system.size)];
  }

  /** Takes a start, with the entries that have mass 0 completed. */
  begin(t: number, y: Float64Array): void {
    this.t = t;
    this.y.set(y);
    this.start = this.#completeStart();
    this.hasRates = false;
  }

  advance(h: number, end: Float64Array): void {
    this.t += h;
    this.y.set(end);
    this.hasRates = false;
  }

  knowRates(): void {
    if (this.hasRates) return;
    this.#system.rates(this.t, this.y, this.f);
    this.#counts.evaluations += 1;
    this.hasRates = true;
  }

  /** First step of a method whose error grows with h⁴: Hairer, Nørsett, Wanner I (1993), II.4. Entries of mass 0 have no rate. The arrays are scratch. */
  firstStep(
    weights: RateWeights,
    span: number,
    [probe, f1, change]: readonly [Float64Array, Float64Array, Float64Array],
  ): number {
    this.knowRates();
    const { t, y, f } = this;
    const { size, mass } = this.#system;
    weights.take(y, 1);
    const hasRate = (i: number): boolean => mass === null || mass[i] === 1;
    for (let i = 0; i < size; i++) probe[i] = hasRate(i) ? y[i] : 0;
    for (let i = 0; i < size; i++) change[i] = hasRate(i) ? f[i] : 0;
    const [d0, d1] = [weights.norm(probe), weights.norm(change)];
    const h0 = Math.min(d0 < 1e-5 || !(d1 >= 1e-5) ? SHORT : (0.01 * d0) / d1, span);
    for (let i = 0; i < size; i++) probe[i] = hasRate(i) ? y[i] + h0 * f[i] : y[i];
    this.#system.rates(t + h0, probe, f1);
    this.#counts.evaluations += 1;
    for (let i = 0; i < size; i++) change[i] = hasRate(i) ? (f1[i] - f[i]) / h0 : 0;
    const most = Math.max(d1, weights.norm(change));
    // NaN, where the probe met no state, is not above the bound either.
    const h1 = most > 1e-15 ? nthRoot(0.01 / most, 4) : Math.max(SHORT, h0 * 1e-3);
    return Math.min(100 * h0, h1, span);
  }

  /** Completes y where its entries have mass 0; null, and y as it was, if there are none or their index is 3. */
  #completeStart(): ConsistentStart | null {
    const { mass, index, size } = this.#system;
    if (mass === null || mass.every((each) => each === 1)) return null;
    if (index !== null && index.some((each) => each > HIGHEST_INDEX)) return null;
    return consistentStart(residualOf(this.#system), this.t, this.y, new Float64Array(size), this.#counts);
  }
}
