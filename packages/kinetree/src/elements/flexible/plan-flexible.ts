import type { Num } from "../../graph/graph.js";
import type { Flexible } from "../../model/flexible.js";
import type { Real } from "../../model/real.js";
import { planBeam } from "./beam-plan.js";
import type { FlexiblePlan } from "./flexible-plan.js";
import { planModalBody } from "./modal-plan.js";

/** What the recursions need of a flexible body; `num` makes numbers of the model numbers of the equations. */
export function planFlexible(flexible: Flexible, num: (real: Real) => Num): FlexiblePlan {
  return flexible.kind === "beam" ? planBeam(flexible, num) : planModalBody(flexible, num);
}
