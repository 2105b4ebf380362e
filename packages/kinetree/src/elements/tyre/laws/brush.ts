import type { Num } from "../../../graph/graph.js";
import { abs, add, div, lt, max, min, mul, neg, select, sqrt, sub } from "../../../graph/num.js";
import type { BrushTyre } from "../../../model/tyre-laws/brush.js";
import { lengthOf, TINY } from "../smooth-ratios.js";
import type { PlanSteadyLaw } from "../steady-law.js";

/** Slips are related to the speed of the tread, |1 + κ| of the speed of the wheel; never to less than this part of it. */
const SLOWEST_TREAD = 1e-3;

/**
 * Secant slope of bristles that stick in front and slide behind: C (1 - u + u²/3) with the sliding part u = s/s_sl < 1, which is
 * F/s for F = μ F_z (3 u - 3 u² + u³); from s_sl = 3 μ F_z/C on, all of them slide.
 */
export function bristleSlope(stiffness: Num, grip: Num, slip: Num): { readonly slope: Num; readonly sliding: Num } {
  const limit = div(mul(3, grip), stiffness);
  const sliding = min(1, div(slip, max(limit, TINY)));
  const sticking = mul(stiffness, sub(1, mul(sliding, sub(1, div(sliding, 3)))));
  return { slope: select(lt(slip, limit), sticking, div(grip, max(slip, TINY))), sliding };
}

/** Pacejka, Tire and Vehicle Dynamics, 3rd ed. (2012), section 3.2: isotropic bristles, parabolic pressure. */
export const planBrush: PlanSteadyLaw<BrushTyre> = (law, num) => {
  const isGiven = law.halfContact !== undefined;
  const slipsOf = ([sx, sy]: readonly [Num, Num]): { readonly tread: Num; readonly combined: Num } => {
    const tread = max(abs(add(1, sx)), SLOWEST_TREAD);
    return { tread, combined: div(lengthOf(sx, sy), tread) };
  };
  return {
    key: isGiven ? "brush a" : "brush",
    numbers: [
      num(law.stiffness),
      num(law.friction),
      num(law.rollingResistance ?? 0),
      num(law.halfContact ?? law.radius),
    ],
    slipBy: "travel",
    forces: ({ slip, load, friction }, [stiffness, mu]) => {
      const grip = mul(mul(mu, friction), load);
      const { tread, combined } = slipsOf(slip);
      const slope = div(bristleSlope(stiffness, grip, combined).slope, tread);
      return { slope: [slope, slope], offset: [0, 0], peak: [grip, grip] };
    },
    moments: ({ slip, load, friction, depth }, force, [stiffness, mu, , size]) => {
      const { sliding: u } = bristleSlope(stiffness, mul(mul(mu, friction), load), slipsOf(slip).combined);
      const half = isGiven ? size : sqrt(max(mul(size, depth), TINY));
      // (1 - u)³ over 1 - u + u²/3: the resultant is a third of the half contact behind its middle, and moves there as all slides.
      const rest = sub(1, u);
      const trail = div(mul(div(half, 3), mul(rest, mul(rest, rest))), sub(1, mul(u, sub(1, div(u, 3)))));
      return { overturning: 0, aligning: neg(mul(trail, force[1])) };
    },
    rollingResistance: (load, [, , lever]) => mul(lever, load),
    carcass: null,
    rollingRadius: null,
  };
};
