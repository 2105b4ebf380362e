import { sin } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { add, div, lt, min, mul, neg, select } from "../../../graph/num.js";
import { atanRatio } from "../smooth-ratios.js";
import { magicAngle } from "./magic-angle.js";
import {
  atanOf,
  atanRatioOf,
  fixed,
  minus,
  plus,
  scaled,
  sinOf,
  sinRatioOf,
  times,
  timesSided,
  type Secant,
  type Sided,
} from "./secant.js";

/** A force as a part of the load over one slip x: D sin m(C, B, E, x + H) + V, with B = K/(C D). */
export interface MagicCurve {
  readonly C: Num;
  /** Coefficient of friction, positive. */
  readonly D: Num;
  /** Slope at x = -H; negative for a force against its slip. */
  readonly K: Num;
  readonly E: Sided;
  readonly H: Num;
  readonly V: Num;
}

/** Slip κ = s along; slip angle α = -atan s across. */
export const slipRatio = (s: Num): Secant => ({ start: 0, end: s, slope: 1 });
export const slipAngle = (s: Num): Secant => {
  const ratio = atanRatio(s);
  return { start: 0, end: neg(mul(s, ratio)), slope: neg(ratio) };
};

export const bendOf = ({ C, D, K }: MagicCurve): Num => div(K, mul(C, D));

/** The force over its slip x, which follows from s. */
export function magicForce(curve: MagicCurve, x: Secant, s: Num): Secant {
  const { C, D, E, H, V } = curve;
  const angle = magicAngle(C, fixed(bendOf(curve)), E, plus(x, fixed(H)), s);
  return plus(scaled(D, sinOf(angle)), fixed(V));
}

/** Force without V over the slip k = x + H; K at k = 0. */
export function magicRatio(curve: MagicCurve, x: Secant, s: Num): Secant {
  const { C, K, E, H } = curve;
  const k = plus(x, fixed(H));
  const z = scaled(bendOf(curve), k);
  const bent = minus(fixed(1), timesSided(E, k, minus(fixed(1), atanRatioOf(z, s)), s));
  const inner = times(z, bent);
  const angle = scaled(C, atanOf(inner, s));
  return scaled(K, times(times(bent, atanRatioOf(inner, s)), sinRatioOf(angle)));
}

/** Largest force: D where the sine gets as far as 1, and V. */
export const magicPeak = ({ C, D, V }: MagicCurve): Num =>
  add(mul(D, sin(mul(Math.PI / 2, min(1, C)))), select(lt(V, 0), neg(V), V));

export const sameOnBothSides = (value: Num): Sided => ({ below: value, above: value });
