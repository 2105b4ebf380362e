import type { Num } from "../graph.js";
import { add, div, mul, sub, upper } from "../num.js";

/*
 * Numbers as unevaluated sums of two doubles, about 100 bits, without fused multiply-add, which WebAssembly lacks.
 * Error-free transformations after T. J. Dekker, A floating-point technique for extending the available precision,
 * Numer. Math. 18 (1971), and Muller et al., Handbook of Floating-Point Arithmetic (2nd ed., 2018), sections 4.3-4.4 and 14.1.
 * Dekker splits by a multiplication that overflows above 2^996; clearing bits does not, and costs one instruction. It
 * truncates, so the product of two lower halves has up to 54 bits and may round: 2^-106 of the whole, kept.
 */
export interface Pair {
  readonly hi: Num;
  readonly lo: Num;
}

/** a + b exactly, if the exponent of a is not below that of b, or a is 0. */
export function quickSum(a: Num, b: Num): Pair {
  const hi = add(a, b);
  return { hi, lo: sub(b, sub(hi, a)) };
}

/** a b, all but exactly. */
export function product(a: Num, b: Num): Pair {
  const hi = mul(a, b);
  return { hi, lo: productError(hi, a, b) };
}

/** a b - p for a double p near it: the error that the rounding of p = a b made, or the defect of a quotient p / a. */
export function productError(p: Num, a: Num, b: Num): Num {
  const aHigh = upper(a);
  const aLow = sub(a, aHigh);
  const bHigh = upper(b);
  const bLow = sub(b, bHigh);
  return add(add(add(sub(mul(aHigh, bHigh), p), mul(aHigh, bLow)), mul(aLow, bHigh)), mul(aLow, bLow));
}

/** a b, to a few units of 2^-104. */
export function pairProduct(a: Pair, b: Pair): Pair {
  const { hi, lo } = product(a.hi, b.hi);
  return quickSum(hi, add(lo, add(mul(a.hi, b.lo), mul(a.lo, b.hi))));
}

/** a / b, to a few units of 2^-104. */
export function pairQuotient(a: Pair, b: Pair): Pair {
  const hi = div(a.hi, b.hi);
  const defect = sub(sub(a.lo, productError(a.hi, hi, b.hi)), mul(hi, b.lo));
  return quickSum(hi, div(defect, b.hi));
}
