import { eliminate, rowNamed, type ClosureRow, type LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import type { LaneIndex } from "../../kernel/instance.js";
import type { State } from "../../state/state.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { keepCurrentChoice, watchQuality } from "../lanes/closure-quality.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { LaneRun } from "../lanes/lane-run.js";
import { integratedState } from "../lanes/lane-state.js";
import { stateNames } from "../channels/state-names.js";
import { keyOf, type LoopPlans } from "./loop-plans.js";
import { SingularPassage } from "./singular-passage.js";

/** A new selection of the rows and independent coordinates of closures during a run. */
export interface ClosureReselection {
  /** [s] */
  readonly t: number;
  /** Names of the coordinates that were independent before, and are now. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** First step behind a singular pose, as a part of the step before it. */
const BEHIND = 0.5;

/** Selects rows and independent coordinates of closures, again where they become ill conditioned; by the state alone. */
export class LoopChooser {
  readonly #plans: LoopPlans;
  readonly #pair: LanePair;
  readonly #passage: SingularPassage;
  readonly #own: LoopPlans;
  readonly #names: readonly string[];

  /** @param own plans of the closures between the joints of the model, where the run integrates other coordinates */
  constructor(model: Model, topology: Topology, pair: LanePair, plans: LoopPlans, own = plans) {
    this.#plans = plans;
    this.#own = own;
    this.#pair = pair;
    this.#passage = new SingularPassage(pair, own);
    this.#names = stateNames(model, topology, "v").map(({ name }) => name);
  }

  residual(state: State): number {
    // A passage through a singular pose has the coordinates of the joints.
    const { evaluator } = this.#pair.view ? this.#plans : this.#own;
    return evaluator.at(state).phi.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  }

  setParameters(values: Readonly<Record<string, number>>): void {
    this.#plans.setParameters(values);
    this.#own.setParameters(values);
  }

  /** Rank of the closures between joints where the run starts; 0 where the equations of the run choose as many rows. */
  get rank(): number {
    return this.#passage.rank;
  }

  set rank(rank: number) {
    this.#passage.rank = rank;
  }

  /** The rank at the start of a run, for equations in other coordinates than those of the joints. */
  rankAt(start: State): number {
    const { view } = this.#pair;
    return view ? this.#own.select(view.join(start)).rows.length : 0;
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

  /** The least pivot of the closures, for formulations whose kernels do not tell how well conditioned these are. */
  get leastPivot(): (() => number) | null {
    return this.#pair.view && this.rank > 0 ? () => this.#passage.leastPivot(0) : null;
  }

  /** Whether the accepted state is in a singular pose, or so near to one that rates cannot be relied on. */
  isAtSingularPose(lane: LaneIndex): boolean {
    return this.#passage.isAtPose(lane);
  }

  /**
   * For a run that ended because its selection is unfit, or a singular pose is ahead: passes the pose, or selects again, and lets the run
   * go on if that helps. Gives the state that a new selection is for.
   */
  chooseAgain(run: LaneRun): { readonly state: State; readonly rechoice: ClosureReselection | null } | null {
    const [pair, { lane, isForeseen, needsStart }] = [this.#pair, run];
    const isLeaving = this.#passage.isNearPose(lane);
    const passed = this.#passage.pass(run);
    if (passed === "passed") return this.#goOnBehind(run, isLeaving);
    if (passed === "stopped-at-pose") return this.#stopAtPose(run);
    if (passed === "comes-to-rest" || (passed === "too-far" && this.#passage.isAtPose(lane))) return null;
    if (isForeseen) {
      run.goOn();
      if (needsStart || passed === "too-far") this.#restart(run);
      return null;
    }
    const state = integratedState(pair, lane, "accepted");
    const rechoice = this.choose(state);
    if (!rechoice && !keepCurrentChoice(pair, lane)) return null;
    this.#restart(run);
    if (!rechoice) return null;
    watchQuality(pair, lane);
    return { state, rechoice };
  }

  /** Behind a singular pose, with the equations of the run and a selection for the state there. */
  #goOnBehind(
    run: LaneRun,
    isLeaving: boolean,
  ): { readonly state: State; readonly rechoice: ClosureReselection | null } {
    const [pair, { lane, end }] = [this.#pair, run];
    const state = integratedState(pair, lane, "accepted");
    const rechoice = this.choose(state);
    // The step from before the pose belongs to another part of the motion.
    if (!pair.plan.fixed) pair.setClock("h", lane, BEHIND * pair.clock("h", lane));
    this.#restart(run);
    if (isLeaving) run.chooseFirstStep();
    watchQuality(pair, lane);
    run.end = end;
    return { state, rechoice };
  }

  /** At a stop next to a singular pose: its state stays as it is, and the run leaves from there. */
  #stopAtPose(run: LaneRun): { readonly state: State; readonly rechoice: ClosureReselection | null } {
    const state = integratedState(this.#pair, run.lane, "accepted");
    const rechoice = this.choose(state);
    run.goOn();
    run.stopAtPose();
    return { state, rechoice };
  }

  #restart(run: LaneRun): void {
    // Before "start", which may fail again.
    run.goOn();
    this.#pair.setClock("restart", run.lane, 1);
    this.#pair.run("start");
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
  weakest(state: State): ClosureRow | null {
    const row = eliminate(this.#plans.evaluator.at(state)).pivotRows.at(-1);
    return row === undefined ? null : rowNamed(this.#plans.evaluator.closures, row);
  }

  get redundant(): LoopPlan["redundant"] {
    return this.#pair.plan.loopPlan?.redundant ?? [];
  }
}
