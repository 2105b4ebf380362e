import { sin } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { abs, add, div, lt, min, mul, neg, select, sqrt, square } from "../../../graph/num.js";
import { magicAngle } from "./magic-angle.js";

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

/** A factor that may differ by the sign of the slip. */
export interface Sided {
  readonly below: Num;
  readonly above: Num;
}

export const sameOnBothSides = (value: Num): Sided => ({ below: value, above: value });

const onSideOf = (k: Num, { below, above }: Sided): Num => (below === above ? above : select(lt(k, 0), below, above));

export const bendOf = ({ C, D, K }: MagicCurve): Num => div(K, mul(C, D));

/** D sin m over k = x + H. */
const sineAt = (curve: MagicCurve, k: Num): Num =>
  mul(curve.D, sin(magicAngle(curve.C, bendOf(curve), onSideOf(k, curve.E), k)));

/** The force over its slip x. */
export const magicForce = (curve: MagicCurve, x: Num): Num => add(sineAt(curve, add(x, curve.H)), curve.V);

/** Below it, a slip cannot be told from none; sines are as small as their angles there. */
const NOTHING = 1e-150;

/** Force without V over the slip k = x + H; K at k = 0. */
export function magicRatio(curve: MagicCurve, x: Num): Num {
  const k = add(x, curve.H);
  const some = select(lt(abs(k), NOTHING), NOTHING, k);
  return div(sineAt(curve, some), some);
}

/** Largest force: D where the sine gets as far as 1, and V. */
export const magicPeak = ({ C, D, V }: MagicCurve): Num =>
  add(mul(D, sin(mul(Math.PI / 2, min(1, C)))), select(lt(V, 0), neg(V), V));

/** cos atan a. */
export const cosAtan = (a: Num): Num => div(1, sqrt(add(1, square(a))));
