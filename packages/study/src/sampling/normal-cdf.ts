import { realFunctions } from "kinetree/tools";

/*
 * The normal distribution function with full relative accuracy far into its lower tail. Around the middle by the series
 * Φ(x) - 1/2 = φ(x) (x + x³/3 + x⁵/15 + …), whose terms have one sign; below by Laplace's continued fraction of Mills' ratio
 * Φ(-x)/φ(x) = 1/(x + 1/(x + 2/(x + 3/(x + …)))). Abramowitz and Stegun, 26.2.11 and 26.2.14.
 */

const exp = (x: number): number => realFunctions.exp.of(x, 0);
const log = (x: number): number => realFunctions.log.of(x, 0);

const ROOT_TWO_PI = 2.5066282746310002;
const LOG_ROOT_TWO_PI = 0.9189385332046728;

/** Where the one takes over from the other: the series would cancel beyond it, the fraction would need many terms before it. */
const SWITCH = 1.5;

/** φ(x). The square is taken in two parts, because its rounding would be a relative error of x²/2 ulps. */
function normalDensity(x: number): number {
  const coarse = Math.round(16 * x) / 16;
  const fine = x - coarse;
  return (exp(-0.5 * coarse * coarse) * exp(-0.5 * fine * (x + coarse))) / ROOT_TWO_PI;
}

/** Φ(-x)/φ(x) for x >= SWITCH, by the continued fraction from its far end. */
function millsRatio(x: number): number {
  // Terms for 1e-17 by trial: 196 at 1.5, 60 at 3, 13 at 10.
  const terms = Math.ceil(12 + 450 / (x * x));
  let tail = x;
  for (let k = terms; k >= 1; k--) tail = x + k / tail;
  return 1 / tail;
}

/** Φ(x) = P(N(0, 1) < x). Underflows to 0 below -38.5. */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) return NaN;
  if (x <= -SWITCH) return x < -40 ? 0 : normalDensity(x) * millsRatio(-x);
  if (x >= SWITCH) return 1 - normalCdf(-x);
  let [sum, term] = [x, x];
  for (let k = 3; Math.abs(term) > 1e-18 * Math.abs(sum); k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return 0.5 + normalDensity(x) * sum;
}

/** ln Φ(x) for x <= -SWITCH, where Φ itself may underflow. */
export const logNormalCdfTail = (x: number): number => -0.5 * x * x - LOG_ROOT_TWO_PI + log(millsRatio(-x));

/** x with ln Φ(x) = logP, for logP below that of -SWITCH: Newton's method on the logarithm, which is nearly a parabola there. */
export function inverseLogNormalCdfTail(logP: number): number {
  let x = -Math.sqrt(-2 * logP);
  for (let k = 0; k < 50; k++) {
    // d ln Φ / dx = φ/Φ = 1/Mills
    const step = (logNormalCdfTail(Math.min(x, -SWITCH)) - logP) * millsRatio(Math.max(-x, SWITCH));
    x -= step;
    if (Math.abs(step) <= 4 * Number.EPSILON * Math.abs(x)) break;
  }
  return x;
}
