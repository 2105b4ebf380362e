import { atan } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { mul, sub } from "../../../graph/num.js";

/** m = C atan(B x - E (B x - atan B x)), whose sine and cosine are the Magic Formula. */
export function magicAngle(C: Num, B: Num, E: Num, x: Num): Num {
  const z = mul(B, x);
  return mul(C, atan(E === 0 ? z : sub(z, mul(E, sub(z, atan(z))))));
}
