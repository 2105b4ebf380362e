import type { Num } from "../graph.js";
import { add, floor, max, min, mul, nearest, pow2, sub } from "../num.js";
import { LN2_HIGH, LN2_LOW } from "./constants.js";
import { hornerByPairs } from "./polynomial.js";

/** (e^r - 1 - r - r²/2) / r³ of r, |error of e^r| < 2^-60 relative. */
const CUBIC_ON = [
  0.16666666666666688, 0.041666666666666845, 0.008333333333312985, 0.0013888888888757213, 0.0001984126990618649,
  2.4801587629695122e-5, 2.7557225311754246e-6, 2.7556978966506655e-7, 2.51152778360122e-8, 2.1014247937081733e-9,
];

/** Beyond these, e^x rounds to 0 or Infinity; the limits keep k within the range of two factors of 2^(k/2). */
const LOWEST = -746;
const HIGHEST = 710;

/** e^(x + tail) = 2^k e^r with |r| <= ln 2 / 2, for a tail far below x, up to 2^-16. */
export function exponentialOfSum(x: Num, tail: Num): Num {
  const inside = max(min(x, HIGHEST), LOWEST); // in this order, and x first, NaN stays NaN
  const k = nearest(mul(inside, Math.LOG2E));
  const exact = sub(inside, mul(k, LN2_HIGH));
  const low = sub(mul(k, LN2_LOW), tail);
  const r = sub(exact, low);
  const rest = sub(sub(exact, r), low); // true r minus r
  const rr = mul(r, r);
  const curved = mul(rr, add(mul(r, hornerByPairs(CUBIC_ON, r, rr)), 0.5)); // e^r - 1 - r
  const value = add(1, add(r, add(curved, rest)));
  // In two factors, as 2^k itself may overflow or be subnormal while the result is neither. The first product is exact.
  const half = floor(mul(k, 0.5));
  return mul(mul(value, pow2(half)), pow2(sub(k, half)));
}

/** Within 0.95 ulp everywhere; Infinity above 709.78, gradually 0 below -708.4. */
export function exponential(x: Num): Num {
  return exponentialOfSum(x, 0);
}
