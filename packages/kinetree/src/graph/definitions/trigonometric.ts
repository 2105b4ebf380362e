import type { Cond, Num } from "../graph.js";
import { add, floor, isOdd, mul, nearest, neg, select, sub } from "../num.js";
import { quickSum, shortQuotient } from "./double-double.js";
import { hornerByPairs } from "./polynomial.js";

/*
 * x = k π/2 + r with |r| <= π/4 after Cody and Waite (Muller, Elementary Functions, 3rd ed. 2016, section 11.2): π/2 is
 * the sum of four doubles, the first three so short that k times them is exact for |k| <= 2^26. The fourth is there for
 * the doubles nearest to multiples of π/2: that of 9206271 π/2 is 2^-59 away from it, and r must have all its bits still.
 * 2/π is applied with a factor of 2^998, so that beyond |x| = 2^26 π/2 = 1.054e8, where k would outgrow its bits, the product
 * overflows; k is then infinite and r, by the opposite signs of π/2's parts, NaN: a check for one multiplication.
 */
const TWO_OVER_PI_SCALED = 1.7053589139920642e300;
const UNSCALE = 2 ** -998;
const PI_2_A = 0x1921fb54 * 2 ** -28;
const PI_2_B = 0x110b462 * 2 ** -54;
const PI_2_C = -0x1cb3b398 * 2 ** -83;
const PI_2_D = -1.9034889620193266e-25;

/** (sin r - r) / r³ of r², |error of sin r| < 2^-57.8 relative. */
const SINE = [
  -0.1666666666666663, 0.00833333333332184, -0.00019841269829358525, 2.7557313538512387e-6, -2.505073438883853e-8,
  1.5895433257928267e-10,
];
/** (cos r - 1 + r²/2) / r⁴ of r², |error of cos r| < 2^-63.9 relative. */
const COSINE = [
  0.041666666666666595, -0.0013888888888873342, 2.480158728900208e-5, -2.7557314217038755e-7, 2.087570539598671e-9,
  -1.1358749235753774e-11,
];

interface Reduced {
  readonly k: Num;
  /** r = exact - kC - kD, where `exact` and kC carry no error. */
  readonly exact: Num;
  readonly kC: Num;
  readonly kD: Num;
  /** exact - kC rounded: r as far as everything but its own linear term needs it. */
  readonly r: Num;
  /** sin r - r */
  readonly bend: Num;
  /** 1 - cos r */
  readonly drop: Num;
}

function reduced(x: Num): Reduced {
  const k = nearest(mul(mul(x, TWO_OVER_PI_SCALED), UNSCALE));
  const exact = sub(sub(x, mul(k, PI_2_A)), mul(k, PI_2_B)); // no rounding: k = 0, or multiples of 2^-53 below 1
  const kC = mul(k, PI_2_C);
  const r = sub(exact, kC);
  const z = mul(r, r);
  const zz = mul(z, z);
  const bend = mul(mul(r, z), hornerByPairs(SINE, z, zz));
  const drop = sub(mul(z, 0.5), mul(zz, hornerByPairs(COSINE, z, zz)));
  return { k, exact, kC, kD: mul(k, PI_2_D), r, bend, drop };
}

interface Quadrant {
  readonly sine: Num;
  readonly cosine: Num;
  readonly odd: Cond;
  /** ±1: turns the first and second quadrant into the third and fourth. */
  readonly sign: Num;
}

function quadrant(x: Num): Quadrant {
  const { k, exact, kC, kD, bend, drop } = reduced(x);
  return {
    // Not r + bend: the rounding of r alone would cost up to 1 ulp, where r is just above a power of two and sin r below.
    // Where exact and kC cancel, bend is below kC's last bit, and the result is exact.
    sine: sub(add(exact, sub(bend, kC)), kD),
    cosine: sub(1, drop),
    odd: isOdd(k),
    sign: select(isOdd(floor(mul(k, 0.5))), -1, 1),
  };
}

/** Within 1.45 ulp for |x| <= 1.05e8, NaN beyond. */
export function sine(x: Num): Num {
  const { sine, cosine, odd, sign } = quadrant(x);
  return mul(select(odd, cosine, sine), sign);
}

/** Within 1.45 ulp for |x| <= 1.05e8, NaN beyond. All but three operations are the sine's. */
export function cosine(x: Num): Num {
  const { sine, cosine, odd, sign } = quadrant(x);
  return mul(select(odd, neg(sine), cosine), sign);
}

/** Within 1.75 ulp for |x| <= 1.05e8, NaN beyond. */
export function tangent(x: Num): Num {
  const { k, exact, kC, kD, r, bend, drop } = reduced(x);
  const tail = sub(sub(sub(exact, r), kC), kD); // true r minus r
  const fall = add(drop, mul(r, tail));
  const cosineHi = sub(1, fall);
  const cosine = { hi: cosineHi, lo: sub(sub(1, cosineHi), fall) };
  const sine = quickSum(r, add(bend, mul(tail, cosineHi)));
  const odd = isOdd(k);
  // tan x = sin r / cos r, or -cos r / sin r in odd quadrants
  const numerator = { hi: select(odd, neg(cosine.hi), sine.hi), lo: select(odd, neg(cosine.lo), sine.lo) };
  const denominator = { hi: select(odd, sine.hi, cosine.hi), lo: select(odd, sine.lo, cosine.lo) };
  const quotient = shortQuotient(numerator, denominator);
  return add(quotient.hi, quotient.lo);
}
