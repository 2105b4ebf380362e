import type { Num } from "../../../graph/graph.js";
import { div, max, mul } from "../../../graph/num.js";
import type { Carcass, InGround } from "../steady-law.js";

/** Damping as a part of the stiffness [s]: without any, the carcass would ring at rest. */
const DAMPING = 0.02;

/** Shorter ways make a carcass so stiff that the wheel asks for steps that nothing else in a vehicle needs [m]. */
const SHORTEST = 0.1;

/** The carcass that lets a force of this slope over the slip build up over this way. */
export function relaxedCarcass(slope: InGround, way: InGround): Carcass {
  const stiffnessOf = (i: 0 | 1): Num => div(slope[i], max(way[i], SHORTEST));
  const stiffness: InGround = [stiffnessOf(0), stiffnessOf(1)];
  return { stiffness, damping: [mul(DAMPING, stiffness[0]), mul(DAMPING, stiffness[1])] };
}
