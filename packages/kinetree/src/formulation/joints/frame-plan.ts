import { isExpr, type Num } from "../../graph/graph.js";
import type { Program } from "../../kernel/program.js";
import type { Rec } from "../../kernel/record.js";
import { mat3, type Mat3 } from "../../spatial/mat3.js";
import type { Placement } from "../../spatial/placement.js";
import type { PlaneRotation } from "../../spatial/plane-rotation.js";
import { vec3 } from "../../spatial/vec3.js";
import type { FrameFields, PostureFields } from "../skeleton/records.js";
import type { Node } from "../skeleton/skeleton.js";
import { jointOf } from "./node-joints.js";

/** Shape of the frame of a node whose frame nobody looks at. */
export const emptyFrame = { turns: 0, matrix: 0, r: 0, pitch: 0 };

/** Names the structure of a node's frame and rebuilds it from a record. */
export interface FramePlan {
  readonly key: string;
  readonly rec: Rec<FrameFields>;
  /** From the parent to the joint, as far as it is fixed in the parent; `outerKey` names its structure. */
  readonly outer: (fields: FrameFields) => Placement;
  readonly outerKey: string;
  /** From there to the node. */
  readonly inner: (fields: FrameFields, posture: PostureFields) => Placement;
  /** Both. */
  readonly rebuild: (fields: FrameFields, posture: PostureFields) => Placement;
}

const isQuarter = ({ c, s }: PlaneRotation): boolean => !isExpr(c) && !isExpr(s) && (c === 0 || s === 0);

/** Splits a node's frame into structure, which goes into the key, and numbers, which go into a record. */
export function framePlan(program: Program, node: Node): FramePlan {
  const { E, r, rAfterTurn, motion, pitch, reversed } = node;
  const joint = jointOf(node);
  const product = Array.isArray(E) ? (E as readonly PlaneRotation[]) : null;
  const turns: Num[] = [];
  const parts = product?.map((part, i) => {
    if (isQuarter(part) && !(i === 0 && node.turnIsGeneral))
      return { key: `${part.axis}${part.c}${part.s}`, of: (): PlaneRotation => part };
    const at = turns.length;
    turns.push(part.c, part.s);
    return {
      key: part.axis,
      of: (f: FrameFields): PlaneRotation => ({ axis: part.axis, c: f.turns[at], s: f.turns[at + 1] }),
    };
  });
  const matrix = product ? [] : (E as { matrix: Mat3 }).matrix.flat();
  const rec = program.constants<FrameFields>(
    { turns, matrix, r: [...r], pitch: joint.hasPitch ? [pitch] : [] },
    node.index,
    node.turnIsGeneral ? ["turns"] : [],
  );
  const key = `${motion}${reversed ? "-" : ""} ${parts ? parts.map((part) => part.key).join("") : "M"}${rAfterTurn ? "'" : ""}`;
  const shift = (frame: FrameFields): Placement[number] => ({ shift: vec3(frame.r) });
  const outer = (frame: FrameFields): Placement =>
    rAfterTurn && parts ? [{ rotation: [parts[0].of(frame)] }, shift(frame)] : [shift(frame)];
  const inner = (frame: FrameFields, posture: PostureFields): Placement => {
    const moving = joint.placement(posture);
    if (parts) return [...parts.slice(rAfterTurn ? 1 : 0).map((part) => ({ rotation: [part.of(frame)] })), ...moving];
    const E = mat3(frame.matrix);
    // A fixed matrix and a moving one are one matrix.
    if (joint.placementAfter) return joint.placementAfter(E, posture);
    return [{ rotation: { matrix: E } }, ...moving];
  };
  return { key, outerKey: rAfterTurn ? "z'" : "", rec, outer, inner, rebuild: (f, p) => [...outer(f), ...inner(f, p)] };
}
