import { ClosureEvaluator } from "../../formulation/loops/closures/closure-evaluator.js";
import { planLoops, type LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import { artifactDifference, verifySharing } from "../../kernel/verify-sharing.js";
import type { Model } from "../../model/types.js";
import type { State } from "../../state/state.js";
import type { Topology } from "../../topology/types.js";
import type { SimulationPlan } from "../plan/plan.js";

/** A plan with its compiled module. */
export interface ModulePlan {
  readonly plan: SimulationPlan;
  readonly module: WebAssembly.Module;
}

/** Selections of closures by the state alone, and their plans: single runs and batches select by this one rule. */
export class LoopPlans {
  readonly evaluator: ClosureEvaluator;
  readonly #compile: (plan: LoopPlan) => SimulationPlan;
  /** A mechanism in periodic motion returns to the same few selections. */
  readonly #compiled = new Map<string, ModulePlan>();

  constructor(model: Model, topology: Topology, compile: (plan: LoopPlan) => SimulationPlan) {
    this.evaluator = new ClosureEvaluator(model, topology);
    this.#compile = compile;
  }

  setParameters(values: Readonly<Record<string, number>>): void {
    this.evaluator.setParameters(values);
  }

  /** The selection for a closed state. */
  select(state: Pick<State, "t" | "q" | "v">): LoopPlan {
    return planLoops(this.evaluator, state);
  }

  /** The plan of a selection. Each integrator has its own plans. */
  compiled(chosen: LoopPlan, method: string): ModulePlan {
    const key = `${method} ${keyOf(chosen)}`;
    const known = this.#compiled.get(key);
    if (known) {
      verifySharing(known, key, () => artifactDifference(known.plan.artifact, this.#compile(chosen).artifact));
      return known;
    }
    const plan = this.#compile(chosen);
    const made = { plan, module: new WebAssembly.Module(plan.artifact.code as BufferSource) };
    this.#compiled.set(key, made);
    return made;
  }
}

/** Equal for selections with the same equations; includes the order of pivots, whose quality deteriorates in the same way. */
export const keyOf = ({ rows, sets }: LoopPlan): string =>
  `${rows.join()};${sets.map((set) => `${set.rows.join()}:${set.columns.join()}`).join(" ")}`;
