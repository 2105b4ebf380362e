import { exp } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { abs, add, div, max, min, mul, neg, square, sub } from "../../../graph/num.js";
import { sameOnBothSides, type MagicCurve } from "../magic-formula/curve.js";
import { atLeastIcy, atLeastSlippery, atLeastSoft, atLeastUpright, bentAtMost } from "../magic-formula/limits.js";
import type { TyrePoint } from "../steady-law.js";

/** Coefficients by their names in .tir files. */
export type Values = Readonly<Record<string, Num>>;

/** Numbers of a law besides its coefficients; limits are null where there are none. */
export interface Pac2002Sizes {
  readonly nominalLoad: Num;
  readonly radius: Num;
  readonly largestLoad: Num | null;
  readonly largestCamber: Num | null;
}

/** A tyre at one load and camber; forces as parts of the load. Letters as in MSC's Adams/Tire, PAC2002. */
export interface Pac2002Point {
  readonly c: Values;
  /** F_z, F_z0' and dfz = (F_z - F_z0')/F_z0'. */
  readonly load: Num;
  readonly nominal: Num;
  readonly dfz: Num;
  readonly camber: Num;
  readonly radius: Num;
  readonly x: MagicCurve;
  readonly y: MagicCurve;
}

/** a + b dfz. */
export const linear = (a: Num, b: Num, dfz: Num): Num => add(a, mul(b, dfz));

const quadratic = (a: Num, b: Num, c: Num, dfz: Num): Num => add(linear(a, b, dfz), mul(c, square(dfz)));

export function pac2002At(
  c: Values,
  { nominalLoad, radius, largestLoad, largestCamber }: Pac2002Sizes,
  at: Pick<TyrePoint, "load" | "camber" | "friction">,
): Pac2002Point {
  const load = largestLoad === null ? at.load : min(at.load, largestLoad);
  const camber = largestCamber === null ? at.camber : max(neg(largestCamber), min(largestCamber, at.camber));
  const nominal = mul(c.LFZO, nominalLoad);
  const dfz = div(sub(load, nominal), nominal);
  const ground = atLeastIcy(at.friction);
  return {
    c,
    load,
    nominal,
    dfz,
    camber,
    radius,
    x: alongCurve(c, dfz, camber, mul(c.LMUX, ground)),
    y: acrossCurve(c, div(load, nominal), dfz, camber, mul(c.LMUY, ground)),
  };
}

function alongCurve(c: Values, dfz: Num, camber: Num, friction: Num): MagicCurve {
  const gamma = mul(c.LGAX, camber);
  const E = mul(c.LEX, quadratic(c.PEX1, c.PEX2, c.PEX3, dfz));
  return {
    C: mul(c.PCX1, c.LCX),
    D: mul(friction, atLeastSlippery(mul(linear(c.PDX1, c.PDX2, dfz), sub(1, mul(c.PDX3, square(gamma)))))),
    K: atLeastSoft(mul(c.LKX, mul(linear(c.PKX1, c.PKX2, dfz), exp(mul(c.PKX3, dfz))))),
    E: { below: bentAtMost(mul(E, add(1, c.PEX4))), above: bentAtMost(mul(E, sub(1, c.PEX4))) },
    H: mul(c.LHX, linear(c.PHX1, c.PHX2, dfz)),
    V: mul(mul(c.LVX, friction), linear(c.PVX1, c.PVX2, dfz)),
  };
}

function acrossCurve(c: Values, ratio: Num, dfz: Num, camber: Num, friction: Num): MagicCurve {
  const gamma = mul(c.LGAY, camber);
  const upright = atLeastUpright(sub(1, mul(c.PKY3, abs(gamma))));
  // K_y/F_z of K_y = p_Ky1 F_z0' sin(2 atan(F_z/(p_Ky2 F_z0'))), with sin(2 atan z) = 2 z/(1 + z²).
  const z = div(ratio, c.PKY2);
  const stiffness = div(mul(2, neg(c.PKY1)), mul(c.PKY2, add(1, square(z))));
  const E = mul(c.LEY, linear(c.PEY1, c.PEY2, dfz));
  const skew = add(c.PEY3, mul(c.PEY4, gamma));
  return {
    C: mul(c.PCY1, c.LCY),
    D: mul(friction, atLeastSlippery(mul(linear(c.PDY1, c.PDY2, dfz), sub(1, mul(c.PDY3, square(gamma)))))),
    K: neg(atLeastSoft(mul(c.LKY, mul(stiffness, upright)))),
    E: { below: bentAtMost(mul(E, add(1, skew))), above: bentAtMost(mul(E, sub(1, skew))) },
    H: add(mul(c.LHY, linear(c.PHY1, c.PHY2, dfz)), mul(c.PHY3, gamma)),
    V: mul(friction, add(mul(c.LVY, linear(c.PVY1, c.PVY2, dfz)), mul(linear(c.PVY3, c.PVY4, dfz), gamma))),
  };
}

/** E of the weights, which has no sides. */
export const weightBend = (a: Num, b: Num, dfz: Num): MagicCurve["E"] => sameOnBothSides(bentAtMost(linear(a, b, dfz)));

/** E_t of the trail, before its asymmetry. */
export const trailBend = ({ c, dfz }: Pac2002Point): Num => quadratic(c.QEZ1, c.QEZ2, c.QEZ3, dfz);

/** Stiffness of the trail, before camber. */
export const trailStiffness = ({ c, dfz }: Pac2002Point): Num => quadratic(c.QBZ1, c.QBZ2, c.QBZ3, dfz);
