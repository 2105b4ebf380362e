import { RequestError } from "../../../errors/kinetree-error.js";
import type { ConsistentStart } from "../newton/consistent-start.js";
import { noCounts, type Attempted, type ImplicitCounts, type ImplicitStepper } from "../method.js";
import { undetermined } from "../newton/newton-norm.js";
import { PredictiveControl } from "./rate-control.js";
import { RatePoint } from "./rate-point.js";
import { RateWeights } from "./rate-weights.js";
import { rodasp as tableau } from "./rosenbrock-tableau.js";
import type { RateSystem } from "../system.js";

/** Options of `Rosenbrock`. */
export interface RosenbrockOptions {
  /** Steps are chosen for an error of about this to the fourth power. Default 0.9. */
  readonly safety?: number;
}

/** Numbers of a snapshot that are no vectors, and the vectors y and f. */
const [SCALARS, VECTORS] = [6, 2];

/**
 * Rosenbrock's method of order 4 for M ẏ = f(t, y), mildly stiff or with equations of index 1: one linearisation and one
 * factorisation a step, and no iteration that could fail. It needs exact derivatives: its order is lost with others.
 */
export class Rosenbrock implements ImplicitStepper {
  readonly counts: ImplicitCounts = noCounts();
  readonly end: Float64Array;

  readonly #system: RateSystem;
  readonly #safety: number;
  readonly #weights: RateWeights;
  readonly #control = new PredictiveControl({ shrink: 0.2, grow: 6 });
  readonly #result: { error: number; next: number; trouble: Attempted["trouble"] };

  readonly #point: RatePoint;
  /** Whether the derivatives are those at (t, y), and the length that their factors are for; 0: there are none. */
  #hasDerivatives = false;
  #hFactor = 0;
  /** The step attempted last. */
  #h = 0;

  readonly #u: readonly Float64Array[];
  readonly #timeDerivative: Float64Array;
  readonly #stage: Float64Array;
  /** The end as it was computed: the caller may amend the other one. */
  readonly #reached: Float64Array;

