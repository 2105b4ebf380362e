import { SimulationError } from "../../../errors/kinetree-error.js";
import type { ImplicitCounts } from "../method.js";
import { areFinite, undetermined, WeightedNorm } from "./newton-norm.js";
import type { ResidualSystem } from "../system.js";

/*
 * A start that satisfies F(t, y, ẏ) = 0: integrated entries keep their values, their derivatives and all other entries are found.
 * Newton's iteration with the matrix of a short step, ∂F/∂y + σ ∂F/∂ẏ, as in Brown, Hindmarsh, Petzold, SIAM J. Sci. Comput. 19
 * (1998) 1495: its corrections δ change ẏ by σ δ where y is integrated, and y by δ elsewhere. With ẏ = 0 to begin with, the first
 * correction is a step of the implicit Euler method of length 1/σ; so multipliers of index 2 come out too, though F does not hold them.
 */

/** How a start was made consistent. */
export interface ConsistentStart {
  readonly iterations: number;
  /** Entries that follow from the others and were given another value than was found. */
  readonly changes: readonly {
    readonly entry: number;
    readonly name: string;
    readonly from: number;
    readonly to: number;
  }[];
  /** By how much, in units of the tolerance, the integrated entries violate their constraints; 0 if there are none. */
  readonly violation: number;
}

/** Reciprocals of step lengths [1/s]; the stiffer the equations, the longer the list must be gone down. */
const SIGMAS = [1e3, 1e6, 1e9, 1e12];
const LARGEST = SIGMAS[SIGMAS.length - 1];
const MOST_ITERATIONS = 12;
/** Corrections below this part of the tolerance, and of ẏ, are no longer worth making. */
const [ENOUGH, ENOUGH_OF_RATE] = [1e-3, 1e-4];
/** Part of a correction that the next one is, with which new derivatives are worth their cost, or a larger σ is. */
const [FAST, SLOW] = [0.1, 0.5];
/** Digits of a state that its residual may be in doubt about, and how far corrections of equal size may differ. */
const [ROUNDING, EQUAL] = [1e-14, 1e-3];
/** Below this part of the tolerance the first steps correct the violation of the start. */
const BEARABLE = 0.1;

/** Told of derivatives, to make use of those that were made last. */
interface Observer {
  linearized(t: number, y: Float64Array, yDot: Float64Array): void;
}

/** Completes y, where its entries are not integrated, and finds ẏ. */
export function consistentStart(
  system: ResidualSystem,
  t: number,
  y: Float64Array,
  yDot: Float64Array,
  counts: ImplicitCounts,
  observer: Observer | null = null,
): ConsistentStart {
  const search = new Search(system, t, y, counts, observer);
  let outcome: Outcome = "singular";
  let isSingular = true;
  for (const sigma of SIGMAS) {
    outcome = search.run(sigma, sigma === LARGEST);
    isSingular &&= outcome === "singular";
    if (outcome === "converged") break;
  }
  if (outcome !== "converged" && search.size > BEARABLE && outcome === "drifting") throw search.inconsistent();
  if (isSingular) throw search.singular();
  if (outcome === "drifting") {
    // With a shorter σ less rounding, unless it was drifting there for another reason: that ẏ was too fast to be found.
    const size = search.size;
    if (search.run(SIGMAS[1], true) !== "drifting" || Math.abs(search.size - size) > BEARABLE * size)
      search.run(LARGEST, true);
    search.removeDrift();
  } else if (outcome !== "converged") throw search.unsolved();
  const changes = search.changes();
  y.set(search.y);
  yDot.set(search.yDot);
  return { iterations: search.iterations, changes, violation: outcome === "drifting" ? search.size : 0 };
}

/** Drifting: each correction equals the one before, because no change of ẏ can correct a violation by y itself. */
type Outcome = "converged" | "drifting" | "singular" | "unsolved";

class Search {
  readonly y: Float64Array;
  readonly yDot: Float64Array;
  iterations = 0;
  /** Weighted norm of the last correction. */
  size = 0;
  readonly #system: ResidualSystem;
  readonly #t: number;
  readonly #given: Float64Array;
  readonly #counts: ImplicitCounts;
  readonly #norm: WeightedNorm;
  readonly #rateNorm: WeightedNorm;
  readonly #delta: Float64Array;
  readonly #last: Float64Array;
  readonly #observer: Observer | null;
  #isLinearized = false;
  #sigma = 0;
  #updates = 0;

  constructor(system: ResidualSystem, t: number, y: Float64Array, counts: ImplicitCounts, observer: Observer | null) {
    this.#observer = observer;
    this.#system = system;
    this.#t = t;
    this.#given = y;
    this.#counts = counts;
    this.y = Float64Array.from(y);
    this.yDot = new Float64Array(y.length);
    this.#delta = new Float64Array(y.length);
    this.#last = new Float64Array(y.length);
    this.#norm = new WeightedNorm(system);
    this.#rateNorm = new WeightedNorm(system, system.mass);
    this.#norm.weigh(y);
    this.#rateNorm.weigh(y);
  }

