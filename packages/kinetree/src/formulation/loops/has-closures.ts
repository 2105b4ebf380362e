import { coordinateRelation } from "../../model/coordinate-relation.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";

/** Whether a model demands more than a tree with coupled coordinates: a cut joint, a rod, a prescribed motion. */
export const hasClosures = ({ constraints }: Model, { cuts }: Topology): boolean =>
  cuts.length > 0 || constraints.some((constraint) => coordinateRelation(constraint) === null);

/** Whether the rows and coordinates of the equations are chosen state by state: for closures, and for couplers taken for such. */
export const isPlanned = (model: Model, topology: Topology, { name }: { readonly name: string }): boolean =>
  hasClosures(model, topology) || (name === "embedded" && model.constraints.length > 0);