  constructor(system: RateSystem, options: RosenbrockOptions = {}) {
    requireIndexOne(system);
    this.#system = system;
    this.#safety = options.safety ?? 0.9;
    this.#weights = new RateWeights(system);
    this.#point = new RatePoint(system, this.counts);
    this.#result = { error: 0, next: 0, trouble: null };
    const vector = (): Float64Array => new Float64Array(system.size);
    this.#u = tableau.m.map(vector);
    this.end = vector();
    [this.#timeDerivative, this.#stage, this.#reached] = [vector(), vector(), vector()];
  }

  /** How the start was made consistent; null if nothing was to be done, or it was left to the first step. */
  get start(): ConsistentStart | null {
    return this.#point.start;
  }

  begin(t: number, y: Float64Array): void {
    this.#point.begin(t, y);
    this.end.set(this.#point.y);
    this.#forget();
    this.#control.begin();
  }

  firstStep(span: number): number {
    const [probe, f1, change] = this.#u;
    return this.#point.firstStep(this.#weights, span, [probe, f1, change]);
  }

  /** The result is one object, overwritten each time. */
  attempt(h: number, isFixed: boolean): Attempted {
    const { end } = this;
    const [control, reached, y, u] = [this.#control, this.#reached, this.#point.y, this.#u];
    this.#h = h;
    this.#point.knowRates();
    this.#knowDerivatives();
    if (!this.#prepareFactors(h)) return this.#failed("singular", h / 2);
    this.#weights.take(y, h);
    for (let s = 0; s < u.length; s++) this.#solveStage(s, h);
    combine(reached, y, tableau.m, u);
    end.set(reached);
    const error = this.#weights.norm(u[u.length - 1]);
    if (!(error < Infinity)) return this.#failed("not-finite", h / 4);
    const next = isFixed ? h : control.propose(h, error, this.#safety);
    if (!isFixed && error > 1) {
      this.counts.errorFailures += 1;
      control.repeat();
    }
    return Object.assign(this.#result, { error, next, trouble: null });
  }

  accept(): void {
    this.#point.advance(this.#h, this.end);
    this.#forget();
    this.#control.accept(this.#h, this.#result.error, this.#result.next);
  }

  culprit(): string {
    const [system, u, weights] = [this.#system, this.#u, this.#weights];
    if (this.#result.trouble === "singular") return undetermined(system);
    if (this.#result.trouble === null) return system.nameOf(weights.largest(u[u.length - 1]));
    // The solution spreads a number that is not finite over all entries: the stages show where it came from.
    for (let s = 0; s < u.length; s++) {
      combine(this.#stage, this.#point.y, tableau.a[s], u);
      system.rates(this.#point.t + tableau.alphaSum[s] * this.#h, this.#stage, this.#reached);
      const entry = this.#reached.findIndex((each) => !Number.isFinite(each));
      if (entry >= 0) return system.nameOf(entry);
    }
    return system.nameOf(0);
  }

  interpolate(theta: number, out: Float64Array): void {
    const { end } = this;
    const [y, reached, u] = [this.#point.y, this.#reached, this.#u];
    const rest = 1 - theta;
    const [d0, d1] = tableau.dense;
    for (let i = 0; i < out.length; i++) out[i] = y[i] + theta * (reached[i] - y[i]);
    for (let s = 0; s < u.length; s++) {
      const weight = theta * rest * (d0[s] + theta * d1[s]);
      for (let i = 0; i < out.length; i++) out[i] += weight * u[s][i];
    }
    // Where the end was amended, the polynomial leads there all the same.
    for (let i = 0; i < out.length; i++) out[i] = theta === 1 ? end[i] : out[i] + theta * (end[i] - reached[i]);
  }

  rebase(move: (y: Float64Array) => void): void {
    move(this.#point.y);
    this.#forget();
  }

  snapshot(): Float64Array {
    const { t, y, f, hasRates } = this.#point;
    const out = new Float64Array(SCALARS + VECTORS * y.length);
    out.set([t, Number(hasRates)]);
    this.#control.write(out, 2);
    out.set(y, SCALARS);
    out.set(f, SCALARS + y.length);
    return out;
  }

  /** Derivatives belong to the state itself, so they are made again and are the same. */
  restore(numbers: Float64Array): void {
    const point = this.#point;
    const n = point.y.length;
    this.#forget();
    point.t = numbers[0];
    point.hasRates = numbers[1] === 1;
    this.#control.read(numbers, 2);
    point.y.set(numbers.subarray(SCALARS, SCALARS + n));
    point.f.set(numbers.subarray(SCALARS + n, SCALARS + 2 * n));
  }

  #solveStage(s: number, h: number): void {
    const [system, u, stage, timeDerivative] = [this.#system, this.#u, this.#stage, this.#timeDerivative];
    const { t, y } = this.#point;
    const { size, mass } = system;
    const x = u[s];
    if (s === 0) x.set(this.#point.f);
    else {
      combine(stage, y, tableau.a[s], u);
      system.rates(t + tableau.alphaSum[s] * h, stage, x);
      this.counts.evaluations += 1;
    }
    for (let j = 0; j < s; j++) {
      const [weight, u_j] = [tableau.c[s][j] / h, u[j]];
      for (let i = 0; i < size; i++) if (mass === null || mass[i] === 1) x[i] += weight * u_j[i];
    }
    const weight = h * tableau.gammaSum[s];
    if (weight !== 0) for (let i = 0; i < size; i++) x[i] += weight * timeDerivative[i];
    system.solve(0, x, null);
    this.counts.solves += 1;
  }

  #knowDerivatives(): void {
    if (this.#hasDerivatives) return;
    this.#system.linearize(this.#point.t, this.#point.y);
    this.#system.timeDerivative(this.#timeDerivative);
    this.counts.jacobians += 1;
    this.#hasDerivatives = true;
  }

  /** False if the matrix is singular. */
  #prepareFactors(h: number): boolean {
    if (h === this.#hFactor) return true;
    this.counts.factorizations += 1;
    const isRegular = this.#system.factor(0, 1 / (tableau.gamma * h), 0);
    this.#hFactor = isRegular ? h : 0;
    return isRegular;
  }

  #forget(): void {
    this.#point.hasRates = false;
    this.#hasDerivatives = false;
    this.#hFactor = 0;
  }

  #failed(trouble: "singular" | "not-finite", next: number): Attempted {
    if (trouble === "not-finite") this.counts.errorFailures += 1;
    this.#control.repeat();
    return Object.assign(this.#result, { error: Infinity, next, trouble });
  }
}

/** out ← y + Σ_j weights_j u_j. */
function combine(out: Float64Array, y: Float64Array, weights: readonly number[], u: readonly Float64Array[]): void {
  out.set(y);
  for (let j = 0; j < weights.length; j++) {
    const [weight, u_j] = [weights[j], u[j]];
    for (let i = 0; i < out.length; i++) out[i] += weight * u_j[i];
  }
}

function requireIndexOne(system: RateSystem): void {
  const { index } = system;
  const entry = index === null ? -1 : index.findIndex((each) => each > 1);
  if (index === null || entry < 0) return;
  const message =
    `rosenbrock solves equations of index 1, and ${system.nameOf(entry)} has index ${index[entry]}: ` +
    `choose "radau5" or "bdf", or a formulation without multipliers among the unknowns.`;
  throw new RequestError({ code: "index-too-high", subject: system.nameOf(entry), value: index[entry], message });
}