  /** Unless patient, it leaves slow convergence to a larger σ. */
  run(sigma: number, isPatient: boolean): Outcome {
    const hasAlgebraic = this.#system.mass?.includes(0) ?? false;
    const { y, yDot } = this;
    const delta = this.#delta;
    y.set(this.#given);
    yDot.fill(0);
    this.#sigma = sigma;
    this.#updates = 0;
    this.size = Infinity;
    for (let m = 0, rate = 1; m < MOST_ITERATIONS; m++) {
      this.#system.residual(this.#t, y, yDot, delta);
      this.#counts.evaluations++;
      this.iterations++;
      if (!areFinite(delta)) {
        if (m === 0) throw this.#notFinite();
        return "unsolved";
      }
      if (m === 0 || (hasAlgebraic && rate > FAST)) {
        // Where y stays as it is given, so do its derivatives.
        if (hasAlgebraic || !this.#isLinearized) this.#linearize();
        this.#counts.factorizations++;
        if (!this.#system.factor(sigma)) return "singular";
      }
      this.#system.solve(delta);
      this.#counts.solves++;
      if (!areFinite(delta)) return "unsolved";
      const size = this.#norm.of(delta);
      rate = size / this.size;
      this.size = size;
      this.#add(-1);
      this.#updates++;
      if (m > 0 && this.#isEnough()) return "converged";
      if (m > 1 && this.#isEqualToLast()) return "drifting";
      if (m > 1 && rate > SLOW && !isPatient) return "unsolved";
      this.#last.set(delta);
    }
    return "unsolved";
  }

  #linearize(): void {
    this.#system.linearize(this.#t, this.y, this.yDot);
    this.#counts.jacobians++;
    this.#observer?.linearized(this.#t, this.y, this.yDot);
    this.#isLinearized = true;
  }

  /** Removes the sum of the equal corrections. */
  removeDrift(): void {
    this.#add(this.#updates);
  }

  /** Adds the last correction that many times. */
  #add(times: number): void {
    const { mass } = this.#system;
    for (let i = 0; i < this.y.length; i++) {
      if (mass === null || mass[i] === 1) this.yDot[i] += times * this.#sigma * this.#delta[i];
      else this.y[i] += times * this.#delta[i];
    }
  }

  #isEnough(): boolean {
    const rate = this.#sigma * this.#rateNorm.of(this.#delta);
    const doubt = this.#sigma * ROUNDING * this.#rateNorm.of(this.y);
    return this.size <= ENOUGH && rate <= Math.max(ENOUGH_OF_RATE * this.#rateNorm.of(this.yDot), doubt);
  }

  #isEqualToLast(): boolean {
    const last = this.#last;
    for (let i = 0; i < last.length; i++) last[i] = -last[i];
    return this.#norm.ofSum(this.#delta, last) <= EQUAL * this.size;
  }

  changes(): ConsistentStart["changes"] {
    const changes = [];
    for (let i = 0; i < this.y.length; i++) {
      const [from, to] = [this.#given[i], this.y[i]];
      if (Math.abs(to - from) > ROUNDING * Math.abs(from))
        changes.push({ entry: i, name: this.#system.nameOf(i), from, to });
    }
    return changes;
  }

  inconsistent(): SimulationError {
    const name = this.#system.nameOf(this.#norm.largest(this.#delta));
    return this.#error(
      "inconsistent-start",
      name,
      this.size,
      `the given state misses what its equations demand by ${this.size.toPrecision(3)} times the tolerance, most of all in ${name}, ` +
        "and no derivative or multiplier can mend that. Start from a state that satisfies the constraints: assemble it first, or correct this entry.",
    );
  }

  singular(): SimulationError {
    const names = undetermined(this.#system);
    return this.#error(
      "singular-start",
      names,
      this.#sigma,
      `the matrix of the equations is singular: they do not determine every one of ${names}. ` +
        "Remove constraints that say the same twice, and constraints that no force can keep; if the index is higher than 2, differentiate the constraints or stabilise them.",
    );
  }

  unsolved(): SimulationError {
    const name = this.#system.nameOf(this.#norm.largest(this.#delta));
    return this.#error(
      "unsolved-start",
      name,
      this.size,
      `no derivatives and multipliers were found that satisfy the equations; ${name} changed most in the last of ${this.iterations} iterations. ` +
        "Give a better guess of what is not integrated, or lower the index of the equations.",
    );
  }

  #notFinite(): SimulationError {
    const entry = this.#delta.findIndex((x) => !Number.isFinite(x));
    const name = this.#system.nameOf(entry);
    const message = `the equation of ${name} gives ${this.#delta[entry]} for the given state. Correct the state, or the load or parameter that enters there.`;
    return this.#error("not-finite-start", name, this.#delta[entry], message);
  }

  #error(code: string, subject: string, value: unknown, text: string): SimulationError {
    return new SimulationError({ code, subject, value, message: `start at t = ${this.#t} s: ${text}` });
  }
}
