import { atan, cos, tan } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { abs, add, div, max, mul, neg, sqrt, square, sub } from "../../../graph/num.js";
import type { Vec3 } from "../../../spatial/vec3.js";
import { bendOf } from "../magic-formula/curve.js";
import { bentAtMost } from "../magic-formula/limits.js";
import { magicAngle } from "../magic-formula/magic-angle.js";
import { TINY } from "../smooth-ratios.js";
import { linear, trailBend, trailStiffness, type Pac2002Point } from "./pac2002-point.js";

/** Width over which the trail passes from the one side to the other [rad]: its bend differs between them. */
const SIDE = 1e-4;

/**
 * Pneumatic trail times -(F_y - S_Vyk), and the residual moment. `across` is that force; `cosine` the cosine of the slip angle
 * `alpha`. Without s F_x.
 */
export function selfAligning(point: Pac2002Point, kappa: Num, alpha: Num, cosine: Num, across: Num): Num {
  const { c, y, load, nominal, dfz, radius } = point;
  const gamma = mul(c.LGAZ, point.camber);
  const perFriction = div(c.LKY, c.LMUY);

  const trailSlip = add(alpha, add(linear(c.QHZ1, c.QHZ2, dfz), mul(linear(c.QHZ3, c.QHZ4, dfz), gamma)));
  const at = withKappa(point, trailSlip, kappa);
  const B = mul(mul(perFriction, trailStiffness(point)), add(1, add(mul(c.QBZ4, gamma), mul(c.QBZ5, abs(gamma)))));
  const C = c.QCZ1;
  const side = div(trailSlip, sqrt(add(square(trailSlip), SIDE * SIDE)));
  const skew = mul(mul(add(c.QEZ4, mul(c.QEZ5, gamma)), 2 / Math.PI), mul(side, atan(mul(mul(B, C), at))));
  const E = bentAtMost(mul(trailBend(point), add(1, skew)));
  const lean = add(1, add(mul(c.QDZ3, gamma), mul(c.QDZ4, square(gamma))));
  const size = mul(mul(mul(load, linear(c.QDZ1, c.QDZ2, dfz)), lean), mul(c.LTR, div(radius, nominal)));
  const trail = mul(mul(size, cos(magicAngle(C, B, E, at))), cosine);

  const residualSlip = withKappa(point, add(alpha, add(y.H, div(y.V, y.K))), kappa);
  const sharpness = add(mul(c.QBZ9, perFriction), mul(mul(c.QBZ10, bendOf(y)), y.C));
  const largest = add(mul(c.LRES, linear(c.QDZ6, c.QDZ7, dfz)), mul(linear(c.QDZ8, c.QDZ9, dfz), gamma));
  const residual = div(
    mul(mul(mul(mul(load, radius), c.LMUY), largest), cosine),
    sqrt(add(1, square(mul(sharpness, residualSlip)))),
  );
  return sub(residual, mul(trail, across));
}

/** Magnitude of the slip angle that counts for both slips: atan √(tan²(α + S) + (K_x κ/K_y)²). */
function withKappa({ x, y }: Pac2002Point, slip: Num, kappa: Num): Num {
  const other = mul(div(x.K, y.K), kappa);
  return atan(sqrt(max(add(square(tan(slip)), square(other)), TINY)));
}

/** The lever s of the force along, times that force. */
export function leverMoment({ c, nominal, dfz, camber, radius }: Pac2002Point, force: Vec3): Num {
  const lever = add(
    add(c.SSZ1, mul(c.SSZ2, div(force[1], nominal))),
    mul(linear(c.SSZ3, c.SSZ4, dfz), mul(c.LGAZ, camber)),
  );
  return mul(mul(mul(c.LS, radius), lever), force[0]);
}

export function overturning({ c, load, nominal, camber, radius }: Pac2002Point, force: Vec3): Num {
  const leaning = add(neg(mul(c.QSX2, camber)), mul(c.QSX3, div(force[1], nominal)));
  return mul(mul(radius, load), add(mul(c.LVMX, c.QSX1), mul(c.LMX, leaning)));
}
