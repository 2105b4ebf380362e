import type { Num } from "../../graph/graph.js";
import { abs, div, eq, max, min, mul, nearest, neg, select, sub } from "../../graph/num.js";
import type { Gearbox } from "../../model/shafts/gearbox.js";
import type { PlanScope, ShaftElementPlan } from "./element-plan.js";
import { share } from "./friction.js";
import { stick, stickingEnergy, stickingNumbers } from "./sticking.js";

/** Way of the lever, in gears, over which friction takes hold; beyond half a gear there is none. */
const GRIP = 0.25;
/** The lever comes to rest with this part of the shift time. */
const SETTLING = 0.1;
const STICKING = 3;

export function planGearbox(box: Gearbox, { num }: PlanScope): ShaftElementPlan {
  const { ratios, reverse, shiftTime } = box;
  const hasReverse = reverse !== undefined;
  const [lowest, highest] = [hasReverse ? -1 : 0, ratios.length];
  return {
    key: `gearbox ${highest} ${hasReverse}`,
    numbers: [...stickingNumbers(box, num), num(shiftTime), num(reverse ?? 1), ...ratios.map(num)],
    states: ["lever", "twist"],
    at: ({ speeds: [input, output], command, states: [lever, twist], numbers }) => {
      const [time, back, ...forward] = numbers.slice(STICKING);
      const gear = nearest(lever);
      const ratio = forward.reduce<Num>((found, each, i) => select(eq(gear, i + 1), each, found), back);
      const grip = share(div(sub(0.5, abs(sub(lever, gear))), GRIP));
      const engaged = select(eq(gear, 0), 0, grip);
      const { torque, rate } = stick(sub(input, mul(ratio, output)), twist, engaged, numbers);
      const fastest = div(1, time);
      const wanted = max(lowest, min(highest, command));
      const moving = div(sub(wanted, lever), mul(SETTLING, time));
      return {
        torques: [neg(torque), mul(ratio, torque)],
        rates: [max(neg(fastest), min(fastest, moving)), rate],
      };
    },
    energy: ([, twist], numbers) => stickingEnergy(twist, numbers),
  };
}
