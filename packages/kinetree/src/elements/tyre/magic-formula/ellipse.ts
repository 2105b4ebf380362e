import { atan } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { add, div, mul, neg, sub } from "../../../graph/num.js";
import { atanRatio } from "../smooth-ratios.js";
import type { InGround } from "../steady-law.js";
import { cosAtan, magicForce, magicRatio, type MagicCurve } from "./curve.js";
import { splitForce, type SplitForce } from "./split-force.js";

/**
 * Forces along and across shrink so that both at their largest end on an ellipse, in the direction of the slip:
 * F_x = F_x0/√(1 + (r_x τ/D_y)²), F_y = F_y0/√(1 + (r_y k/D_x)²), with k and τ the slips along and across, shifts included,
 * and r the forces over their own slips, which stay finite.
 */
export function ellipseForce(x: MagicCurve, y: MagicCurve, slip: InGround): SplitForce {
  const [sx, sy] = slip;
  const [beside, ahead] = [div(sub(y.H, sy), y.D), div(add(sx, x.H), x.D)];
  const along = (s: Num): Num => mul(magicForce(x, s), cosAtan(mul(beside, magicRatio(x, s))));
  const across = (s: Num): Num => {
    const alpha = neg(atan(s));
    // Per tangent of the slip angle, because sliding has the direction of speeds.
    return mul(magicForce(y, alpha), cosAtan(mul(ahead, mul(magicRatio(y, alpha), atanRatio(s)))));
  };
  return splitForce(along, across, slip);
}
