import { largestShare, noWeight } from "../newton/newton-norm.js";
import type { RateSystem } from "../system.js";

/**
 * Weights of the errors of a `RateSystem`. Entries of index 2 and 3 follow from derivatives of others, so that their errors
 * are larger by 1/h and 1/h², and are weighted with h and h² (Hairer, Lubich, Roche, Lecture Notes in Mathematics 1409 (1989);
 * Hairer, Wanner II (1996), VII.4).
 */
export class RateWeights {
  /** 1/w times h^(index − 1); 0 for entries that do not count. */
  readonly inverse: Float64Array;
  /** Largest |y|/w: the reciprocal of the relative accuracy that is asked for. */
  reach = 0;
  readonly #system: RateSystem;
  readonly #w: Float64Array;
  #counted = 1;

  constructor(system: RateSystem) {
    this.#system = system;
    this.inverse = new Float64Array(system.size);
    this.#w = new Float64Array(system.size);
  }

  take(y: Float64Array, h: number): void {
    const { inverse } = this;
    const [system, w] = [this.#system, this.#w];
    const { size, index } = system;
    system.weigh(y, w);
    let [counted, reach] = [0, 0];
    for (let i = 0; i < size; i++) {
      if (!(w[i] > 0)) throw noWeight(system.nameOf(i), w[i]);
      const each = 1 / w[i];
      if (each > 0) counted += 1;
      reach = Math.max(reach, Math.abs(y[i]) * each);
      const order = index === null ? 1 : index[i];
      inverse[i] = order === 1 ? each : order === 2 ? each * h : each * h * h;
    }
    this.#counted = Math.max(counted, 1);
    this.reach = reach;
  }

  /** Root mean square of x/w; NaN if a number in x is not finite, even one that does not count. */
  norm(x: Float64Array): number {
    return Math.sqrt(this.#squares(x) / this.#counted);
  }

  /** The same of three vectors together. */
  norm3(x: Float64Array, y: Float64Array, z: Float64Array): number {
    return Math.sqrt((this.#squares(x) + this.#squares(y) + this.#squares(z)) / (3 * this.#counted));
  }

  largest(x: Float64Array): number {
    return largestShare(x, this.inverse);
  }

  #squares(x: Float64Array): number {
    const { inverse } = this;
    let sum = 0;
    for (let i = 0; i < inverse.length; i++) {
      const each = x[i] * inverse[i];
      sum += each * each;
    }
    return sum;
  }
}
