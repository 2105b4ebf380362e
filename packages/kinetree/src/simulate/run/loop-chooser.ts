import { ClosureEvaluator } from "../../formulation/loops/closures/closure-evaluator.js";
import {
  eliminate,
  planLoops,
  rowNamed,
  type ClosureRow,
  type LoopPlan,
} from "../../formulation/loops/closures/loop-plan.js";
import type { State } from "../../state/state.js";
import { LEAST_QUALITY } from "../../integrate/control.js";
import type { LaneIndex } from "../../kernel/instance.js";
import { artifactDifference, verifySharing } from "../../kernel/verify-sharing.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { SimulationPlan } from "../plan/plan.js";
import { stateNames } from "../channels/state-names.js";

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
  readonly #evaluator: ClosureEvaluator;
  readonly #pair: LanePair;
  readonly #compile: (plan: LoopPlan) => SimulationPlan;
  readonly #names: readonly string[];
  /** A mechanism in periodic motion returns to the same few selections. */
  readonly #compiled = new Map<string, { readonly plan: SimulationPlan; readonly module: WebAssembly.Module }>();

  constructor(model: Model, topology: Topology, pair: LanePair, compile: (plan: LoopPlan) => SimulationPlan) {
    this.#evaluator = new ClosureEvaluator(model, topology);
    this.#pair = pair;
    this.#names = stateNames(model, topology, "v").map(({ name }) => name);
    this.#compile = compile;
  }

  residual(state: Pick<State, "t" | "q">): number {
    return this.#evaluator.at(state).phi.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  }

  setParameters(values: Readonly<Record<string, number>>): void {
    this.#evaluator.setParameters(values);
  }

  /** Selects for a closed state; null if the selection stays the same. */
  choose(state: State): ClosureReselection | null {
    const chosen = planLoops(this.#evaluator, state);
    const old = this.#pair.plan.loopPlan;
    const key = keyOf(chosen);
    if (old !== null && keyOf(old) === key) return null;
    // Each integrator has its own plans.
    const cached = `${this.#pair.plan.method} ${key}`;
    let compiled = this.#compiled.get(cached);
    if (compiled) {
      const { artifact } = compiled.plan;
      verifySharing(compiled, cached, () => artifactDifference(artifact, this.#compile(chosen).artifact));
    } else {
      const plan = this.#compile(chosen);
      compiled = { plan, module: new WebAssembly.Module(plan.artifact.code as BufferSource) };
      this.#compiled.set(cached, compiled);
    }
    this.#pair.exchange(compiled.plan, compiled.module);
    const names = ({ independent }: LoopPlan): readonly string[] => independent.map((v) => this.#names[v]);
    return { t: state.t, before: old === null ? [] : names(old), after: names(chosen) };
  }

  /** After "start" with a new selection: requests another one when this one has lost most of its quality. */
  watch(lane: LaneIndex): void {
    const { quality } = this.#pair.layout;
    if (quality.count === 0) return;
    const now = this.#pair.f64[this.#pair.index(quality, lane)];
    this.#pair.setClock("leastQuality", lane, Math.max(LEAST_QUALITY, KEPT_QUALITY * now));
  }

  /** Continues with the current selection where it is still the best one; false if it has become too poor. */
  keepCurrentChoice(lane: LaneIndex): boolean {
    const least = this.#pair.clock("leastQuality", lane);
    this.#pair.setClock("leastQuality", lane, Math.max(LEAST_QUALITY, KEPT_QUALITY * least));
    return least > LEAST_QUALITY;
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
    const row = eliminate(this.#evaluator.at(state)).pivotRows.at(-1);
    return row === undefined ? null : rowNamed(this.#evaluator.closures, row);
  }

  get redundant(): LoopPlan["redundant"] {
    return this.#pair.plan.loopPlan?.redundant ?? [];
  }
}

/** Part of its quality, a square, below which a selection is replaced: smaller pivots amplify errors. */
const KEPT_QUALITY = 0.1;

/** Includes the order of pivots, whose quality deteriorates in the same way. */
const keyOf = ({ rows, sets }: LoopPlan): string =>
  `${rows.join()};${sets.map((set) => `${set.rows.join()}:${set.columns.join()}`).join(" ")}`;
