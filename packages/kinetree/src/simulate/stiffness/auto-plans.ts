import type { LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import type { IntegratorName, MethodName } from "../../integrate/integrators.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { SimulationPlan } from "../plan/plan.js";

/** The explicit method that automatic runs take. */
export const AUTO_EXPLICIT: MethodName = "dormand-prince";

export interface CompiledPlan {
  readonly plan: SimulationPlan;
  readonly module: WebAssembly.Module;
}

/** The same simulation by several integrators, each compiled when it is first asked for, and kept. */
export class AutoPlans {
  readonly #pair: LanePair;
  readonly #compile: (loopPlan: LoopPlan | null, integrator: IntegratorName) => SimulationPlan;
  readonly #known = new Map<LoopPlan | null, Map<IntegratorName, CompiledPlan>>();

  constructor(pair: LanePair, compile: (loopPlan: LoopPlan | null, integrator: IntegratorName) => SimulationPlan) {
    this.#pair = pair;
    this.#compile = compile;
  }

  /** The plan of an integrator for the closures as they are solved now. */
  of(integrator: IntegratorName): CompiledPlan {
    const { plan, instance } = this.#pair;
    const known = this.#known.get(plan.loopPlan) ?? new Map<IntegratorName, CompiledPlan>();
    this.#known.set(plan.loopPlan, known);
    let compiled = known.get(integrator);
    if (!compiled && plan.method === integrator) compiled = { plan, module: instance.module };
    if (!compiled) {
      const made = this.#compile(plan.loopPlan, integrator);
      compiled = { plan: made, module: new WebAssembly.Module(made.artifact.code as BufferSource) };
    }
    known.set(integrator, compiled);
    return compiled;
  }

  /** Goes on by another integrator; "start" makes the pair ready to step. */
  take(integrator: IntegratorName): void {
    const { plan, module } = this.of(integrator);
    if (plan !== this.#pair.plan) this.#pair.exchange(plan, module);
  }
}
