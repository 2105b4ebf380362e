import { add, div, sub } from "../../../graph/num.js";
import type { InGround } from "../steady-law.js";
import { magicForce, magicRatio, slipAngle, slipRatio, type MagicCurve } from "./curve.js";
import { atanRatioOf, cosAtan, scaled, times } from "./secant.js";

/** Forces as parts of the load: per own slip, and without it. */
export interface SplitForce {
  readonly slope: InGround;
  readonly offset: InGround;
}

/**
 * Forces along and across shrink so that both at their largest end on an ellipse, in the direction of the slip:
 * F_x = F_x0/√(1 + (r_x τ/D_y)²), F_y = F_y0/√(1 + (r_y k/D_x)²), with k and τ the slips along and across, shifts included,
 * and r the forces over their own slips, which stay finite.
 */
export function ellipseForce(x: MagicCurve, y: MagicCurve, [sx, sy]: InGround): SplitForce {
  const [kappa, alpha] = [slipRatio(sx), slipAngle(sy)];
  const along = cosAtan(scaled(div(sub(y.H, sy), y.D), magicRatio(x, kappa, sx)));
  // Per tangent of the slip angle, because sliding has the direction of speeds.
  const perTangent = times(magicRatio(y, alpha, sy), atanRatioOf(slipRatio(sy), sy));
  const across = cosAtan(scaled(div(add(sx, x.H), x.D), perTangent));
  const [forceX, forceY] = [times(magicForce(x, kappa, sx), along), times(magicForce(y, alpha, sy), across)];
  return { slope: [forceX.slope, forceY.slope], offset: [forceX.start, forceY.start] };
}
