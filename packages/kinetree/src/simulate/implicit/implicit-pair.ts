import type { ImplicitCounts } from "../../integrate/implicit/method.js";
import type { Instance } from "../../kernel/instance.js";
import type { LaneIndex } from "../pair.js";
import type { SimulationPlan } from "../plan.js";
import type { ImplicitPlan } from "./implicit-plan.js";
import { LaneMemory } from "./lane-memory.js";
import { LaneStepper } from "./lane-stepper.js";

const functions = ["start", "attempt", "commit", "interpolate", "finish", "recall"] as const;
type LaneFunction = (typeof functions)[number];

/** Both lanes of a pair, stepped on the host one after the other: what a lane computes does not depend on its neighbour. */
export class ImplicitPair {
  readonly #lanes: readonly [LaneStepper, LaneStepper];
  readonly #memories: readonly [LaneMemory, LaneMemory];
  readonly #plan: SimulationPlan;

  constructor(plan: SimulationPlan, implicit: ImplicitPlan, instance: Instance) {
    this.#plan = plan;
    this.#memories = [new LaneMemory(instance, 0), new LaneMemory(instance, 1)];
    this.#lanes = [
      new LaneStepper(plan, implicit, this.#memories[0]),
      new LaneStepper(plan, implicit, this.#memories[1]),
    ];
  }

  /** Does what the compiled function of that name does; false if there is one. */
  run(name: string): boolean {
    if (name === "complete") return true; // interpolation needs nothing more
    const known = functions.find((each) => each === name);
    if (!known) return false;
    this.#each(known);
    return true;
  }

  #each(name: LaneFunction): void {
    const { active } = this.#plan.offsets.control;
    if (this.#memories[0].get(active) > 0) this.#lanes[0][name]();
    if (this.#memories[1].get(active) > 0) this.#lanes[1][name]();
  }

  /** Steps until an active lane arrives at its stop or fails, or `most` attempts are made. */
  advance(most: number): number {
    for (let made = 1; ; made++) {
      this.#each("attempt");
      this.#each("commit");
      if (made >= most || this.#memories.some((memory) => this.#needsAttention(memory))) return made;
    }
  }

  #needsAttention(memory: LaneMemory): boolean {
    const { control } = this.#plan.offsets;
    if (!(memory.get(control.active) > 0)) return false;
    return memory.get(control.failure) > 0 || memory.get(control.tStop) <= memory.get(control.t);
  }

  counts(lane: LaneIndex): ImplicitCounts {
    return this.#lanes[lane].counts;
  }

  firstStep(lane: LaneIndex, span: number): number {
    return this.#lanes[lane].firstStep(span);
  }

  snapshot(lane: LaneIndex): Float64Array {
    return this.#lanes[lane].snapshot();
  }

  restore(lane: LaneIndex, numbers: Float64Array): void {
    this.#lanes[lane].restore(numbers);
  }

  rest(lane: LaneIndex): void {
    this.#lanes[lane].rest();
  }
}
