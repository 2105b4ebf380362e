import { exp } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { abs, add, div, max, mul, neg, square, sub } from "../../../graph/num.js";
import { pac89Coefficients, type Pac89Tyre } from "../../../model/tyre-laws/pac89.js";
import { planCoefficients } from "../magic-formula/coefficients.js";
import { magicPeak, sameOnBothSides, type MagicCurve } from "../magic-formula/curve.js";
import { ellipseForce } from "../magic-formula/ellipse.js";
import { atLeastIcy, atLeastSlippery, atLeastSoft, atLeastUpright, bentAtMost } from "../magic-formula/limits.js";
import type { PlanSteadyLaw, TyrePoint } from "../steady-law.js";

const DEGREE = 180 / Math.PI;

/** Below this load [kN] the constant a13 fades: a tyre that is not pressed exerts no force. */
const LIGHTEST = 1;

/** Numbers in front of the coefficients. */
const FIRST = 4;

/**
 * E. Bakker, H. Pacejka, L. Lidner, A new tire model with an application in vehicle dynamics studies (SAE 890087), as a part of
 * the load. Its lateral axis points to the right, so a and F_y change their signs. Without its moment, whose coefficients (c) are not read.
 */
export const planPac89: PlanSteadyLaw<Pac89Tyre> = (law, num) => {
  const coefficients = planCoefficients(law.coefficients, pac89Coefficients, num);
  const curvesAt = ({ load, camber, friction }: TyrePoint, n: readonly Num[]): readonly [MagicCurve, MagicCurve] => {
    const c = coefficients.read(n.slice(FIRST));
    const F = mul(1e-3, load);
    const mu = mul(n[1], friction);
    const lean = mul(DEGREE, camber);
    return [alongCurve(c, F, mu, n[2]), acrossCurve(c, F, lean, mu, n[2])];
  };
  return {
    key: `pac89 ${coefficients.key}`,
    numbers: [
      num(law.radius),
      num(law.friction ?? 1),
      num(law.stiffness ?? 1),
      num(law.rollingResistance ?? 0),
      ...coefficients.numbers,
    ],
    slipBy: "travel",
    forces: (point, n) => {
      const { slip, load } = point;
      const [x, y] = curvesAt(point, n);
      const { slope, offset } = ellipseForce(x, y, slip);
      return {
        slope: [mul(load, max(0, slope[0])), mul(load, max(0, slope[1]))],
        offset: [mul(load, offset[0]), mul(load, offset[1])],
        peak: [mul(load, magicPeak(x)), mul(load, magicPeak(y))],
      };
    },
    moments: () => ({ overturning: 0, aligning: 0 }),
    rollingResistance: (load, [radius, , , factor]) => mul(mul(factor, radius), load),
    carcass: null,
    rollingRadius: null,
  };
};

type Values = Readonly<Record<string, Num>>;

/** Forces in N per load in kN as a part of the load; slips in per cent as parts. */
function alongCurve(c: Values, F: Num, mu: Num, stiffness: Num): MagicCurve {
  const BCD = mul(add(mul(c.b3, F), c.b4), exp(neg(mul(c.b5, F))));
  return {
    C: c.b0,
    D: mul(atLeastIcy(mu), atLeastSlippery(mul(1e-3, add(mul(c.b1, F), c.b2)))),
    K: mul(stiffness, atLeastSoft(mul(0.1, BCD))),
    E: sameOnBothSides(bentAtMost(add(add(mul(c.b6, square(F)), mul(c.b7, F)), c.b8))),
    H: mul(0.01, add(mul(c.b9, F), c.b10)),
    V: 0,
  };
}

/** Angles in degrees as radians. */
function acrossCurve(c: Values, F: Num, lean: Num, mu: Num, stiffness: Num): MagicCurve {
  // sin(2 atan z) = 2 z/(1 + z²), of which F is taken out.
  const BCD = div(mul(2, c.a3), mul(c.a4, add(1, square(div(F, c.a4)))));
  const upright = atLeastUpright(sub(1, mul(c.a5, abs(lean))));
  const V = add(add(mul(c.a11, lean), c.a12), div(c.a13, max(F, LIGHTEST)));
  return {
    C: c.a0,
    D: mul(atLeastIcy(mu), atLeastSlippery(mul(1e-3, add(mul(c.a1, F), c.a2)))),
    K: neg(mul(stiffness, atLeastSoft(mul(mul(1e-3 * DEGREE, BCD), upright)))),
    E: sameOnBothSides(bentAtMost(add(mul(c.a6, F), c.a7))),
    H: div(add(add(mul(c.a8, lean), mul(c.a9, F)), c.a10), DEGREE),
    V: mul(-1e-3, mul(mu, V)),
  };
}
