import type { Num } from "../../graph/graph.js";
import { add, lt, max, min, mul, neg, select, sub } from "../../graph/num.js";
import type { ShaftSpring } from "../../model/shafts/spring.js";
import { planSpringLaw } from "../spring-law.js";
import { noEnergy, type PlanScope, type ShaftElementPlan } from "./element-plan.js";

/** Torque of a on b: stiffness x + damping x' beyond the play. */
export function planSpring({ stiffness, damping, backlash }: ShaftSpring, scope: PlanScope): ShaftElementPlan {
  const { num, keyOf } = scope;
  if (stiffness === 0) {
    return {
      key: "damper",
      numbers: [num(damping)],
      states: [],
      at: ({ speeds: [a, b], numbers: [c] }) => ({ torques: between(mul(c, sub(a, b))), rates: [] }),
      energy: noEnergy,
    };
  }
  const law = planSpringLaw(stiffness, num, keyOf);
  const hasPlay = backlash !== 0;
  const beyondPlay = (twist: Num, half: Num): Num => (hasPlay ? sub(twist, max(neg(half), min(half, twist))) : twist);
  return {
    key: `spring ${law.key} ${hasPlay}`,
    numbers: [num(damping), mul(0.5, num(backlash)), ...law.numbers],
    states: ["twist"],
    at: ({ speeds: [a, b], states: [twist], numbers: [c, half, ...n] }) => {
      const x = beyondPlay(twist, half);
      const rate = sub(a, b);
      const torque = add(law.force(x, n), mul(c, rate));
      // Flanks only push: those in front while x > 0, those behind while x < 0.
      const pushed = hasPlay ? select(lt(0, x), max(0, torque), select(lt(x, 0), min(0, torque), 0)) : torque;
      return { torques: between(pushed), rates: [rate] };
    },
    energy: ([twist], [, half, ...n]) => law.energy(beyondPlay(twist, half), n),
  };
}

/** Torques on a and b. */
export const between = (torque: Num): readonly Num[] => [neg(torque), torque];
