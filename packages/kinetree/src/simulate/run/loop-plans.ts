import { regularBeside } from "../../formulation/loops/assemble/rank-beside.js";
import { turnsFor, type Formulation } from "../../formulation/formulation.js";
import { ClosureEvaluator } from "../../formulation/loops/closures/closure-evaluator.js";
import { MOST_ROWS } from "../../formulation/loops/tree-augmented/tree-augmented.js";
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
  readonly #weights: ArrayLike<number> | undefined;
  readonly #compile: (plan: LoopPlan, isPassage: boolean) => SimulationPlan;
  /** A mechanism in periodic motion returns to the same few selections. */
  readonly #compiled = new Map<string, ModulePlan>();

  constructor(
    model: Model,
    topology: Topology,
    formulation: Formulation,
    compile: (plan: LoopPlan, isPassage: boolean) => SimulationPlan,
  ) {
    this.evaluator = new ClosureEvaluator(model, topology, {}, turnsFor(formulation));
    this.#weights = formulation.pivotWeights?.(this.evaluator.skeleton);
    this.#compile = compile;
  }

  setParameters(values: Readonly<Record<string, number>>): void {
    this.evaluator.setParameters(values);
  }

  /** The selection for a closed state; in a singular pose, that for the poses to which the speeds lead. */
  select(state: State): LoopPlan {
    return planLoops(this.evaluator, regularBeside(this.evaluator, state) ?? state, this.#weights);
  }

  /** The plan of a selection. Each integrator has its own plans. */
  compiled(chosen: LoopPlan, method: string): ModulePlan {
    return this.#kept(`${method} ${keyOf(chosen)}`, chosen, false);
  }

  /** The plan of a step through a singular pose; null for more rows than its equations take. */
  passage(chosen: LoopPlan): ModulePlan | null {
    return chosen.rows.length > MOST_ROWS ? null : this.#kept(`passage ${keyOf(chosen)}`, chosen, true);
  }

  #kept(key: string, chosen: LoopPlan, isPassage: boolean): ModulePlan {
    const known = this.#compiled.get(key);
    if (known) {
      verifySharing(known, key, () =>
        artifactDifference(known.plan.artifact, this.#compile(chosen, isPassage).artifact),
      );
      return known;
    }
    const plan = this.#compile(chosen, isPassage);
    const made = { plan, module: new WebAssembly.Module(plan.artifact.code as BufferSource) };
    this.#compiled.set(key, made);
    return made;
  }
}

/** Equal for selections with the same equations; includes the order of pivots, whose quality deteriorates in the same way. */
export const keyOf = ({ rows, sets }: LoopPlan): string =>
  `${rows.join()};${sets.map((set) => `${set.rows.join()}:${set.columns.join()}`).join(" ")}`;
