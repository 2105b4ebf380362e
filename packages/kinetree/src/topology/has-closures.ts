import { coordinateRelation } from "../model/constraints/coordinate-relation.js";
import { definitionOf } from "../model/joints.js";
import type { Joint, Model } from "../model/types.js";
import type { Topology } from "./types.js";

const isClosing = (joint: Joint): boolean => definitionOf(joint).closes !== "nothing";

/** Cut joints that close something: all but free ones, which demand nothing. */
export const closingCuts = ({ joints }: Model, { cuts }: Topology): readonly number[] =>
  cuts.filter((joint) => isClosing(joints[joint]));

/** Whether a model demands more than a tree with coupled coordinates: a cut joint, a rod, a prescribed motion. */
export function hasClosures({ joints, constraints }: Model, { cuts }: Topology): boolean {
  // Plain counting, because evaluators ask in every call and allocate nothing.
  for (let i = 0; i < cuts.length; i++) if (isClosing(joints[cuts[i]])) return true;
  for (let i = 0; i < constraints.length; i++) if (coordinateRelation(constraints[i]) === null) return true;
  return false;
}

/** Whether the rows and coordinates of the equations are chosen state by state: for closures, and for couplers taken for such. */
export const isPlanned = (model: Model, topology: Topology, { name }: { readonly name: string }): boolean =>
  hasClosures(model, topology) || (name === "embedded" && model.constraints.length > 0);
