import type { Rec } from "../../../kernel/record.js";
import type { SpatialFields } from "../../../spatial/inertia.js";
import type { InertiaFields } from "../../skeleton/records.js";
import type { ArticulatedFields, NodeStrategy } from "./passes.js";

/** Carried by a node of an aggregate; `rigid` holds single bodies on hinges, apart from the part that the hinge removes. */
export interface HandedToAggregate {
  readonly rigid: Rec<InertiaFields>;
  readonly rest: Rec<ArticulatedFields>;
}

/** Nodes of closed loops that are eliminated together, as the formulation "embedded" does. */
export interface Aggregates {
  readonly has: (node: number) => boolean;
  /** Whether a node is the first of its aggregate; `eliminate` and `resolve` are called there only. */
  readonly begins: (node: number) => boolean;
  /** Gives the articulated body that remains for the parent. */
  readonly eliminate: (node: number, handed: (node: number) => HandedToAggregate) => Rec<ArticulatedFields> | null;
  /** Writes the accelerations of the aggregate and gives those of its nodes that carry others. */
  readonly resolve: (node: number, parent: Rec<SpatialFields>) => ReadonlyMap<number, Rec<SpatialFields>>;
}

export const aggregateNode = (aggregates: Aggregates): NodeStrategy => ({
  eliminate: ({ index, parent }, pass) => {
    if (!aggregates.begins(index)) return;
    const remaining = aggregates.eliminate(index, (each) => ({
      rigid: pass.bodies.get(each) ?? pass.tree.program.zeros<InertiaFields>({ m: 1, h: 3, I: 6 }),
      rest: pass.children(each),
    }));
    if (remaining) pass.handTo(parent, remaining);
  },
  accelerate: (node, pass) => {
    if (!aggregates.begins(node.index)) return;
    for (const [each, acceleration] of aggregates.resolve(node.index, pass.parent(node)))
      pass.accelerations[each] = acceleration;
  },
});
