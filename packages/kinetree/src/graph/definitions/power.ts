import type { Num } from "../graph.js";
import { abs, add, and, eq, floor, le, lt, mul, neg, select, sub, upper } from "../num.js";
import { LN2_HIGH, LN2_LOW } from "./constants.js";
import { quickSum, short, shortProduct, shortQuotient, shortSum, type DoubleDouble } from "./double-double.js";
import { exponentialOfSum } from "./exponential.js";
import { binaryFactors } from "./logarithm.js";
import { horner } from "./polynomial.js";

/*
 * x^y = e^(y log x). y log x reaches 745, and multiplies an error of log x in the result by as much: log x is
 * needed to 2^-65 and taken in pairs of doubles. Their course is that of fdlibm (e_pow.c, Sun Microsystems 1993), here
 * with natural logarithms and without its break point at 3/2.
 */

const TWO_THIRDS: DoubleDouble = { hi: 0.6666666567325592, lo: 9.934107462565104e-9 };

/** (3 artanh s - 3 s - s³) / s⁵ of s², |s| <= 3 - 2√2; |error of artanh s| < 2^-73 relative. */
const ARTANH = [
  0.5999999999999996, 0.42857142857168806, 0.3333333332602695, 0.27272728339634067, 0.23076832971427882,
  0.20004566099819998, 0.17510399265454532, 0.1799876156340662,
];

/** log x of a finite x > 0 as a short pair. */
function logarithmPair(x: Num): DoubleDouble {
  const { m, k } = binaryFactors(x);
  // log m = 2 artanh s = 2/3 s (3 + s² + rest)
  const s = shortQuotient({ hi: sub(m, 1), lo: 0 }, quickSum(1, m));
  const whole = add(s.hi, s.lo);
  const z = mul(whole, whole);
  const square = mul(s.hi, s.hi); // exact; the remainder of s² goes into the rest
  const rest = add(mul(mul(z, z), horner(ARTANH, z)), mul(s.lo, add(s.hi, whole)));
  const seriesHi = upper(add(add(square, 3), rest));
  const series: DoubleDouble = { hi: seriesHi, lo: sub(rest, sub(sub(seriesHi, 3), square)) };
  const sTimesSeries = shortProduct(s, whole, series);
  const logM = shortProduct(TWO_THIRDS, 2 / 3, shortSum(sTimesSeries.hi, sTimesSeries.lo));
  const sum = quickSum(mul(k, LN2_HIGH), logM.hi);
  return shortSum(sum.hi, add(sum.lo, add(mul(k, LN2_LOW), logM.lo)));
}

/**
 * Within 1.2 ulp for x >= 0, and for x < 0 where y is an integer. As JavaScript's `**`, but a NaN in either argument gives
 * NaN and -0 is taken as 0: x^0 = 1, 0^y = 0 or Infinity, NaN of x < 0 if y is no integer, NaN of (±1)^±Infinity.
 */
export function power(x: Num, y: Num): Num {
  const size = abs(x);
  const log = logarithmPair(size);
  const logHi = select(eq(size, 0), -Infinity, select(lt(size, Infinity), log.hi, size)); // NaN stays NaN
  const { hi, lo } = shortProduct(short(y), y, { hi: logHi, lo: log.lo });
  // Far outside the range of e^x, lo is negligible, or a difference of infinities.
  const value = exponentialOfSum(hi, select(le(abs(hi), 1000), lo, 0));
  const half = mul(y, 0.5);
  const odd = lt(floor(half), half); // of an integer y; holds above 2^51 too, where isOdd ends
  const ofNegative = select(eq(floor(y), y), select(odd, neg(value), value), NaN);
  return select(and(eq(y, 0), eq(x, x)), 1, select(lt(x, 0), ofNegative, value));
}
