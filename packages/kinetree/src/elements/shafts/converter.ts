import { abs, div, lt, max, min, mul, neg, select, square, sub } from "../../graph/num.js";
import type { TorqueConverter } from "../../model/shafts/converter.js";
import { planCurve } from "./curve-plan.js";
import { noEnergy, type PlanScope, type ShaftElementPlan } from "./element-plan.js";

/** Slip within which the torque changes its sign about the coupling point. With a jump there, the two sides would chatter. */
const COUPLING = 0.01;
/** A pump that is slower [rad/s] gives no torque worth a ratio. */
const SLOWEST = 1e-6;

export function planConverter({ capacity, torqueRatio }: TorqueConverter, scope: PlanScope): ShaftElementPlan {
  const [K, R] = [planCurve(capacity, scope), planCurve(torqueRatio, scope)];
  return {
    key: `converter ${K.key} ${R.key}`,
    numbers: [...K.numbers, ...R.numbers],
    states: [],
    at: ({ speeds: [pump, turbine], numbers }) => {
      const r = max(0, min(2, div(turbine, max(pump, SLOWEST))));
      const slip = sub(1, r);
      const sign = max(-1, min(1, div(slip, COUPLING)));
      // K(r), and K(2 − r) where the turbine drives.
      const taken = square(div(max(pump, 0), K.at(sub(1, abs(slip)), numbers)));
      const torque = mul(sign, taken);
      const ratio = select(lt(0, slip), R.at(r, numbers.slice(K.numbers.length)), 1);
      return { torques: [neg(torque), mul(ratio, torque)], rates: [] };
    },
    energy: noEnergy,
  };
}
