import type { Num } from "../graph.js";
import { add, div, mul, sub, upper } from "../num.js";

/*
 * Numbers as unevaluated sums of two doubles, without fused multiply-add, which WebAssembly lacks. After T. J. Dekker, A
 * floating-point technique for extending the available precision, Numer. Math. 18 (1971); see Muller et al., Handbook of
 * Floating-Point Arithmetic (2nd ed., 2018), chapter 4. Dekker splits by a multiplication that overflows above 2^996;
 * clearing bits does not, and is one instruction. A `short` pair has no more than 26 bits in hi, so that the product of the
 * hi of two of them is exact; the error of the products below is about 2^-78, that of lo's rounding.
 */
export interface DoubleDouble {
  readonly hi: Num;
  readonly lo: Num;
}

/** a + b exactly, if the exponent of a is not below that of b, or a is 0. */
export function quickSum(a: Num, b: Num): DoubleDouble {
  const hi = add(a, b);
  return { hi, lo: sub(b, sub(hi, a)) };
}

/** a + b as a short pair, for |b| well below |a|. */
export function shortSum(a: Num, b: Num): DoubleDouble {
  const hi = upper(add(a, b));
  return { hi, lo: sub(b, sub(hi, a)) };
}

/** a as a short pair, exactly. */
export function short(a: Num): DoubleDouble {
  const hi = upper(a);
  return { hi, lo: sub(a, hi) };
}

/** a b of short pairs, where `whole` is a rounded to one double. */
export function shortProduct(a: DoubleDouble, whole: Num, b: DoubleDouble): DoubleDouble {
  return { hi: mul(a.hi, b.hi), lo: add(mul(a.lo, b.hi), mul(whole, b.lo)) };
}

/** a / b as a short pair. */
export function shortQuotient(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const hi = upper(div(a.hi, b.hi));
  const divisor = short(b.hi);
  const defect = sub(add(sub(a.hi, mul(hi, divisor.hi)), a.lo), mul(hi, add(divisor.lo, b.lo)));
  return { hi, lo: div(defect, b.hi) };
}
