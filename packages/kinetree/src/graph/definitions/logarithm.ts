import type { Num } from "../graph.js";
import { add, div, eq, exponent, le, lt, mantissa, mul, select, sub } from "../num.js";
import { LN2_HIGH, LN2_LOW, SMALLEST_NORMAL } from "./constants.js";
import { horner } from "./polynomial.js";

/*
 * log x = k log 2 + log m, m in [√½, √2), and with f = m - 1 and s = f / (2 + f):
 * log m = 2 artanh s = f - (f²/2 - s (f²/2 + R(s²))), which loses no bits to the rounding of s, as the algorithm of
 * fdlibm (e_log.c, Sun Microsystems 1993) shows.
 */

/** (2 artanh s - 2 s) / s³ of s², |s| <= 3 - 2√2; |error of artanh s| < 2^-59.5 relative. */
const ARTANH = [
  0.6666666666666734, 0.39999999999417046, 0.2857142874189234, 0.22222198621677966, 0.18183561902245993,
  0.153141104965335, 0.14795367870194928,
];

/** m and k of x = m 2^k, √½ <= m < √2, of a finite x > 0, subnormal ones included. */
export function binaryFactors(x: Num): { readonly m: Num; readonly k: Num } {
  const subnormal = lt(x, SMALLEST_NORMAL);
  const normal = select(subnormal, mul(x, 2 ** 54), x);
  const significand = mantissa(normal);
  const upperHalf = le(Math.SQRT2, significand);
  return {
    m: select(upperHalf, mul(significand, 0.5), significand),
    k: add(exponent(normal), add(select(subnormal, -54, 0), select(upperHalf, 1, 0))),
  };
}

/** Natural logarithm within 0.95 ulp for all x > 0; -Infinity of ±0, NaN of x < 0. */
export function logarithm(x: Num): Num {
  const { m, k } = binaryFactors(x);
  const f = sub(m, 1);
  const s = div(f, add(f, 2));
  const z = mul(s, s);
  const R = mul(z, horner(ARTANH, z));
  const half = mul(mul(f, 0.5), f);
  const bend = sub(half, add(mul(s, add(half, R)), mul(k, LN2_LOW)));
  const value = sub(mul(k, LN2_HIGH), sub(bend, f));
  const ofPositive = select(lt(x, Infinity), value, x);
  return select(lt(0, x), ofPositive, select(eq(x, 0), -Infinity, NaN));
}
