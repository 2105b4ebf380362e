import type { Num } from "../../graph/graph.js";
import { add, div, max, min, mul, neg, square, sub } from "../../graph/num.js";
import type { Sticking } from "../../model/shafts/clutch.js";
import type { Real } from "../../model/types.js";

/** Numbers of what sticks: capacity, stiffness, damping. */
export const stickingNumbers = ({ capacity, stiffness, damping }: Sticking, num: (real: Real) => Num): readonly Num[] =>
  [capacity, stiffness, damping].map(num);

/**
 * Dry friction that sticks: a spring and a damper side by side, twisted by e, in line with a slider that gives way at the capacity.
 * T = k e + c ė held within the capacity, and ė = ω while it holds: no creep, however small the torque. Where the slider gives way, e
 * follows from T with the time constant c/k, so the rates are continuous, and a capacity that falls to zero lets go.
 * @param engaged part of the capacity
 */
export function stick(
  slip: Num,
  twist: Num,
  engaged: Num,
  [capacity, stiffness, damping]: readonly Num[],
): { readonly torque: Num; readonly rate: Num } {
  const most = mul(capacity, engaged);
  const wanted = add(mul(stiffness, twist), mul(damping, slip));
  const torque = max(neg(most), min(most, wanted));
  return { torque, rate: sub(slip, div(sub(wanted, torque), damping)) };
}

/** Energy stored in the spring. */
export const stickingEnergy = (twist: Num, [, stiffness]: readonly Num[]): Num =>
  mul(mul(0.5, stiffness), square(twist));
