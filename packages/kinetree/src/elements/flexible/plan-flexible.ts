import type { Num } from "../../graph/graph.js";
import type { Flexible, NumberTriple } from "../../model/flexible.js";
import type { Real } from "../../model/real.js";
import { planBeam } from "./beam-plan.js";
import type { FlexiblePlan, StationShape } from "./flexible-plan.js";
import { planModalBody } from "./modal-plan.js";

export function planFlexible(flexible: Flexible, num: (real: Real) => Num): FlexiblePlan {
  return flexible.kind === "beam" ? planBeam(flexible, num) : planModalBody(flexible, num);
}

/** `planFlexible` that integrates beams which are alike once, and each of their stations once: a chain has a thousand of them. */
export function flexiblePlanner(num: (real: Real) => Num): (flexible: Flexible) => FlexiblePlan {
  const plans = new Map<string, FlexiblePlan>();
  return (flexible) => {
    // Data of modal bodies are long, rarely alike, and need no integrals.
    if (flexible.kind === "modal") return planFlexible(flexible, num);
    const key = JSON.stringify(flexible);
    let plan = plans.get(key);
    if (plan === undefined) plans.set(key, (plan = withStations(planFlexible(flexible, num))));
    return plan;
  };
}

function withStations(plan: FlexiblePlan): FlexiblePlan {
  const stations = new Map<string, StationShape>();
  const station = (position: NumberTriple): StationShape => {
    const key = position.join(" ");
    let shape = stations.get(key);
    if (shape === undefined) stations.set(key, (shape = plan.station(position)));
    return shape;
  };
  return { ...plan, station };
}
