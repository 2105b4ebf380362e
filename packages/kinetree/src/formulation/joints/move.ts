import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { buildSkeleton, type Node } from "../skeleton/skeleton.js";
import { jointOf } from "./node-joints.js";

/** As much of the nodes as a move needs; plain data. */
export interface Movable {
  readonly nodes: readonly Pick<Node, "motion" | "q" | "v" | "nv">[];
}

/** out = q moved along size · x, a direction of the speeds: see `charts.ts`. out may be q. */
export function moveInto(
  out: Float64Array,
  { nodes }: Movable,
  q: Float64Array,
  x: Float64Array,
  size = 1,
): Float64Array {
  for (const node of nodes) jointOf(node).chart.moveInto(out, q, x, size, node);
  return out;
}

/**
 * Moves the coordinates of a model along directions of its speeds, such as mode shapes: `(q, direction, size)` gives q moved by
 * size times the direction. Turns and shifts are along the axes of each joint's child, as speeds are; quaternions stay unit.
 */
export function coordinateMover(
  model: Model,
  topology: Topology,
): (q: Float64Array, direction: Float64Array, size?: number) => Float64Array {
  const skeleton = buildSkeleton(model, topology);
  return (q, direction, size = 1) => moveInto(q.slice(), skeleton, q, direction, size);
}
