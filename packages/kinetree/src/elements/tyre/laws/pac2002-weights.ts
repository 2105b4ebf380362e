import { atan, cos, sin } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { add, div, mul, neg, sub } from "../../../graph/num.js";
import { cosAtan, magicForce } from "../magic-formula/curve.js";
import { bentAtMost } from "../magic-formula/limits.js";
import { magicAngle } from "../magic-formula/magic-angle.js";
import { splitForce, type SplitForce } from "../magic-formula/split-force.js";
import type { InGround } from "../steady-law.js";
import { linear, type Pac2002Point } from "./pac2002-point.js";

/** Forces where both slips act, by the weights of Pacejka's cosines; as parts of the load. */
export function weightedForce(point: Pac2002Point, slip: InGround): SplitForce {
  const [kappa, alpha] = [slip[0], neg(atan(slip[1]))];
  return splitForce(
    (s) => alongForce(point, s, alpha),
    (s) => acrossForce(point, kappa, neg(atan(s))),
    slip,
  );
}

function alongForce({ c, x, dfz }: Pac2002Point, kappa: Num, alpha: Num): Num {
  const B = mul(mul(c.RBX1, c.LXAL), cosAtan(mul(c.RBX2, kappa)));
  const E = bentAtMost(linear(c.REX1, c.REX2, dfz));
  return mul(magicForce(x, kappa), weight(c.RCX1, B, E, alpha, c.RHX1));
}

function acrossForce(point: Pac2002Point, kappa: Num, alpha: Num): Num {
  const { c, y, dfz } = point;
  const B = mul(mul(c.RBY1, c.LYKA), cosAtan(mul(c.RBY2, sub(alpha, c.RBY3))));
  const E = bentAtMost(linear(c.REY1, c.REY2, dfz));
  const shift = linear(c.RHY1, c.RHY2, dfz);
  return add(mul(magicForce(y, alpha), weight(c.RCY1, B, E, kappa, shift)), inducedForce(point, kappa, alpha));
}

/** What the other slip leaves of a force: 1 without it. */
const weight = (C: Num, B: Num, E: Num, slip: Num, shift: Num): Num =>
  div(cos(magicAngle(C, B, E, add(slip, shift))), cos(magicAngle(C, B, E, shift)));

/** S_Vyk: the part of the force across that slip along induces; it has no trail. */
export function inducedForce({ c, y, dfz, camber }: Pac2002Point, kappa: Num, alpha: Num): Num {
  const size = mul(mul(c.LVYKA, y.D), add(linear(c.RVY1, c.RVY2, dfz), mul(c.RVY3, camber)));
  return mul(mul(size, sin(mul(c.RVY5, atan(mul(c.RVY6, kappa))))), cosAtan(mul(c.RVY4, alpha)));
}
