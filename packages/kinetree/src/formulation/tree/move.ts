import type { Num } from "../../graph/graph.js";
import type { Rec } from "../../kernel/record.js";
import { jointOf } from "../joints/node-joints.js";
import type { Node } from "../skeleton/skeleton.js";
import type { TreeProgram } from "./tree-program.js";

type Numbers<K extends string> = { readonly [name in K]: readonly Num[] };

/** out ← q moved by δ, one entry for each speed, as `moveInto` does it. */
export function traceMove(tree: TreeProgram, delta: Rec, out: Rec): void {
  for (const node of tree.skeleton.nodes) if (node.nv > 0) moveNode(tree, node, delta, out);
}

/** The same for one node. Into q itself only in an entry point in which nobody else reads q. */
export function moveNode({ program, q }: TreeProgram, node: Node, delta: Rec, out: Rec): void {
  const { chart } = jointOf(node);
  const inputs = {
    now: program.slice<Numbers<"q">>(q, node.q, { q: node.nq }),
    delta: program.slice<Numbers<"d">>(delta, node.v, { d: node.nv }),
  };
  program.step(
    `move ${chart.isCurved ? node.motion : node.nv}`,
    inputs,
    ({ now, delta }) => ({ q: { q: chart.moved(now.q, delta.d) } }),
    { q: program.slice(out, node.q, { q: node.nq }) },
  );
}
