import type { Num } from "../../../graph/graph.js";
import { abs, div, lt, max, min, mul, neg, select, sub } from "../../../graph/num.js";
import type { FialaTyre } from "../../../model/tyre-laws/fiala.js";
import { lengthOf, TINY } from "../smooth-ratios.js";
import type { PlanSteadyLaw } from "../steady-law.js";
import { bristleSlope } from "./brush.js";
import { relaxedCarcass } from "./relaxed-carcass.js";

/**
 * As in Project Chrono's ChFialaTire, but the friction of the ground scales the slips at which a force is largest too: with
 * the unscaled ones forces jump there.
 */
export const planFiala: PlanSteadyLaw<FialaTyre> = (law, num) => {
  const { longitudinalRelaxation: along, lateralRelaxation: across } = law;
  const isRelaxed = along !== undefined && across !== undefined;
  const gripOf = (slip: readonly [Num, Num], load: Num, friction: Num, atRest: Num, falling: Num): Num =>
    mul(mul(sub(atRest, mul(falling, min(1, lengthOf(...slip)))), friction), load);
  return {
    key: isRelaxed ? "fiala relaxed" : "fiala",
    numbers: [
      num(law.longitudinalStiffness),
      num(law.corneringStiffness),
      num(law.staticFriction),
      sub(num(law.staticFriction), num(law.slidingFriction)),
      num(law.width),
      num(law.rollingResistance ?? 0),
      ...(isRelaxed ? [num(along), num(across)] : []),
    ],
    slipBy: "travel",
    forces: ({ slip, load, friction }, [cx, cy, atRest, falling]) => {
      const grip = gripOf(slip, load, friction, atRest, falling);
      const kappa = abs(slip[0]);
      // Past κ* = U F_z/(2 C), |F| = U F_z - (U F_z)²/(4 |κ| C), which meets C |κ| without a bend.
      const isElastic = lt(kappa, div(mul(0.5, grip), cx));
      const x = select(isElastic, 1, max(kappa, TINY));
      const slides = div(sub(grip, div(mul(grip, grip), mul(mul(4, x), cx))), x);
      const most = mul(mul(atRest, friction), load);
      return {
        slope: [select(isElastic, cx, slides), bristleSlope(cy, grip, abs(slip[1])).slope],
        offset: [0, 0],
        peak: [most, most],
      };
    },
    moments: ({ slip, load, friction }, force, [, cy, atRest, falling, width]) => {
      const grip = gripOf(slip, load, friction, atRest, falling);
      // U F_z w (1 - H) H³ over the force U F_z (1 - H³), with 1 - H = u.
      const { sliding: u } = bristleSlope(cy, grip, abs(slip[1]));
      const rest = sub(1, u);
      const trail = div(mul(width, mul(rest, mul(rest, rest))), sub(3, mul(u, sub(3, u))));
      return { overturning: 0, aligning: neg(mul(trail, force[1])) };
    },
    rollingResistance: (load, n) => mul(n[5], load),
    carcass: isRelaxed ? (_, __, [cx, cy, , , , , along, across]) => relaxedCarcass([cx, cy], [along, across]) : null,
    rollingRadius: null,
  };
};
