import type { Cond, Num } from "../graph.js";
import { abs, add, div, lt, max, min, mul, neg, select, sqrt, sub, upper } from "../num.js";
import { PI_LOW, SMALLEST_NORMAL } from "./constants.js";
import { horner } from "./polynomial.js";

const HALF_PI = Math.PI / 2;
const HALF_PI_LOW = PI_LOW / 2;
const QUARTER_PI = Math.PI / 4;
const QUARTER_PI_LOW = PI_LOW / 4;
const ATAN_HALF = 0.4636476090008061;
const ATAN_HALF_LOW = 2.2698777452961687e-17;

/** (arctan t - t) / t³ of t², |t| <= 7/16; |error of arctan t| < 2^-62.3 relative. */
const ARCTAN = [
  -0.33333333333333315, 0.19999999999993212, -0.14285714284853876, 0.11111111056557584, -0.09090907063492748,
  0.0769225961874344, -0.06665903328652198, 0.058740232437878744, -0.05200119245957196, 0.04433064643604587,
  -0.03191753187358095, 0.013693532401716087,
];

/** (arcsin s - s) / s³ of s², |s| <= 1/2; |error of arcsin s| < 2^-59.8 relative. */
const ARCSIN = [
  0.1666666666666676, 0.07499999999970863, 0.04464285717456482, 0.03038194270964666, 0.022372214942642146,
  0.01735161272481, 0.013980812911152104, 0.011398968915700787, 0.010779961717475837, 0.0037074234989268704,
  0.021705153881776143, -0.020996032244909726, 0.03262684621000581,
];

/**
 * arctan(small / large) of 0 <= small <= large, 0 < large < 2^1022: arctan c + arctan t, t = (small - c large) / (large +
 * c small), with c = 0, 1/2 or 1, whichever makes t small. The centres and their limits 7/16 and 11/16 are those of fdlibm
 * (s_atan.c, Sun Microsystems 1993); both numerators are exact.
 */
function angleBelowDiagonal(small: Num, large: Num): Num {
  const atZero = lt(small, mul(large, 7 / 16));
  const atHalf = lt(small, mul(large, 11 / 16));
  const choose = (zero: number, half: number, one: number): Num => select(atZero, zero, select(atHalf, half, one));
  const c = choose(0, 0.5, 1);
  const t = div(sub(small, mul(large, c)), add(large, mul(small, c)));
  const z = mul(t, t);
  const bend = mul(mul(t, z), horner(ARCTAN, z));
  return add(choose(0, ATAN_HALF, QUARTER_PI), add(t, add(bend, choose(0, ATAN_HALF_LOW, QUARTER_PI_LOW))));
}

/** Within 1.4 ulp everywhere. */
export function arcTangent(x: Num): Num {
  const size = min(abs(x), 2 ** 100); // the angle has rounded to π/2 long before, and Infinity would lead to 0 · Infinity
  const steep = lt(1, size);
  const angle = angleBelowDiagonal(select(steep, 1, size), select(steep, size, 1));
  const value = select(steep, sub(HALF_PI, sub(angle, HALF_PI_LOW)), angle);
  return select(lt(x, 0), neg(value), value);
}

/**
 * Angle of the point (x, y), in (-π, π], within 1.6 ulp. Zeros have no sign: the angle of (x, ±0) is 0 for x >= 0 and π for
 * x < 0. Infinities count as longer than all else, and as equal to each other.
 */
export function arcTangent2(y: Num, x: Num): Num {
  const width = abs(x);
  const height = abs(y);
  const steep = lt(width, height);
  const longer = select(steep, height, width);
  const shorter = select(steep, width, height); // by select, which keeps a NaN
  // Away from the ends of the exponents: no sum overflows, no half of a subnormal is lost, and 0 stands out.
  const scale = select(lt(longer, 2 ** -900), 2 ** 100, select(lt(2 ** 1000, longer), 2 ** -500, 1));
  const large = max(min(mul(longer, scale), 2 ** 1020), SMALLEST_NORMAL);
  const small = min(mul(shorter, scale), 2 ** 1020);
  const angle = angleBelowDiagonal(small, large);
  const left = lt(x, 0);
  // steep: π/2 ∓ angle; flat: angle, or π - angle to the left
  const fromAxis = select(steep, sub(HALF_PI, sub(angle, HALF_PI_LOW)), angle);
  const toTheLeft = select(steep, add(HALF_PI, add(angle, HALF_PI_LOW)), sub(Math.PI, sub(angle, PI_LOW)));
  const value = select(left, toTheLeft, fromAxis);
  return select(lt(y, 0), neg(value), value);
}

interface ArcSineParts {
  /** size < 1/2 */
  readonly inner: Cond;
  readonly s: Num;
  /** arcsin s - s */
  readonly bend: Num;
  /** The root s = sHigh + sLow beyond its rounding, outside of `inner`. */
  readonly sHigh: Num;
  readonly sLow: Num;
}

/**
 * Shared by arcsin and arccos of size = |x|: up to 1/2, s = size; beyond, where arcsin size = π/2 - 2 arcsin s,
 * s = √((1 - size) / 2), which is NaN for size > 1. After fdlibm (e_asin.c, Sun Microsystems 1993).
 */
function arcSineParts(size: Num): ArcSineParts {
  const inner = lt(size, 0.5);
  const z = select(inner, mul(size, size), mul(sub(1, size), 0.5));
  const s = select(inner, size, sqrt(z));
  const sHigh = upper(s);
  const sLow = div(sub(z, mul(sHigh, sHigh)), max(add(s, sHigh), SMALLEST_NORMAL)); // 0, not 0/0, for size = 1
  return { inner, s, bend: mul(s, mul(z, horner(ARCSIN, z))), sHigh, sLow };
}

/** Within 0.95 ulp on [-1, 1], NaN outside. */
export function arcSine(x: Num): Num {
  const { inner, s, bend, sHigh, sLow } = arcSineParts(abs(x));
  // π/4 is taken off twice: both differences stay small where arcsin x is smallest, and keep its bits.
  const excess = sub(sub(mul(bend, 2), sub(HALF_PI_LOW, mul(sLow, 2))), sub(QUARTER_PI, mul(sHigh, 2)));
  const value = select(inner, add(s, bend), sub(QUARTER_PI, excess));
  return select(lt(x, 0), neg(value), value);
}

/** Within 0.95 ulp on [-1, 1], NaN outside. */
export function arcCosine(x: Num): Num {
  const { inner, s, bend, sHigh, sLow } = arcSineParts(abs(x));
  const negative = lt(x, 0);
  const nearHalfPi = sub(HALF_PI, sub(x, sub(HALF_PI_LOW, select(negative, neg(bend), bend))));
  const nearPi = sub(Math.PI, mul(add(s, sub(bend, HALF_PI_LOW)), 2));
  const nearZero = mul(add(sHigh, add(bend, sLow)), 2);
  return select(inner, nearHalfPi, select(negative, nearPi, nearZero));
}
