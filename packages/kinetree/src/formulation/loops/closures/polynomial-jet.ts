import type { Num } from "../../../graph/graph.js";
import { add, mul } from "../../../graph/num.js";

/** A value with its first two derivatives. */
export type Jet = readonly [value: Num, first: Num, second: Num];

/** By Horner's rule, derivatives along. */
export function polynomialJet(coefficients: readonly Num[], x: Num): Jet {
  let [p, p1, p2]: [Num, Num, Num] = [0, 0, 0];
  for (const coefficient of [...coefficients].reverse()) {
    p2 = add(mul(p2, x), mul(2, p1));
    p1 = add(mul(p1, x), p);
    p = add(mul(p, x), coefficient);
  }
  return [p, p1, p2];
}
