import type { Node } from "../skeleton/skeleton.js";
import { jointOf } from "./node-joints.js";

/** out = q moved by size · delta, a direction of the tangent space with one entry for each speed: see `charts.ts`. out may be q. */
export function retractInto(
  out: Float64Array,
  { nodes }: { readonly nodes: readonly Pick<Node, "motion" | "q" | "v" | "nv">[] },
  q: Float64Array,
  delta: Float64Array,
  size = 1,
): Float64Array {
  for (const node of nodes) jointOf(node).chart.moveInto(out, q, node.q, delta, node.v, node.nv, size);
  return out;
}
