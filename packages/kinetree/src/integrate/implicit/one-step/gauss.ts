import { noCounts, type Attempted, type ImplicitCounts, type ImplicitStepper } from "../method.js";
import { gaussTableaus, farthestFrom, weightsUpTo, type GaussTableau } from "./gauss-tableau.js";

/** ẏ = f(t, y) along a solution on which f is smooth, but cannot be evaluated everywhere. */
export interface SmoothRates {
  readonly size: number;
  /** The first entries of y, which f depends on. The rest follows, and takes no part in the judgement of a step. */
  readonly counted: number;
  /** f ← f(t, y). Gives the distance of y from the state that was taken in its place, such as the nearest one on constraints. */
  rates(t: number, y: Float64Array, f: Float64Array): number;
  /** f ← a guess of the rates after so much time, from a start at which they need not exist. */
  predict(t: number, y: Float64Array, after: number, f: Float64Array): void;
  /** The instant to stay away from, as a part of the motion that is followed. */
  avoided(): number;
  /** How far the motion is followed, in lengths of the step: a step may be cut short where nothing can be told about its own few stages. */
  reach(): number;
  /** Error allowed per step, relative to the states. */
  tolerance(): number;
}

const MOST_ITERATIONS = 80;
/** Iteration ends once nothing changes by more than the first, or where changes below the second no longer shrink: rounding is left. */
const [CONVERGED, ROUNDING] = [8 * Number.EPSILON, 1e-6];
/** Distances within this multiple of the rounding are rounding themselves. */
const ROUNDING_SHARE = 4;
/**
 * Terms of the expansion of smooth rates fall from degree to degree. Last terms below the first number that no longer fall, over four degrees, to the
 * second part of themselves, are rounding that the equations amplify.
 */
const [NOISE, FLAT] = [1e-7, 0.3];
/** Growth of the changes, and iterations before it counts, from which on there will be no convergence. */
const [GROWTH, FIRST_ITERATIONS] = [2, 4];

/**
 * One step at a time by Gauss's collocation (Hairer, Nørsett, Wanner I (1993), II.7), solved by fixed-point iteration: for smooth
 * motion through an instant at which rates cannot be evaluated. All stages lie inside of the step, so that it may even begin or end at that
 * instant; of two numbers of stages, the one is taken whose stages stay away from it.
 */
export class GaussStep implements ImplicitStepper {
  readonly counts: ImplicitCounts = noCounts();
  readonly end: Float64Array;
  readonly #system: SmoothRates;
  #tableau: GaussTableau = gaussTableaus[0];
  #t = 0;
  /** The length that is followed, and the part of it that is the step. */
  #h = 0;
  #share = 1;
  readonly #start: Float64Array;
  readonly #rates: readonly Float64Array[];
  readonly #stage: Float64Array;
  readonly #fresh: Float64Array;
  readonly #weights: Float64Array;

