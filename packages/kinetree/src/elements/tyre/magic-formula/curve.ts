import { sin } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { add, div, lt, min, mul, neg, select, sub } from "../../../graph/num.js";
import { atanRatio, sinRatio } from "../smooth-ratios.js";
import { magicAngle, magicAngleAt } from "./magic-angle.js";
import { fixed, plus, scaled, sinOf, type Secant, type Sided } from "./secant.js";

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
export function magicRatio(curve: MagicCurve, k: Num): Num {
  const { C, K, E } = curve;
  const z = mul(bendOf(curve), k);
  const side = select(lt(k, 0), E.below, E.above);
  const bent = sub(1, mul(side, sub(1, atanRatio(z))));
  return mul(mul(K, bent), mul(atanRatio(mul(z, bent)), sinRatio(magicAngleAt(C, bendOf(curve), side, k))));
}

/** Largest force: D where the sine gets as far as 1, and V. */
export const magicPeak = ({ C, D, V }: MagicCurve): Num =>
  add(mul(D, sin(mul(Math.PI / 2, min(1, C)))), select(lt(V, 0), neg(V), V));

export const sameOnBothSides = (value: Num): Sided => ({ below: value, above: value });
