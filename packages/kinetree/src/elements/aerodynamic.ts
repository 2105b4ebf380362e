import type { Num } from "../graph/graph.js";
import { add, mul, neg, sqrt } from "../graph/num.js";
import type { CurveTable } from "../graph/table.js";
import type { Aerodynamic } from "../model/loads/aerodynamic.js";
import type { Real } from "../model/types.js";
import { mulMatVec, transpose3 } from "../spatial/mat3.js";
import { dot3, scale3, sub3, vec3, zero3, type Vec3 } from "../spatial/vec3.js";
import type { OneFrameLoad } from "./one-frame-load.js";
import { planSignals } from "./signals.js";

/** Square of a speed below which drag is linear [m²/s²]: |u| u has no second derivative at rest, and |u| no first one. */
const ALMOST_STILL = 1e-12;

/** Drag, lift and side force. */
export function planAerodynamic(
  { area, density, drag, lift, side, wind }: Aerodynamic,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): OneFrameLoad {
  const air = planSignals(wind, num, keyOf);
  return {
    key: `aerodynamic ${air.key}`,
    numbers: [mul(0.5, mul(num(density), num(area))), num(drag), num(lift), num(side), ...air.numbers],
    wrench: ({ R, v }, t, n) => {
      const [k, drag_, lift_, side_] = n;
      const u = mulMatVec(transpose3(R), sub3(v, vec3(air.at(t, n.slice(4)))));
      const square = dot3(u, u);
      const speed = sqrt(add(square, ALMOST_STILL));
      const against = scale3(neg(mul(drag_, speed)), u);
      const force: Vec3 = [
        against[0],
        add(against[1], neg(mul(side_, mul(speed, u[1])))),
        add(against[2], mul(lift_, square)),
      ];
      return { angular: zero3, linear: mulMatVec(R, scale3(k, force)) };
    },
  };
}
