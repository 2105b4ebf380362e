import type { MotionPoint, MotionSystem } from "../system.js";

/** 1/w is no larger than this: an entry without any tolerance asks for the impossible, and its square stays a number. */
const MOST = 1e150;

/** Weights of errors of positions, speeds and states of the first order: root mean squares over the entries that count. */
export class AlphaWeights {
  /** 1/w of [u, v, z]; 0 for entries that do not count. */
  readonly #inverse: Float64Array;
  readonly #system: MotionSystem;
  #counted = 1;

  constructor(system: MotionSystem) {
    this.#system = system;
    this.#inverse = new Float64Array(2 * system.nv + system.nz);
  }

  take(point: MotionPoint): void {
    const inverse = this.#inverse;
    this.#system.weigh(point, inverse);
    let counted = 0;
    for (let i = 0; i < inverse.length; i++) {
      inverse[i] = Math.min(1 / inverse[i], MOST);
      if (inverse[i] > 0) counted += 1;
    }
    this.#counted = Math.max(counted, 1);
  }

  /** Norm of an error in which v, z are these, times a factor, and u is another, times its own. NaN if a number is not finite. */
  norm(u: Float64Array, uFactor: number, v: Float64Array, vFactor: number, z: Float64Array, zFactor: number): number {
    const { nv, nz } = this.#system;
    const inverse = this.#inverse;
    let sum = 0;
    for (let i = 0; i < nv; i++) {
      const eu = u[i] * uFactor * inverse[i];
      const ev = v[i] * vFactor * inverse[nv + i];
      sum += eu * eu + ev * ev;
    }
    for (let i = 0; i < nz; i++) {
      const ez = z[i] * zFactor * inverse[2 * nv + i];
      sum += ez * ez;
    }
    return Math.sqrt(sum / this.#counted);
  }
}
