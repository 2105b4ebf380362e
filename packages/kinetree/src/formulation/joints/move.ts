import type { Node } from "../skeleton/skeleton.js";
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
