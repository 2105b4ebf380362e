import { exp } from "../../graph/elementary.js";

/** Spacing of the trapezoidal rule. Its error is about exp(-π²/h): the integrand is analytic in a strip of half-width π/2. */
const SPACING = 1 / 6;
/** Of larger x the integrand is a narrow bell exp(-x t²/2), of which the rule sees enough with a spacing in proportion to 1/√x. */
const NARROW = 12;

/** Terms below this share of the sum change nothing. */
const NEGLIGIBLE = 1e-18;

/**
 * Modified Bessel function of the second kind, order 1, of x > 0: K₁(x) = ∫₀^∞ exp(-x cosh t) cosh t dt (Abramowitz and Stegun,
 * 9.6.24), by the trapezoidal rule, whose terms are all positive.
 */
export function besselK1(x: number): number {
  if (!(x > 0)) return x === 0 ? Infinity : NaN;
  const h = SPACING / Math.sqrt(Math.max(1, x / NARROW));
  // exp(-x) is taken out: its size would hide when terms are small.
  let sum = 0.5;
  for (let k = 1; ; k++) {
    const growth = exp(k * h) as number;
    const cosh = 0.5 * (growth + 1 / growth);
    const term = cosh * (exp(-x * (cosh - 1)) as number);
    sum += term;
    if (term < NEGLIGIBLE * sum && x * cosh > 1) return h * sum * (exp(-x) as number);
  }
}
