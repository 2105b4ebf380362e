import type { SimulationPlan } from "../plan/plan.js";
import type { ImplicitPlan } from "../plan/implicit-plan.js";
import type { LaneMemory } from "./lane-memory.js";

/**
 * What a lane holds and kernels would change, put aside while its neighbour steps: the state that is shown, extremes not yet taken
 * over, the clock, held drift. Kernels work on both lanes, and a lane must not notice when its neighbour calls one.
 */
export class LaneShelter {
  readonly #memory: LaneMemory;
  readonly #records: readonly { readonly offset: number; readonly count: number; readonly first: number }[];
  readonly #kept: Float64Array;

  constructor(plan: SimulationPlan, { observes }: ImplicitPlan, memory: LaneMemory) {
    const { offsets, nq, nv, nz, heldCount } = plan;
    const sizes: (readonly [offset: number, count: number])[] = [
      [offsets.t, 1],
      [offsets.q, nq],
      [offsets.y, 2 * nv + nz],
      ...Object.values(offsets.control).map((offset) => [offset, 1] as const),
      ...(observes ? [[observes.from, observes.count] as const] : []),
      ...(offsets.held >= 0 ? [[offsets.held, heldCount] as const] : []),
      ...(offsets.quality >= 0 ? [[offsets.quality, 1] as const] : []),
    ];
    let first = 0;
    this.#memory = memory;
    this.#records = sizes.map(([offset, count]) => ({ offset, count, first: (first += count) - count }));
    this.#kept = new Float64Array(first);
  }

  keep(): void {
    for (const { offset, count, first } of this.#records) this.#memory.read(offset, count, this.#kept, first);
  }

  putBack(): void {
    for (const { offset, count, first } of this.#records) this.#memory.write(offset, this.#kept, first, count);
  }
}
