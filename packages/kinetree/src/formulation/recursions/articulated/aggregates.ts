import type { Rec } from "../../../kernel/record.js";
import type { SpatialFields } from "../../../spatial/inertia.js";
import type { InertiaFields } from "../../skeleton/records.js";
import type { ArticulatedFields, NodeStrategy } from "./passes.js";

/**
 * What hangs on a node of an aggregate. Single bodies on hinges hand on their own ten numbers and, apart from them, what the
 * hinge takes off: for a wheel that is one entry, and stays small however it is turned.
 */
export interface HandedToAggregate {
  readonly rigid: Rec<InertiaFields>;
  readonly rest: Rec<ArticulatedFields>;
}

/** Nodes of closed loops that are eliminated together; the formulation "embedded" knows how. */
export interface Aggregates {
  /** Whether a node belongs to an aggregate. */
  readonly has: (node: number) => boolean;
  /** At the first node of an aggregate: eliminates it, given what is handed to each of its nodes, and gives what is left for its parent. */
  readonly eliminate: (node: number, handed: (node: number) => HandedToAggregate) => Rec<ArticulatedFields> | null;
  /** At the first node of an aggregate: writes its accelerations and gives those of its nodes that carry others. */
  readonly resolve: (node: number, parent: Rec<SpatialFields>) => ReadonlyMap<number, Rec<SpatialFields>>;
  /** Whether a node is the first of an aggregate. */
  readonly begins: (node: number) => boolean;
}

/** Nodes of an aggregate: the first of them stands for all. */
export const aggregateNode = (aggregates: Aggregates): NodeStrategy => ({
  eliminate: ({ index, parent }, pass) => {
    if (!aggregates.begins(index)) return;
    const left = aggregates.eliminate(index, (each) => ({
      rigid: pass.bodies.get(each) ?? pass.tree.program.zeros<InertiaFields>({ m: 1, h: 3, I: 6 }),
      rest: pass.children(each),
    }));
    if (left) pass.handTo(parent, left);
  },
  accelerate: (node, pass) => {
    if (!aggregates.begins(node.index)) return;
    for (const [each, acceleration] of aggregates.resolve(node.index, pass.parent(node)))
      pass.accelerations[each] = acceleration;
  },
});
