import type { Num } from "../../graph/graph.js";
import { add, div, mul, sqrt } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import { mulMatVec } from "../../spatial/mat3.js";
import { matrixOfQuat, mulQuat, type Quat } from "../../spatial/quaternion.js";
import { add3, dot3, scale3, vec3 } from "../../spatial/vec3.js";
import type { Node } from "../skeleton/skeleton.js";
import type { TreeProgram } from "./tree-program.js";

type Numbers<K extends string> = { readonly [name in K]: readonly Num[] };

/** out ← q moved by δ, one entry for each speed, as `retractInto` does it. */
export function traceMove(tree: TreeProgram, delta: Rec, out: Rec): void {
  for (const node of tree.skeleton.nodes) if (node.nv > 0) moveNode(tree, node, delta, out);
}

/** The same for one node. Into q itself only in an entry point in which nobody else reads q. */
export function moveNode({ program, q }: TreeProgram, node: Node, delta: Rec, out: Rec): void {
  const { motion } = node;
  const inputs = {
    now: program.slice<Numbers<"q">>(q, node.q, { q: node.nq }),
    delta: program.slice<Numbers<"d">>(delta, node.v, { d: node.nv }),
  };
  const isTurning = motion === "spherical" || motion === "free";
  program.step(
    `move ${isTurning ? motion : node.nv}`,
    inputs,
    ({ now, delta }) => ({
      q: {
        q: isTurning ? movedCoordinates(motion === "free", now.q, delta.d) : now.q.map((x, k) => add(x, delta.d[k])),
      },
    }),
    { q: program.slice(out, node.q, { q: node.nq }) },
  );
}

/** A quaternion turned by δ, with the position of a free joint before it shifted along the axes before the turn. */
function movedCoordinates(isFree: boolean, q: readonly Num[], delta: readonly Num[]): readonly Num[] {
  const quat = q.slice(isFree ? 3 : 0) as unknown as Quat;
  const half = scale3(0.5, vec3(delta));
  const scale = div(1, sqrt(add(1, dot3(half, half))));
  const turned = mulQuat(quat, [1, ...half]).map((x) => mul(scale, x));
  return isFree ? [...add3(vec3(q), mulMatVec(matrixOfQuat(quat), vec3(delta, 3))), ...turned] : turned;
}
