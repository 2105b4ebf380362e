import { max, min, neg, sub } from "../../graph/num.js";
import type { Num } from "../../graph/graph.js";
import type { Brake, Clutch } from "../../model/shafts/clutch.js";
import type { ShaftElementPlan, PlanScope } from "./element-plan.js";
import { between } from "./spring.js";
import { stick, stickingEnergy, stickingNumbers } from "./sticking.js";

/** From 0 to 1. */
export const share = (command: Num): Num => max(0, min(1, command));

export const planClutch = (clutch: Clutch, { num }: PlanScope): ShaftElementPlan => ({
  key: "clutch",
  numbers: stickingNumbers(clutch, num),
  states: ["twist"],
  at: ({ speeds: [a, b], command, states: [twist], numbers }) => {
    const { torque, rate } = stick(sub(a, b), twist, share(command), numbers);
    return { torques: between(torque), rates: [rate] };
  },
  energy: ([twist], numbers) => stickingEnergy(twist, numbers),
});

export const planBrake = (brake: Brake, { num }: PlanScope): ShaftElementPlan => ({
  key: "brake",
  numbers: stickingNumbers(brake, num),
  states: ["twist"],
  at: ({ speeds: [speed], command, states: [twist], numbers }) => {
    const { torque, rate } = stick(speed, twist, share(command), numbers);
    return { torques: [neg(torque)], rates: [rate] };
  },
  energy: ([twist], numbers) => stickingEnergy(twist, numbers),
});