  constructor(system: SmoothRates) {
    const vector = (): Float64Array => new Float64Array(system.size);
    const most = Math.max(...gaussTableaus.map(({ nodes }) => nodes.length));
    this.#system = system;
    [this.end, this.#start, this.#stage, this.#fresh] = [vector(), vector(), vector(), vector()];
    this.#rates = Array.from({ length: most }, vector);
    this.#weights = new Float64Array(most);
  }

  begin(t: number, y: Float64Array): void {
    this.#t = t;
    this.#start.set(y);
    this.end.set(y);
  }

  firstStep(span: number): number {
    return span;
  }

  attempt(h: number): Attempted {
    const reach = this.#system.reach();
    this.#h = h * reach;
    this.#share = 1 / reach;
    this.#tableau = farthestFrom(this.#system.avoided());
    const { distance, rounding } = this.#iterate();
    const { last, before } = this.#tail();
    // Shorter steps come nearer to the instant to avoid, where rounding is amplified even more.
    const isNoise = last <= NOISE && last > FLAT * before;
    const allowed = Math.max(this.#system.tolerance(), ROUNDING_SHARE * rounding, isNoise ? last : 0);
    if (Math.max(distance, last) <= allowed) {
      this.interpolate(1, this.end);
      return { error: 0, next: h, trouble: null };
    }
    this.counts.newtonFailures += 1;
    return { error: Infinity, next: h / 2, trouble: Number.isNaN(distance) ? "not-finite" : "newton" };
  }

  /** How much the last term of the rates' expansion in Legendre polynomials moves the state, and one four degrees before it. */
  #tail(): { readonly last: number; readonly before: number } {
    const { last, before } = this.#tableau;
    return { last: this.#termOf(last), before: this.#termOf(before) };
  }

  #termOf(weights: readonly number[]): number {
    const [rates, start, h] = [this.#rates, this.#start, this.#h];
    let most = 0;
    for (let k = 0; k < this.#system.counted; k++) {
      let sum = 0;
      for (let j = 0; j < weights.length; j++) sum += weights[j] * rates[j][k];
      most = Math.max(most, Math.abs(h * sum) / Math.max(1, Math.abs(start[k])));
    }
    return most;
  }

  /** Repeats all stages until they stay as they are. Gives the largest distance of one, Infinity without convergence, and what still changed. */
  #iterate(): { readonly distance: number; readonly rounding: number } {
    const { nodes, a } = this.#tableau;
    const [system, rates, stage, fresh, t, h] = [this.#system, this.#rates, this.#stage, this.#fresh, this.#t, this.#h];
    nodes.forEach((c, i) => system.predict(t, this.#start, c * h, rates[i]));
    let last = Infinity;
    for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
      let [change, distance] = [0, 0];
      for (let i = 0; i < nodes.length; i++) {
        this.#sum(a[i], stage);
        const off = system.rates(t + nodes[i] * h, stage, fresh);
        if (!(off >= 0)) return { distance: NaN, rounding: 0 };
        distance = Math.max(distance, off);
        change = Math.max(change, relativeChange(rates[i], fresh, stage.subarray(0, system.counted), h));
        rates[i].set(fresh);
      }
      this.counts.evaluations += nodes.length;
      if (change <= CONVERGED || (change <= ROUNDING && change >= last)) return { distance, rounding: change };
      if (iteration > FIRST_ITERATIONS && !(change <= GROWTH * last)) break;
      last = change;
    }
    return { distance: Infinity, rounding: 0 };
  }

  /** out ← start + h Σ w f */
  #sum(w: ArrayLike<number>, out: Float64Array): void {
    const [rates, start, h, count] = [this.#rates, this.#start, this.#h, this.#tableau.nodes.length];
    for (let k = 0; k < out.length; k++) {
      let sum = 0;
      for (let j = 0; j < count; j++) sum += w[j] * rates[j][k];
      out[k] = start[k] + h * sum;
    }
  }

  accept(): void {
    this.#t += this.#h * this.#share;
    this.#start.set(this.end);
  }

  interpolate(theta: number, out: Float64Array): void {
    weightsUpTo(this.#tableau, theta * this.#share, this.#weights);
    this.#sum(this.#weights, out);
  }

  rebase(move: (y: Float64Array) => void): void {
    move(this.#start);
  }

  snapshot(): Float64Array {
    return Float64Array.of(this.#t, ...this.#start);
  }

  restore(numbers: Float64Array): void {
    this.begin(numbers[0], numbers.slice(1));
  }
}

/** The largest change of a state by new rates over a step, relative to the larger of 1 and itself. */
function relativeChange(before: Float64Array, after: Float64Array, y: Float64Array, h: number): number {
  let most = 0;
  for (let k = 0; k < y.length; k++) {
    const change = (h * Math.abs(after[k] - before[k])) / Math.max(1, Math.abs(y[k]));
    if (!(change <= most)) most = change;
  }
  return most;
}
