import { SimulationError } from "../../../errors/kinetree-error.js";
import type { ResidualSystem } from "../system.js";

/** Root mean square of entries in units of their weights; entries that do not count are left out of the mean. */
export class WeightedNorm {
  readonly #system: Pick<ResidualSystem, "size" | "weigh" | "nameOf">;
  readonly #weights: Float64Array;
  /** 1/w, and 0 for entries of infinite weight. */
  readonly #inverse: Float64Array;
  readonly #counts: Uint8Array | null;
  #counted = 0;

  /** With `counts`, only entries marked by 1 in it count. */
  constructor(system: Pick<ResidualSystem, "size" | "weigh" | "nameOf">, counts: Uint8Array | null = null) {
    this.#system = system;
    this.#weights = new Float64Array(system.size);
    this.#inverse = new Float64Array(system.size);
    this.#counts = counts;
  }

  /** Measures with the weights of this state from here on. */
  weigh(y: Float64Array): void {
    const w = this.#weights;
    this.#system.weigh(y, w);
    this.#counted = 0;
    for (let i = 0; i < w.length; i++) {
      if (!(w[i] > 0)) throw noWeight(this.#system.nameOf(i), w[i]);
      const isCounted = w[i] < Infinity && (this.#counts === null || this.#counts[i] === 1);
      this.#inverse[i] = isCounted ? 1 / w[i] : 0;
      if (isCounted) this.#counted++;
    }
  }

  of(x: Float64Array): number {
    const inverse = this.#inverse;
    let sum = 0;
    for (let i = 0; i < x.length; i++) {
      const share = x[i] * inverse[i];
      sum += share * share;
    }
    return this.#root(sum);
  }

  ofSum(a: Float64Array, b: Float64Array): number {
    const inverse = this.#inverse;
    let sum = 0;
    for (let i = 0; i < a.length; i++) {
      const share = (a[i] + b[i]) * inverse[i];
      sum += share * share;
    }
    return this.#root(sum);
  }

  /** The entry with the largest share in the norm, 0 if none counts. */
  largest(x: Float64Array): number {
    return largestShare(x, this.#inverse);
  }

  #root(sum: number): number {
    return this.#counted === 0 ? 0 : Math.sqrt(sum / this.#counted);
  }
}

/** The entry with the largest |x_i| times its inverse weight; one that is not finite is larger than any. */
export function largestShare(x: Float64Array, inverse: Float64Array): number {
  let [entry, most] = [0, -1];
  for (let i = 0; i < x.length; i++) {
    if (!Number.isFinite(x[i])) return i;
    const share = Math.abs(x[i]) * inverse[i];
    if (share > most) [entry, most] = [i, share];
  }
  return entry;
}

export function areFinite(x: Float64Array): boolean {
  for (let i = 0; i < x.length; i++) if (!Number.isFinite(x[i])) return false;
  return true;
}

/** The error of an entry without a tolerance: nothing could be small enough for it. */
export function noWeight(name: string, value: number): SimulationError {
  const message = `errors of ${name} are measured against ${value}, must be > 0. Give it an absolute tolerance: a relative one says nothing about a value of 0.`;
  return new SimulationError({ code: "no-tolerance", subject: name, value, message });
}

/** Beyond this many the list stops helping. */
const LONGEST_LIST = 5;

/** Entries that a singular matrix may leave open, by name: those that are not integrated, or all if all are. */
export function undetermined(system: Pick<ResidualSystem, "size" | "mass" | "nameOf">): string {
  const { size, mass } = system;
  const entries = Array.from({ length: size }, (_, i) => i);
  const algebraic = entries.filter((i) => mass !== null && mass[i] === 0);
  const suspects = algebraic.length > 0 ? algebraic : entries;
  const names = suspects.slice(0, LONGEST_LIST).map((i) => system.nameOf(i));
  const more = suspects.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}
