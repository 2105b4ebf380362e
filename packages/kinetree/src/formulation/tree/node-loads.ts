import type { Num } from "../../graph/graph.js";
import type { Rec } from "../../kernel/record.js";
import type { SpatialFields } from "../../spatial/inertia.js";

/** Loads of the nodes, by node index. */
export interface NodeLoads {
  /** Generalised forces along the node's rates. */
  readonly effort: (node: number) => Rec<{ tau: readonly Num[] }>;
  /** Inertia that moves with the rate alone. */
  readonly armature: (node: number) => Rec<{ armature: readonly Num[] }>;
  /** External wrench on the node, at its origin. */
  readonly wrench: (node: number) => Rec<SpatialFields>;
  /** Rotors that are no nodes. */
  readonly rotors?: Rec<RotorFields>;
}

/** Speeds of rotors, and torques on them; without those that hold gears together, which do no work. */
export type RotorFields = { readonly speed: readonly Num[]; readonly torque: readonly Num[] };
