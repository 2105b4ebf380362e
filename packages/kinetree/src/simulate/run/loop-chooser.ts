import { eliminate, rowNamed, type ClosureRow, type LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import type { State } from "../../state/state.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { keepCurrentChoice, watchQuality } from "../lanes/closure-quality.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { LaneRun } from "../lanes/lane-run.js";
import { integratedState } from "../lanes/lane-state.js";
import { stateNames } from "../channels/state-names.js";
import { keyOf, type LoopPlans } from "./loop-plans.js";

/** A new selection of the rows and independent coordinates of closures during a run. */
export interface ClosureReselection {
  /** [s] */
  readonly t: number;
  /** Names of the coordinates that were independent before, and are now. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Selects rows and independent coordinates of closures, again where they become ill conditioned; by the state alone. */
export class LoopChooser {
  readonly #plans: LoopPlans;
  readonly #pair: LanePair;
  readonly #names: readonly string[];

  constructor(model: Model, topology: Topology, pair: LanePair, plans: LoopPlans) {
    this.#plans = plans;
    this.#pair = pair;
    this.#names = stateNames(model, topology, "v").map(({ name }) => name);
  }

  residual(state: Pick<State, "t" | "q">): number {
    return this.#plans.evaluator.at(state).phi.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  }

  setParameters(values: Readonly<Record<string, number>>): void {
    this.#plans.setParameters(values);
  }

  /** Selects for a closed state; null if the selection stays the same. */
  choose(state: State): ClosureReselection | null {
    const chosen = this.#plans.select(state);
    const old = this.#pair.plan.loopPlan;
    if (old !== null && keyOf(old) === keyOf(chosen)) return null;
    const { plan, module } = this.#plans.compiled(chosen, this.#pair.plan.method);
    this.#pair.exchange(plan, module);
    const names = ({ independent }: LoopPlan): readonly string[] => independent.map((v) => this.#names[v]);
    return { t: state.t, before: old === null ? [] : names(old), after: names(chosen) };
  }

  /** Selects again at the state reached, for a run that ended because its selection is unfit, and lets it go on if that helps. */
  chooseAgain(run: LaneRun): { readonly state: State; readonly rechoice: ClosureReselection } | null {
    const [pair, { lane }] = [this.#pair, run];
    const state = integratedState(pair, lane, "accepted");
    const rechoice = this.choose(state);
    if (!rechoice && !keepCurrentChoice(pair, lane)) return null;
    // Before "start", which may fail again.
    run.goOn();
    pair.setClock("restart", lane, 1);
    pair.run("start");
    if (!rechoice) return null;
    watchQuality(pair, lane);
    return { state, rechoice };
  }

  /** Reselections as numbers for a checkpoint, and back. */
  pack(rechoices: readonly ClosureReselection[]): Float64Array {
    const places = (names: readonly string[]): number[] => [
      names.length,
      ...names.map((name) => this.#names.indexOf(name)),
    ];
    return Float64Array.from(rechoices.flatMap(({ t, before, after }) => [t, ...places(before), ...places(after)]));
  }

  unpack(numbers: Float64Array): ClosureReselection[] {
    const found: ClosureReselection[] = [];
    let at = 0;
    const names = (): readonly string[] => Array.from({ length: numbers[at++] }, () => this.#names[numbers[at++]]);
    while (at < numbers.length) found.push({ t: numbers[at++], before: names(), after: names() });
    return found;
  }

  /** The row nearest to redundancy: at a dead point, the one to report. */
  weakest(state: Pick<State, "t" | "q">): ClosureRow | null {
    const row = eliminate(this.#plans.evaluator.at(state)).pivotRows.at(-1);
    return row === undefined ? null : rowNamed(this.#plans.evaluator.closures, row);
  }

  get redundant(): LoopPlan["redundant"] {
    return this.#pair.plan.loopPlan?.redundant ?? [];
  }
}
