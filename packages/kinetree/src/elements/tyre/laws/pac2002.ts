import { atan } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { add, div, max, mul, neg, sub } from "../../../graph/num.js";
import type { Pac2002Tyre } from "../../../model/tyre-laws/pac2002.js";
import { pac2002Coefficients } from "../../../model/tyre-laws/pac2002-coefficients.js";
import type { Real } from "../../../model/types.js";
import { planCoefficients } from "../magic-formula/coefficients.js";
import { cosAtan, magicPeak } from "../magic-formula/curve.js";
import { ellipseForce } from "../magic-formula/ellipse.js";
import type { PlanSteadyLaw, TyrePoint } from "../steady-law.js";
import { leverMoment, overturning, selfAligning } from "./pac2002-moments.js";
import { pac2002At, type Pac2002Point, type Pac2002Sizes, type Values } from "./pac2002-point.js";
import { relaxationLengths } from "./pac2002-relaxation.js";
import { inducedForce, weightedForce } from "./pac2002-weights.js";
import { relaxedCarcass } from "./relaxed-carcass.js";

/** The Magic Formula 2002 without turn slip: H. Pacejka, Tyre and Vehicle Dynamics (2002), section 4.3, and Adams/Tire's PAC2002. */
export const planPac2002: PlanSteadyLaw<Pac2002Tyre> = (law, num) => {
  const coefficients = planCoefficients(law.coefficients, pac2002Coefficients, num);
  const isEllipse = law.combined === "ellipse";
  const sizes = planSizes(law, num);
  const valuesOf = (n: readonly Num[]): Values => coefficients.read(n.slice(sizes.numbers.length));
  const pointAt = (at: Pick<TyrePoint, "load" | "camber" | "friction">, n: readonly Num[]): Pac2002Point =>
    pac2002At(valuesOf(n), sizes.read(n), at);
  const split = (point: Pac2002Point, slip: TyrePoint["slip"]) =>
    isEllipse ? ellipseForce(point.x, point.y, slip) : weightedForce(point, slip);
  return {
    key: `pac2002 ${isEllipse ? "ellipse" : "pacejka"} ${sizes.key}: ${coefficients.key}`,
    numbers: [...sizes.numbers, ...coefficients.numbers],
    slipBy: "travel",
    forces: (at, n) => {
      const point = pointAt(at, n);
      const { load, x, y } = point;
      const { slope, offset } = split(point, at.slip);
      return {
        slope: [mul(load, max(0, slope[0])), mul(load, max(0, slope[1]))],
        offset: [mul(load, offset[0]), mul(load, offset[1])],
        peak: [mul(load, magicPeak(x)), mul(load, magicPeak(y))],
      };
    },
    moments: (at, force, n) => {
      const point = pointAt(at, n);
      const [kappa, sy] = at.slip;
      const alpha = neg(atan(sy));
      const induced = isEllipse ? 0 : mul(point.load, inducedForce(point, kappa, alpha));
      const turned = selfAligning(point, kappa, alpha, cosAtan(sy), sub(force[1], induced));
      return { overturning: overturning(point, force), aligning: add(turned, leverMoment(point, force)) };
    },
    rollingResistance: (load, n) => {
      const c = valuesOf(n);
      return mul(mul(max(0, mul(c.LMY, c.QSY1)), sizes.read(n).radius), load);
    },
    carcass: (load, camber, n) => {
      const point = pointAt({ load, camber, friction: 1 }, n);
      return relaxedCarcass([mul(point.load, point.x.K), neg(mul(point.load, point.y.K))], relaxationLengths(point));
    },
    rollingRadius: planRollingRadius(law, valuesOf, sizes.read),
  };
};

interface Sizes extends Pac2002Sizes {
  readonly verticalStiffness: Num | null;
}

const optional = ["largestLoad", "largestCamber", "verticalStiffness"] as const;

/** Numbers besides the coefficients, of which some may be left out. */
function planSizes(law: Pac2002Tyre, num: (real: Real) => Num) {
  const given = optional.flatMap((name) => {
    const value = law[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const read = (n: readonly Num[]): Sizes => ({
    nominalLoad: n[0],
    radius: n[1],
    largestLoad: null,
    largestCamber: null,
    verticalStiffness: null,
    ...Object.fromEntries(given.map(([name], i) => [name, n[2 + i]])),
  });
  const numbers = [num(law.nominalLoad), num(law.radius), ...given.map(([, value]) => num(value))];
  return { key: given.map(([name]) => name).join(" "), numbers, read };
}

/** R_e = R_0 - F_z0/c_z (D atan(B F_z/F_z0) + F F_z/F_z0), with the unscaled F_z0. */
function planRollingRadius(
  law: Pac2002Tyre,
  valuesOf: (n: readonly Num[]) => Values,
  sizesOf: (n: readonly Num[]) => Sizes,
): ((load: Num, n: readonly Num[]) => Num) | null {
  const { DREFF = 0, FREFF = 0 } = law.coefficients;
  if (law.verticalStiffness === undefined || (DREFF === 0 && FREFF === 0)) return null;
  return (load, n) => {
    const c = valuesOf(n);
    const { nominalLoad, radius, verticalStiffness } = sizesOf(n);
    const ratio = div(load, nominalLoad);
    const sunk = add(mul(c.DREFF, atan(mul(c.BREFF, ratio))), mul(c.FREFF, ratio));
    return sub(radius, mul(div(nominalLoad, verticalStiffness ?? 1), sunk));
  };
}
