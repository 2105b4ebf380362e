import { coordinateRelation } from "../../model/coordinate-relation.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";

/** Whether a model demands more than a tree with coupled coordinates: a cut joint, a rod, a prescribed motion. */
export const hasClosures = ({ constraints }: Model, { cuts }: Topology): boolean =>
  cuts.length > 0 || constraints.some((constraint) => coordinateRelation(constraint) === null);
