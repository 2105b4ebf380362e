import { atan, sin } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { add, div, mul, neg, sqrt, square } from "../../../graph/num.js";
import { magicForce, slipAngle, slipRatio } from "../magic-formula/curve.js";
import type { SplitForce } from "../magic-formula/ellipse.js";
import { magicAngle } from "../magic-formula/magic-angle.js";
import { cosAtan, cosOf, fixed, inverse, plus, scaled, times, type Secant } from "../magic-formula/secant.js";
import type { InGround } from "../steady-law.js";
import { linear, weightBend, type Pac2002Point } from "./pac2002-point.js";

/** Forces where both slips act, by the weights of Pacejka's cosines; as parts of the load. */
export function weightedForce(point: Pac2002Point, [sx, sy]: InGround): SplitForce {
  const along = alongForce(point, slipRatio(sx), slipAngle(sy).end, sx);
  const across = acrossForce(point, slipAngle(sy), sx, sy);
  return { slope: [along.slope, across.slope], offset: [along.start, across.start] };
}

function alongForce({ c, x, dfz }: Pac2002Point, kappa: Secant, alpha: Num, s: Num): Secant {
  const B = scaled(mul(c.RBX1, c.LXAL), cosAtan(scaled(c.RBX2, kappa)));
  const E = weightBend(c.REX1, c.REX2, dfz);
  const at = (slip: Num): Secant => cosOf(magicAngle(c.RCX1, B, E, fixed(slip), s));
  const weight = times(at(add(alpha, c.RHX1)), inverse(at(c.RHX1)));
  return times(magicForce(x, kappa, s), weight);
}

function acrossForce(point: Pac2002Point, alpha: Secant, kappa: Num, s: Num): Secant {
  const { c, y, dfz } = point;
  const B = scaled(mul(c.RBY1, c.LYKA), cosAtan(scaled(c.RBY2, plus(alpha, fixed(neg(c.RBY3))))));
  const E = weightBend(c.REY1, c.REY2, dfz);
  const shift = linear(c.RHY1, c.RHY2, dfz);
  const at = (slip: Num): Secant => cosOf(magicAngle(c.RCY1, B, E, fixed(slip), s));
  const weight = times(at(add(kappa, shift)), inverse(at(shift)));
  const induced = scaled(inducedSize(point, kappa), cosAtan(scaled(c.RVY4, alpha)));
  return plus(times(magicForce(y, alpha, s), weight), induced);
}

const inducedSize = ({ c, y, dfz, camber }: Pac2002Point, kappa: Num): Num =>
  mul(
    mul(mul(c.LVYKA, y.D), add(linear(c.RVY1, c.RVY2, dfz), mul(c.RVY3, camber))),
    sin(mul(c.RVY5, atan(mul(c.RVY6, kappa)))),
  );

/** S_Vyk: the part of the force across that slip along induces; it has no trail. */
export const inducedForce = (point: Pac2002Point, kappa: Num, alpha: Num): Num =>
  div(inducedSize(point, kappa), sqrt(add(1, square(mul(point.c.RVY4, alpha)))));
