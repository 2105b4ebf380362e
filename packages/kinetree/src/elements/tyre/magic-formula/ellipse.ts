import type { Num } from "../../../graph/graph.js";
import { add, div, mul, sqrt, square, sub } from "../../../graph/num.js";
import { atanRatio } from "../smooth-ratios.js";
import type { InGround } from "../steady-law.js";
import { magicForce, magicRatio, slipAngle, slipRatio, type MagicCurve } from "./curve.js";

/** Parts of a force as a part of the load: per own slip, and without it. */
export interface SplitForce {
  readonly slope: InGround;
  readonly offset: InGround;
}

/**
 * Forces along and across shrink so that both at their largest end on an ellipse, in the direction of the slip:
 * F_x = F_x0/√(1 + (r_x τ/D_y)²), F_y = F_y0/√(1 + (r_y k/D_x)²), with k and τ the slips along and across, shifts included,
 * and r the forces over their own slips, which stay finite. What a shift does without slip takes the weight without slip.
 */
export function ellipseForce(x: MagicCurve, y: MagicCurve, [sx, sy]: InGround): SplitForce {
  const along = magicForce(x, slipRatio(sx), sx);
  const across = magicForce(y, slipAngle(sy), sy);
  const [k, tau] = [add(sx, x.H), sub(y.H, sy)];
  const weight = (ratio: Num, other: Num, D: Num): Num => div(1, sqrt(add(1, square(div(mul(ratio, other), D)))));
  const angle = slipAngle(sy).end;
  const weightX = (kappa: Num): Num => weight(magicRatio(x, add(kappa, x.H)), tau, y.D);
  const weightY = (alpha: Num, perSlip: Num): Num => weight(mul(magicRatio(y, add(alpha, y.H)), perSlip), k, x.D);
  return {
    slope: [mul(weightX(sx), along.slope), mul(weightY(angle, atanRatio(sy)), across.slope)],
    offset: [mul(weightX(0), along.start), mul(weightY(0, 1), across.start)],
  };
}
