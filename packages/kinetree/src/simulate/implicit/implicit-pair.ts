import type { SimulationError } from "../../errors/kinetree-error.js";
import type { ImplicitCounts } from "../../integrate/implicit/method.js";
import type { Instance, LaneIndex } from "../../kernel/instance.js";
import type { ImplicitPlan } from "../plan/implicit-plan.js";
import type { SimulationPlan } from "../plan/plan.js";
import type { Slots } from "../plan/state-layout.js";
import { LaneMemory } from "./lane-memory.js";
import { LaneStepper } from "./lane-stepper.js";

/** Both lanes of a pair, stepped on the host one after the other: the result of a lane does not depend on its neighbour. */
export class ImplicitPair {
  readonly #lanes: readonly [LaneStepper, LaneStepper];
  readonly #memories: readonly [LaneMemory, LaneMemory];
  readonly #shelters: readonly [LaneShelter, LaneShelter];
  readonly #plan: SimulationPlan;

  constructor(plan: SimulationPlan, implicit: ImplicitPlan, instance: Instance) {
    this.#plan = plan;
    this.#memories = [new LaneMemory(instance, 0), new LaneMemory(instance, 1)];
    this.#lanes = [
      new LaneStepper(plan, implicit, this.#memories[0]),
      new LaneStepper(plan, implicit, this.#memories[1]),
    ];
    this.#shelters = [
      new LaneShelter(plan, implicit, this.#memories[0]),
      new LaneShelter(plan, implicit, this.#memories[1]),
    ];
  }

  /** Does the work of the compiled function of that name; false if there is one. */
  run(name: string): boolean {
    switch (name) {
      case "attempt":
        this.#attempt();
        return true;
      case "commit":
        this.#commit();
        return true;
      case "start":
      case "interpolate":
      case "finish":
      case "recall":
        for (const lane of [0, 1] as const) {
          if (!this.#isActive(lane)) continue;
          this.#shelter(lane);
          this.#lanes[lane][name]();
          this.#release(lane);
        }
        return true;
      default:
        return name === "complete"; // interpolation needs nothing more
    }
  }

  #isActive(lane: LaneIndex): boolean {
    return this.#memories[lane].get(this.#plan.layout.clock.active) > 0;
  }

  #attempt(): void {
    for (let lane: LaneIndex = 0; ; lane = 1) {
      if (this.#isActive(lane)) {
        this.#shelter(lane);
        this.#lanes[lane].attempt();
        this.#release(lane);
      }
      if (lane === 1) return;
    }
  }

  /** Before a lane steps: the kernels that it calls work on both, so the numbers of the other are put aside. */
  #shelter(lane: LaneIndex): void {
    const other = lane === 0 ? 1 : 0;
    if (this.#isActive(other)) this.#shelters[other].keep();
  }

  #release(lane: LaneIndex): void {
    const other = lane === 0 ? 1 : 0;
    if (this.#isActive(other)) this.#shelters[other].putBack();
  }

  #commit(): void {
    if (this.#isActive(0)) this.#lanes[0].commit();
    if (this.#isActive(1)) this.#lanes[1].commit();
  }

  /** Steps until an active lane arrives at its stop or fails, or `most` attempts are made. */
  advance(most: number): number {
    for (let made = 1; ; made++) {
      this.#attempt();
      this.#commit();
      if (made >= most || this.#needsAttention(0) || this.#needsAttention(1)) return made;
    }
  }

  #needsAttention(lane: LaneIndex): boolean {
    if (!this.#isActive(lane)) return false;
    const { clock } = this.#plan.layout;
    const memory = this.#memories[lane];
    return memory.get(clock.failure) > 0 || memory.get(clock.tStop) <= memory.get(clock.t);
  }

  counts(lane: LaneIndex): ImplicitCounts {
    return this.#lanes[lane].counts;
  }

  startError(lane: LaneIndex): SimulationError | null {
    return this.#lanes[lane].startError;
  }

  culprit(lane: LaneIndex): string | null {
    return this.#lanes[lane].culprit;
  }

  firstStep(lane: LaneIndex): number {
    this.#shelter(lane);
    const h = this.#lanes[lane].firstStep();
    this.#release(lane);
    return h;
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

/**
 * Numbers of a lane that kernels would change, put aside while its neighbour steps: the state that is shown, extremes not yet taken
 * over, the clock, held drift, the ground. Kernels work on both lanes, and a lane must not notice when its neighbour calls one.
 */
class LaneShelter {
  readonly #memory: LaneMemory;
  readonly #parts: readonly { readonly slots: Slots; readonly start: number }[];
  readonly #kept: Float64Array;

  constructor(plan: SimulationPlan, { observes }: ImplicitPlan, memory: LaneMemory) {
    const { shown, clock, held, quality, groundAtEnd, steppedOver } = plan.layout;
    const observed = observes ? [observes.from] : [];
    let size = 0;
    this.#memory = memory;
    const ground = [groundAtEnd, steppedOver];
    this.#parts = [shown.t, shown.q, shown.y, ...Object.values(clock), ...observed, held, quality, ...ground].map(
      (slots) => {
        const start = size;
        size += slots.count;
        return { slots, start };
      },
    );
    this.#kept = new Float64Array(size);
  }

  keep(): void {
    for (const { slots, start } of this.#parts) this.#memory.read(slots, this.#kept, start);
  }

  putBack(): void {
    for (const { slots, start } of this.#parts) this.#memory.write(slots, this.#kept, start);
  }
}
