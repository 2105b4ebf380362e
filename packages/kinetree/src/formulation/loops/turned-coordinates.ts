import type { Num } from "../../graph/graph.js";
import { add } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import type { Node } from "../skeleton.js";
import type { TreeProgram } from "../tree-program.js";
import { movedCoordinates } from "./move.js";

/** q of one node moved by its entries of δ, in place: in an entry point in which nobody else reads q. */
export function turnedCoordinates(tree: TreeProgram, node: Node, delta: Rec): void {
  const { program } = tree;
  const inputs = {
    now: program.slice<{ q: readonly Num[] }>(tree.q, node.q, { q: node.nq }),
    delta: program.slice<{ d: readonly Num[] }>(delta, node.v, { d: node.nv }),
  };
  const isTurning = node.motion === "spherical" || node.motion === "free";
  program.step(
    `move in place ${isTurning ? node.motion : "plain"}`,
    inputs,
    ({ now, delta }) => ({
      q: { q: isTurning ? movedCoordinates(node.motion === "free", now.q, delta.d) : [add(now.q[0], delta.d[0])] },
    }),
    { q: program.slice(tree.q, node.q, { q: node.nq }) },
  );
}
