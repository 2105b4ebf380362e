import { hypotenuse } from "../../linalg/hypotenuse.js";
import type { MethodName } from "../../integrate/integrators.js";
import { methods } from "../../integrate/method.js";
import type { Ritz } from "./krylov-space.js";

/** Amplification per step above which an oscillation diverges: a factor e in a thousand steps. */
const GROWTH = 1e-3;
/** Upper bound of ω h in the search; no explicit method of so few stages is stable beyond it. */
const FURTHEST = 16;
const LOOK_EVERY = 1 / 256;

/** Longest stable ω h of fixed steps at damping ratio ζ (0 to 1): undamped, 2 for Euler-Cromer and 2√2 for rk4. */
export function stableStep(method: MethodName, dampingRatio: number): number {
  const zeta = Math.min(Math.max(dampingRatio, 0), 1);
  // Of v₁ = v − h (2 ζ ω v + ω² x), x₁ = x + h v₁ the eigenvalues leave the unit circle at −1: 4 − 4 ζ ω h − (ω h)² = 0.
  if (methods[method].newSpeedsFirst) return 2 * (Math.sqrt(1 + zeta * zeta) - zeta);
  const coefficients = stabilityPolynomial(method);
  const [re, im] = [-zeta, Math.sqrt(1 - zeta * zeta)];
  let s = LOOK_EVERY;
  while (s <= FURTHEST && sizeAt(coefficients, s * re, s * im) <= 1 + GROWTH) s += LOOK_EVERY;
  let [low, high] = [s - LOOK_EVERY, s];
  for (let k = 0; k < 20; k++) {
    const middle = (low + high) / 2;
    if (sizeAt(coefficients, middle * re, middle * im) <= 1 + GROWTH) low = middle;
    else high = middle;
  }
  return low;
}

/** R(z) = 1 + Σ bᵀ Aᵏ⁻¹ 1 zᵏ: amplification of ẏ = λ y per step with z = h λ (Hairer, Wanner II (1996), IV.2). */
function stabilityPolynomial(method: MethodName): readonly number[] {
  const { a, b } = methods[method].tableau;
  const coefficients = [1];
  let stages = a.map(() => 1);
  for (let k = 0; k < b.length; k++) {
    coefficients.push(b.reduce((sum, weight, i) => sum + weight * stages[i], 0));
    const before = stages;
    stages = a.map((row) => row.reduce((sum, weight, j) => sum + weight * before[j], 0));
  }
  return coefficients;
}

/** |R(x + i y)| */
function sizeAt(coefficients: readonly number[], x: number, y: number): number {
  let [re, im] = [0, 0];
  for (let k = coefficients.length - 1; k >= 0; k--) [re, im] = [re * x - im * y + coefficients[k], re * y + im * x];
  return hypotenuse(re, im);
}

/** Damping ratios at which the stability boundary is computed; linear interpolation between them. */
const PARTS = 16;

/** Modes that grow faster than this part of their rate are physical, not a matter of stability. */
const GROWING = -0.1;

/** Slower modes [1/s] are rounding errors: rigid motions have double eigenvalues at zero, which rounding separates. */
const LEAST_RATE = 1e-2;

/** Longest stable steps of an explicit method for a mode. */
export class StabilityLimits {
  readonly method: MethodName;
  readonly #known = new Float64Array(PARTS + 1).fill(NaN);

  constructor(method: MethodName) {
    this.method = method;
  }

  /** [s]; infinite for growing modes and rigid motions. */
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
