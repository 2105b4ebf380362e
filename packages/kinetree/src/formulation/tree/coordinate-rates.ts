import type { Num } from "../../graph/graph.js";
import type { Rec } from "../../kernel/record.js";
import { jointOf } from "../joints/node-joints.js";
import type { Node } from "../skeleton/skeleton.js";
import type { TreeProgram } from "./tree-program.js";

type Coordinates = { q: readonly Num[] };
type Speeds = { v: readonly Num[] };

/**
 * q̇ = N(q) v of a node for given speeds, or the change of q along a direction of the tangent space, which has the same form: rates
 * themselves; ½ q ⊗ ω for a rotation; R v for the position of a free joint. The user's coordinates keep their meaning where
 * the tree walks a joint backwards, so reversal does not enter.
 */
export function coordinateRate(tree: TreeProgram, node: Node, v: Rec): Rec<Coordinates> {
  const { program } = tree;
  const { chart } = jointOf(node);
  if (!chart.isCurved) return program.slice<Coordinates>(v, node.v, { q: node.nq });
  const inputs = {
    q: program.slice<Coordinates>(tree.q, node.q, { q: node.nq }),
    v: program.slice<Speeds>(v, node.v, { v: node.nv }),
  };
  const rates = (x: { q: Coordinates; v: Speeds }): Coordinates => ({ q: chart.rates(x.q.q, x.v.v) });
  return program.step(`coordinate rates ${node.motion}`, inputs, (x) => ({ rates: rates(x) })).rates;
}
