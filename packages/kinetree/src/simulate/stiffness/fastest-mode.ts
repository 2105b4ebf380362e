import { KrylovSpace, type Ritz } from "./krylov-space.js";
import type { StabilityLimits } from "./step-stability.js";
import type { StiffnessProbe } from "./stiffness-probe.js";

/** The mode that limits explicit steps most. */
export interface FastestMode extends Ritz {
  /** Longest step with which it does not grow [s]. */
  readonly limit: number;
}

/** Relative error below which an estimate is good enough: the stability boundary is not sharper. */
const GOOD = 0.02;
/** Estimates with a larger error count only if they are the largest. */
const VAGUE = 0.3;
/** A limit of more than so many steps is far away. */
const FAR_ABOVE = 20;
/** Share of an unbiased vector, so that a mode that has become fast is seen. */
const OPEN_MIND = 0.3;

/** Finds the mode that limits explicit steps most, and follows it along a motion; its memory is one vector and one rate. */
export class FastestFinder {
  readonly probe: StiffnessProbe;
  readonly space: KrylovSpace;
  readonly #limits: StabilityLimits;
  readonly #x: Float64Array;
  readonly #shape: Float64Array;
  #rate = 1;
  #modes: readonly Ritz[] = [];

  /** @param most size of the largest space */
  constructor(probe: StiffnessProbe, limits: StabilityLimits, most: number) {
    this.probe = probe;
    this.#limits = limits;
    this.space = new KrylovSpace(probe, most);
    this.#x = new Float64Array(probe.size);
    this.#shape = new Float64Array(probe.size);
    this.#mix(0);
  }

  /** The rate by which coordinates are scaled relative to speeds. */
  get rate(): number {
    return this.#rate;
  }

  /** All modes of the last search: the outer ones are accurate, the inner ones approximate. */
  get modes(): readonly Ritz[] {
    return this.#modes;
  }

  /** Null where no mode limits the steps, or the equations are not finite. Limits far above `step` [s] need not be accurate. */
  find(vectors: number, rounds: number, step = Infinity): FastestMode | null {
    let best: FastestMode | null = null;
    for (let round = 0; round < rounds; round++) {
      const before = this.#rate;
      if (!this.space.span(this.#x, this.#rate, vectors)) return null;
      const { modes, take } = this.space.modes();
      // Rounds that begin with a good guess see few other modes.
      if (round === 0 || modes.length > this.#modes.length) this.#modes = modes;
      best = this.#worst(modes);
      if (!best) {
        this.#rate = 1;
        this.#mix(0);
        return null;
      }
      take(best, this.#x);
      this.#rate = best.rate;
      if (best.limit > FAR_ABOVE * step) break;
      // With badly scaled coordinates even a converged value may be wrong.
      if (best.doubt < GOOD && best.rate < 4 * before && before < 4 * best.rate) break;
    }
    this.#shape.set(this.#x);
    this.#mix(OPEN_MIND);
    return best;
  }

  #worst(modes: readonly Ritz[]): FastestMode | null {
    const largest = modes.reduce((most, { rate }) => Math.max(most, rate), 0);
    let best: FastestMode | null = null;
    for (const mode of modes) {
      if (mode.doubt > VAGUE && mode.rate < largest) continue;
      const limit = this.#limits.of(mode);
      if (limit < (best?.limit ?? Infinity)) best = { ...mode, limit };
    }
    return best;
  }

  /** The speed with most of the mode found last: v² over mobility, so that radians and metres, light and heavy parts, compare. */
  speed(): number {
    const { nv } = this.probe.plan;
    let [speed, most] = [0, -1];
    for (let i = 0; i < nv; i++) {
      const energy = this.#shape[nv + i] ** 2 / this.probe.mobility(i);
      if (energy > most && energy < Infinity) [speed, most] = [i, energy];
    }
    return speed;
  }

  /** Adds a share of a vector that is not orthogonal to any mode by symmetry; 0 replaces the vector by it. */
  #mix(share: number): void {
    const { nv } = this.probe.plan;
    const x = this.#x;
    const weigh = (i: number): number => (i >= nv && i < 2 * nv ? 1 : this.#rate);
    let size = 0;
    for (let i = 0; i < x.length; i++) size += (weigh(i) * x[i]) ** 2;
    size = Math.sqrt(size);
    const isAlone = share === 0 || !(size > 0 && size < Infinity);
    const by = (isAlone ? 1 : share * size) / Math.sqrt(Math.max(1, x.length));
    for (let i = 0; i < x.length; i++)
      x[i] = (isAlone ? 0 : x[i]) + (by * (1 - ((i * 7) % 11) / 16) * (i % 2 === 0 ? 1 : -1)) / weigh(i);
  }

  snapshot(): readonly number[] {
    return [this.#rate, ...this.#x];
  }

  restore([rate, ...x]: readonly number[]): void {
    this.#rate = rate;
    this.#x.set(x);
  }
}
