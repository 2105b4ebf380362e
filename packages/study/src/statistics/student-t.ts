import { inverseNormalCdf } from "kinetree/random";
import { realFunctions } from "kinetree/tools";

/* Student's t distribution by the regularised incomplete beta function: Abramowitz and Stegun, 26.7.1 and 26.5.8. */

const exp = (x: number): number => realFunctions.exp.of(x, 0);
const log = (x: number): number => realFunctions.log.of(x, 0);

/** ln Γ(x) for x > 0 by Stirling's series, after as many steps of the recurrence as make it accurate. */
export function logGamma(x: number): number {
  let product = 1;
  let y = x;
  while (y < 15) product *= y++;
  const r = 1 / (y * y);
  const series = (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * (1 / 1188 - (r * 691) / 360360))))) / y;
  return (y - 0.5) * log(y) - y + 0.9189385332046728 + series - log(product);
}

/** I_x(a, b), in [0, 1], by the continued fraction on the side where it converges fast. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = exp(a * log(x) + b * log(1 - x) + logGamma(a + b) - logGamma(a) - logGamma(b)) / a;
  return front * betaFraction(x, a, b);
}

/** Lentz's way to evaluate a fraction from its near end (Thompson, Barnett 1986). */
function betaFraction(x: number, a: number, b: number): number {
  const TINY = 1e-300;
  const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < 10_000; m++) {
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / away(1 + term * d);
      c = away(1 + term / c);
      fraction *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return fraction;
}

/** P(T < t) with `freedom` degrees of freedom, which need not be whole. */
export function studentCdf(t: number, freedom: number): number {
  const tail = 0.5 * incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
  return t < 0 ? tail : 1 - tail;
}

/** P(|T| > |t|): what a two-sided test reports. */
export const studentTwoSided = (t: number, freedom: number): number =>
  incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);

/** t with P(T < t) = p: Newton's method from the normal quantile, within a bracket that bisection falls back on. */
export function studentQuantile(p: number, freedom: number): number {
  if (p < 0.5) return -studentQuantile(1 - p, freedom);
  if (p === 0.5) return 0;
  const half = (freedom + 1) / 2;
  const logFactor = logGamma(half) - logGamma(freedom / 2) - 0.5 * log(freedom * Math.PI);
  const density = (t: number): number => exp(logFactor - half * log(1 + (t * t) / freedom));
  let [low, high] = [0, Infinity];
  let t = inverseNormalCdf(p);
  for (let k = 0; k < 200; k++) {
    const miss = studentCdf(t, freedom) - p;
    if (miss < 0) low = t;
    else high = t;
    const next = t - miss / density(t);
    const isInside = next > low && next < high;
    const before = t;
    t = isInside ? next : high === Infinity ? 2 * t : 0.5 * (low + high);
    if (Math.abs(t - before) <= 4 * Number.EPSILON * t) break;
  }
  return t;
}
