import type { Num } from "../graph/graph.js";
import type { Rec } from "../kernel/record.js";
import type { SpatialFields } from "../spatial/inertia.js";
import { zero3 } from "../spatial/vec3.js";
import { traceAccelerations } from "../formulation/recursions/accelerations.js";
import { inverseDynamics, jointLoad, type Transmitted } from "../formulation/recursions/inverse-dynamics.js";
import type { NodeLoads } from "../formulation/tree/node-loads.js";
import type { TreeProgram } from "../formulation/tree/tree-program.js";

/** Quantities that follow from the accelerations of a state, traced into the current entry point on first use. */
export class ObservedDynamics {
  readonly #tree: TreeProgram;
  readonly #loads: NodeLoads;
  readonly vdot: Rec;
  #accelerations: readonly Rec<SpatialFields>[] | null = null;
  #transmitted: Transmitted | null = null;

  constructor(tree: TreeProgram, loads: NodeLoads, vdot: Rec) {
    this.#tree = tree;
    this.#loads = loads;
    this.vdot = vdot;
  }

  /** Classical acceleration of a node relative to the world, in the node's axes. */
  acceleration(node: number): Rec<SpatialFields> {
    return (this.#accelerations ??= traceAccelerations(this.#tree, this.vdot, zero3))[node];
  }

  /** Torque and force of the parent on the child, at the joint frame on the child; null for joints outside the tree. */
  load(joint: number): Rec<{ load: readonly Num[] }> | null {
    this.#transmitted ??= inverseDynamics(this.#tree, this.#loads, this.vdot, null);
    return jointLoad(this.#tree, this.#transmitted, joint);
  }
}
