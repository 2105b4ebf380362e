import type { SmoothRates } from "../../integrate/implicit/one-step/gauss.js";
import { LEAST_QUALITY } from "../../integrate/control.js";
import type { Mechanism } from "./mechanism.js";

/** ẏ of [δ, v, z] at the nearest state that meets the closures, for a passage through a singular pose. */
export class SettledRates implements SmoothRates {
  readonly size: number;
  readonly counted: number;
  readonly #mechanism: Mechanism;
  readonly #v: Float64Array;

  constructor(mechanism: Mechanism) {
    const { nv, nz, nSummed } = mechanism;
    this.#mechanism = mechanism;
    this.counted = 2 * nv + nz;
    this.size = this.counted + nSummed;
    this.#v = new Float64Array(nv);
  }

  /** The caller of the step puts it where an interpolation is asked for. */
  avoided(): number {
    const { memory, plan } = this.#mechanism;
    return memory.get(plan.layout.clock.theta);
  }

  /** The proposed length of the step, of which a stop may leave a part. */
  reach(): number {
    const { memory, plan } = this.#mechanism;
    return Math.max(1, memory.get(plan.layout.clock.h) / memory.get(plan.layout.clock.hTaken));
  }

  tolerance(): number {
    const { memory, plan } = this.#mechanism;
    return memory.get(plan.layout.clock.relative);
  }

  rates(t: number, y: Float64Array, f: Float64Array): number {
    const { nv, memory, plan } = this.#mechanism;
    this.#mechanism.evaluate(t, y, f);
    memory.read(plan.layout.shown.v, this.#v);
    let [most, size] = [0, 0];
    for (let i = 0; i < nv; i++) {
      most = Math.max(most, Math.abs(this.#v[i] - y[nv + i]));
      size = Math.max(size, Math.abs(y[nv + i]));
    }
    return size === 0 ? most : most / size;
  }

  /** With the accelerations of the start, or without any where the start is singular. */
  predict(t: number, y: Float64Array, after: number, f: Float64Array): void {
    const { nv, memory, plan } = this.#mechanism;
    this.rates(t, y, f);
    const isRegular = memory.get(plan.layout.quality) > LEAST_QUALITY;
    if (!isRegular) f.fill(0);
    // The speeds as they are: in a singular pose, those that meet the closures best are of no motion.
    for (let i = 0; i < nv; i++) f[i] = y[nv + i] + after * f[nv + i];
  }
}
