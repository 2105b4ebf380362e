import { fourthRoot } from "./rate-control.js";
import type { RateWeights } from "./rate-weights.js";
import type { RateSystem } from "../system.js";

/** Without a state or a rate to go by [s]. */
const SHORT = 1e-6;

/**
 * A length for the first step of a method whose error grows with h⁴: Hairer, Nørsett, Wanner I (1993), II.4. Entries with
 * mass 0 have no rate and stay out of it; `weights` are taken at y. `probe`, `f1` and `change` are scratch.
 */
export function firstStepOf(
  system: RateSystem,
  weights: RateWeights,
  start: { readonly t: number; readonly y: Float64Array; readonly f: Float64Array },
  span: number,
  [probe, f1, change]: readonly [Float64Array, Float64Array, Float64Array],
): number {
  const { size, mass } = system;
  const { t, y, f } = start;
  const hasRate = (i: number): boolean => mass === null || mass[i] === 1;
  for (let i = 0; i < size; i++) probe[i] = hasRate(i) ? y[i] : 0;
  for (let i = 0; i < size; i++) change[i] = hasRate(i) ? f[i] : 0;
  const [d0, d1] = [weights.norm(probe), weights.norm(change)];
  const h0 = Math.min(d0 < 1e-5 || !(d1 >= 1e-5) ? SHORT : (0.01 * d0) / d1, span);
  for (let i = 0; i < size; i++) probe[i] = hasRate(i) ? y[i] + h0 * f[i] : y[i];
  system.rates(t + h0, probe, f1);
  for (let i = 0; i < size; i++) change[i] = hasRate(i) ? (f1[i] - f[i]) / h0 : 0;
  const most = Math.max(d1, weights.norm(change));
  // NaN, where the probe met no state, is not above the bound either.
  const h1 = most > 1e-15 ? fourthRoot(0.01 / most) : Math.max(SHORT, h0 * 1e-3);
  return Math.min(100 * h0, h1, span);
}
