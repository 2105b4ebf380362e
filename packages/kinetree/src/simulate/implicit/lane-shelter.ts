import type { SimulationPlan } from "../plan/plan.js";
import type { ImplicitPlan } from "../plan/implicit-plan.js";
import type { Slots } from "../plan/state-layout.js";
import type { LaneMemory } from "./lane-memory.js";

/**
 * What a lane holds and kernels would change, put aside while its neighbour steps: the state that is shown, extremes not yet taken
 * over, the clock, held drift. Kernels work on both lanes, and a lane must not notice when its neighbour calls one.
 */
export class LaneShelter {
  readonly #memory: LaneMemory;
  readonly #parts: readonly { readonly slots: Slots; readonly start: number }[];
  readonly #kept: Float64Array;

  constructor(plan: SimulationPlan, { observes }: ImplicitPlan, memory: LaneMemory) {
    const { shown, clock, held, quality } = plan.layout;
    const observed = observes ? [observes.from] : [];
    let size = 0;
    this.#memory = memory;
    this.#parts = [shown.t, shown.q, shown.y, ...Object.values(clock), ...observed, held, quality].map((slots) => {
      const start = size;
      size += slots.count;
      return { slots, start };
    });
    this.#kept = new Float64Array(size);
  }

  keep(): void {
    for (const { slots, start } of this.#parts) this.#memory.read(slots, this.#kept, start);
  }

  putBack(): void {
    for (const { slots, start } of this.#parts) this.#memory.write(slots, this.#kept, start);
  }
}
