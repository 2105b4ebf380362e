import { atan } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { mul, sub } from "../../../graph/num.js";
import { atanOf, minus, scaled, times, timesSided, type Secant, type Sided } from "./secant.js";

/** m = C atan(B x - E (B x - atan B x)), whose sine and cosine are the Magic Formula; E may differ by the sign of x. */
export function magicAngle(C: Num, B: Secant, E: Sided, x: Secant, s: Num): Secant {
  const z = times(B, x);
  const bend = minus(z, atanOf(z, s));
  return scaled(C, atanOf(minus(z, timesSided(E, x, bend, s)), s));
}

/** The same at one slip. */
export function magicAngleAt(C: Num, B: Num, E: Num, x: Num): Num {
  const z = mul(B, x);
  return mul(C, atan(sub(z, mul(E, sub(z, atan(z))))));
}
