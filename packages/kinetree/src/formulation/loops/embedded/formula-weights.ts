import type { Skeleton } from "../../skeleton/skeleton.js";
import { isBall, isHinge, isZero } from "./spatial-points.js";

/** Enough for a ball joint with levers of a decimetre to be taken rather than a slide, whose pivot is 1. */
const RATHER = 30;

/** Formulas start from arms and slides and find joints that turn about a point: these rather follow from the others. */
export function formulaWeights({ nodes, nv }: Skeleton): Float64Array {
  const weights = new Float64Array(nv).fill(1);
  for (const node of nodes) {
    const carrier = nodes[node.parent];
    const isOnCarrier = isHinge(node) && carrier !== undefined && isHinge(carrier) && isZero(node.r);
    if (isBall(node)) weights.fill(RATHER, node.v, node.v + node.nv);
    if (isOnCarrier) weights[node.v] = weights[carrier.v] = RATHER;
  }
  return weights;
}
