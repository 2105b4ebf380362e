import type { MethodName } from "../../integrate/integrators.js";
import type { CompiledPlan } from "./auto-plans.js";
import { StabilityLimits } from "./stiffness-limits.js";
import { StiffnessProbe } from "./stiffness-probe.js";

/** The probe that was used last, and the limits of its method: run after run of one simulation looks through the same. */
export class StiffnessProbes {
  #probe: StiffnessProbe | null = null;
  #limits: StabilityLimits | null = null;

  /** A probe for a plan of an explicit method. */
  of({ plan, module }: CompiledPlan): StiffnessProbe {
    if (this.#probe?.plan !== plan) this.#probe = new StiffnessProbe(plan, module);
    return this.#probe;
  }

  limits(method: MethodName): StabilityLimits {
    if (this.#limits?.method !== method) this.#limits = new StabilityLimits(method);
    return this.#limits;
  }
}
