import type { Num } from "../../graph/graph.js";
import type { Rec } from "../../kernel/record.js";
import { jointOf } from "../joints/node-joints.js";
import type { Node } from "../skeleton/skeleton.js";
import type { TreeProgram } from "./tree-program.js";

type Coordinates = { q: readonly Num[] };
type Speeds = { v: readonly Num[] };

/**
 * q̇ = N(q) v for given speeds, or the change of q along a direction of the tangent space, which has the same form: rates
 * themselves; ½ q ⊗ ω for a rotation; R v for the position of a free joint. The user's coordinates keep their meaning where
 * the tree walks a joint backwards, so reversal does not enter.
 */
export function traceCoordinateRates(tree: TreeProgram, v: Rec, out: Rec): void {
  const { program } = tree;
  for (const node of tree.skeleton.nodes) {
    if (node.nq === 0) continue;
    const into = { rates: program.slice(out, node.q, { q: node.nq }) };
    program.step(stepName(node), inputsOf(tree, node, v), (x) => ({ rates: ratesOf(node, x.q.q, x.v.v) }), into);
  }
}

/** The same for one node, without a copy where rates are the speeds themselves. */
export function coordinateRate(tree: TreeProgram, node: Node, v: Rec): Rec<Coordinates> {
  if (!isCurved(node)) return tree.program.slice<Coordinates>(v, node.v, { q: node.nq });
  return tree.program.step(stepName(node), inputsOf(tree, node, v), (x) => ({ rates: ratesOf(node, x.q.q, x.v.v) }))
    .rates;
}

const stepName = (node: Node): string => `coordinate rates ${isCurved(node) ? node.motion : node.nq}`;

const inputsOf = (tree: TreeProgram, node: Node, v: Rec): { q: Rec<Coordinates>; v: Rec<Speeds> } => ({
  q: tree.program.slice<Coordinates>(tree.q, node.q, { q: node.nq }),
  v: tree.program.slice<Speeds>(v, node.v, { v: node.nv }),
});

const isCurved = (node: Node): boolean => jointOf(node).chart.isCurved;

const ratesOf = (node: Node, q: readonly Num[], v: readonly Num[]): Coordinates => ({
  q: jointOf(node).chart.rates(q, v),
});
