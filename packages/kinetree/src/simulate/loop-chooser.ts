import type { State } from "../formulation/state.js";
import { ClosureEvaluator } from "../formulation/loops/closure-evaluator.js";
import { planLoops, type LoopPlan } from "../formulation/loops/loop-plan.js";
import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";
import type { Pair } from "./pair.js";
import type { SimulationPlan } from "./plan.js";

/** A change of the rows and coordinates in which a run's closures are solved. */
export interface Rechoice {
  /** [s] */
  readonly t: number;
  /** Names of the coordinates that were independent before, and are now. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Keeps the equations of closures fit: which rows count and which coordinates are independent is chosen at the start of a run and,
 * where that choice wears out on the way, again. The same state leads to the same choice, whatever was run before.
 */
export class LoopChooser {
  readonly #evaluator: ClosureEvaluator;
  readonly #pair: Pair;
  readonly #compile: (plan: LoopPlan) => SimulationPlan;
  readonly #names: readonly string[];

  constructor(
    model: Model,
    topology: Topology,
    pair: Pair,
    names: readonly string[],
    compile: (plan: LoopPlan) => SimulationPlan,
  ) {
    this.#evaluator = new ClosureEvaluator(model, topology);
    this.#pair = pair;
    this.#names = names;
    this.#compile = compile;
  }

  /** Largest residual of the closures at a state. */
  residual(state: Pick<State, "t" | "q">): number {
    return this.#evaluator.at(state).phi.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  }

  setParameters(values: Readonly<Record<string, number>>): void {
    this.#evaluator.setParameters(values);
  }

  /** Chooses for a closed state; null if the choice is as it was. */
  choose(state: State): Rechoice | null {
    const chosen = planLoops(this.#evaluator, state);
    const old = this.#pair.plan.loopPlan;
    if (old !== null && keyOf(old) === keyOf(chosen)) return null;
    this.#pair.exchange(this.#compile(chosen));
    const names = ({ independent }: LoopPlan): readonly string[] => independent.map((v) => this.#names[v]);
    return { t: state.t, before: old === null ? [] : names(old), after: names(chosen) };
  }

  /** Rows that say what others say already, as the equations in use have it. */
  get redundant(): LoopPlan["redundant"] {
    return this.#pair.plan.loopPlan?.redundant ?? [];
  }
}

const keyOf = ({ rows, dependent }: LoopPlan): string => `${rows.join()};${dependent.join()}`;
