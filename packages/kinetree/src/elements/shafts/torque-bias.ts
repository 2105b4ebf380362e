import { abs, add, div, lt, mul, neg, select, sub } from "../../graph/num.js";
import type { TorqueBias } from "../../model/shafts/torque-bias.js";
import { noEnergy, type PlanScope, type ShaftElementPlan } from "./element-plan.js";
import { share } from "./friction.js";
import { between } from "./spring.js";

/** Differences of speed where the bias begins, and over which it grows to its whole [rad/s]. */
const [BEGIN, RISE] = [0.25, 0.25];

export const planTorqueBias = ({ bias }: TorqueBias, { num }: PlanScope): ShaftElementPlan => ({
  key: "torque bias",
  numbers: [num(bias)],
  states: [],
  needsCarried: true,
  at: ({ speeds: [a, b], carried, numbers: [B] }) => {
    const apart = sub(a, b);
    const grown = share(div(sub(abs(apart), BEGIN), RISE));
    // Half the torque more or less: the slower output gets B/(1 + B) of it.
    const moved = mul(mul(abs(carried), grown), div(sub(B, 1), mul(2, add(B, 1))));
    return { torques: between(select(lt(apart, 0), neg(moved), moved)), rates: [] };
  },
  energy: noEnergy,
});
