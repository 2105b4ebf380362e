import type { MethodName } from "../../integrate/integrators.js";
import type { Ritz } from "./stiffness-krylov.js";
import { stableStep } from "./step-stability.js";

/** Directions between undamped and fully damped for which the boundary is computed; between them it is a straight line. */
const PARTS = 16;

/** Modes that grow faster than this part of their rate are motion, and no matter of stability. */
const GROWING = -0.1;

/** Slower ones [1/s] are rounding: a mechanism without any has double eigenvalues at zero, which rounding sets apart. */
const LEAST_RATE = 1e-2;

/** How long the steps of an explicit method may be for a mode, before the mode grows from step to step. */
export class StabilityLimits {
  readonly method: MethodName;
  readonly #known = new Float64Array(PARTS + 1).fill(NaN);

  constructor(method: MethodName) {
    this.method = method;
  }

  /** [s]; infinite for what grows by itself or does not move. */
  of({ rate, dampingRatio }: Pick<Ritz, "rate" | "dampingRatio">): number {
    if (!(rate > LEAST_RATE) || dampingRatio < GROWING) return Infinity;
    const place = PARTS * Math.min(Math.max(dampingRatio, 0), 1);
    const before = Math.min(Math.floor(place), PARTS - 1);
    const share = place - before;
    return ((1 - share) * this.#at(before) + share * this.#at(before + 1)) / rate;
  }

  #at(part: number): number {
    if (Number.isNaN(this.#known[part])) this.#known[part] = stableStep(this.method, part / PARTS);
    return this.#known[part];
  }
}
