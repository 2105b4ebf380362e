import type { Num } from "../../graph/graph.js";
import { add, div, max, mul, neg } from "../../graph/num.js";
import { TINY } from "./smooth-ratios.js";

/** What the carcass is pulled by, along one direction of the ground. */
export interface CarcassPull {
  /** State: how far the contact lags behind the wheel [m]. */
  readonly deflection: Num;
  /** 1: the contact slides or rolls; 0: it sticks. */
  readonly freedom: Num;
  /** By which slips are taken [m/s]. */
  readonly reference: Num;
  readonly slipSpeed: Num;
  /** Steady force per slip, at this slip [N]. */
  readonly slope: Num;
  readonly stiffness: Num;
  readonly damping: Num;
}

/**
 * (a v_r d + f) e' = -a v_r c e - f v_s: the force of the carcass, c e + d e', is that of the steady law at the slip of the contact
 * itself, whose speed is v_s + e'. Steady rolling gives f s; the way it takes to get there is f/c. A contact that sticks (a = 0)
 * follows the ground.
 */
export function carcassSpring(pull: CarcassPull): { readonly rate: Num; readonly force: Num } {
  const { deflection, freedom, reference, slipSpeed, slope, stiffness, damping } = pull;
  const loose = mul(freedom, reference);
  const driven = add(mul(loose, mul(stiffness, deflection)), mul(slope, slipSpeed));
  const rate = neg(div(driven, max(add(mul(loose, damping), slope), TINY)));
  return { rate, force: add(mul(stiffness, deflection), mul(damping, rate)) };
}
