import { abs, add, div, lt, max, min, mul, select, sub } from "../../graph/num.js";
import type { Num } from "../../graph/graph.js";
import type { Engine, Motor } from "../../model/shafts/motor.js";
import { startsOf } from "../part-starts.js";
import { planCurve } from "./curve-plan.js";
import { noEnergy, type PlanScope, type ShaftElementPlan } from "./element-plan.js";
import { share } from "./friction.js";

/** The part of the largest speed over which a motor ceases to drive. */
const FADE = 0.05;

export function planMotor({ maxTorque, maxPower, maxSpeed }: Motor, { num }: PlanScope): ShaftElementPlan {
  const [hasPower, hasSpeed] = [maxPower !== undefined, maxSpeed !== undefined];
  return {
    key: `motor ${hasPower} ${hasSpeed}`,
    numbers: [num(maxTorque), num(maxPower ?? 0), num(maxSpeed ?? 0)],
    states: [],
    at: ({ speeds: [speed], command, numbers: [torque, power, most] }) => {
      const u = max(-1, min(1, command));
      const size = abs(speed);
      // P/max(|ω|, P/T) is the smaller of T and P/|ω|, also at rest.
      const available = hasPower ? div(power, max(size, div(power, torque))) : torque;
      const fading = share(div(sub(most, size), mul(FADE, most)));
      const drives = hasSpeed ? select(lt(0, mul(u, speed)), fading, 1) : 1;
      return { torques: [mul(mul(u, available), drives)], rates: [] };
    },
    energy: noEnergy,
  };
}

export function planEngine({ full, idle, loss }: Engine, scope: PlanScope): ShaftElementPlan {
  const plans = [full, idle, loss].map((curve) => (curve === undefined ? null : planCurve(curve, scope)));
  const starts = startsOf(plans.map((plan) => plan?.numbers ?? []));
  return {
    key: `engine ${plans.map((plan) => plan?.key ?? "none").join(" ")}`,
    numbers: plans.flatMap((plan) => plan?.numbers ?? []),
    states: [],
    at: ({ speeds: [speed], command, numbers }) => {
      const u = share(command);
      const [most, least, dragging] = plans.map((plan, i): Num => plan?.at(speed, numbers.slice(starts[i])) ?? 0);
      return { torques: [add(add(mul(u, most), mul(sub(1, u), least)), dragging)], rates: [] };
    },
    energy: noEnergy,
  };
}
