import type { Num } from "../graph.js";
import { add, mul } from "../num.js";

/*
 * The coefficients in this folder are near-minimax: Remez exchange on the relative error of the function they
 * belong to, then rounded to doubles, one after the other from the lowest with a refit of the rest; for exp at
 * once. The errors stated are those after rounding.
 */

/** c[0] + c[1] x + c[2] x² + ... by Horner: fewest operations, one chain. */
export function horner(c: readonly number[], x: Num): Num {
  let value: Num = c[c.length - 1];
  for (let i = c.length - 2; i >= 0; i--) value = add(mul(value, x), c[i]);
  return value;
}

/** The same for an even number of coefficients, Horner in x² over pairs c[i] + c[i+1] x: half the chain, and no more operations if x² is known. */
export function hornerByPairs(c: readonly number[], x: Num, xx: Num): Num {
  const pair = (i: number): Num => add(mul(x, c[i + 1]), c[i]);
  let value = pair(c.length - 2);
  for (let i = c.length - 4; i >= 0; i -= 2) value = add(mul(value, xx), pair(i));
  return value;
}
