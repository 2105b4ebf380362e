import type { FrameMotion } from "../../elements/two-frame-load.js";
import type { Num } from "../../graph/graph.js";
import type { Rec } from "../../kernel/record.js";
import type { Attachment } from "../../model/types.js";
import type { SpatialVector, SpatialFields } from "../../spatial/inertia.js";
import { identity3, mat3, mulMatMat, mulMatVec, transpose3, type Mat3 } from "../../spatial/mat3.js";
import { matrixOfQuat } from "../../spatial/quaternion.js";
import { add3, cross3, vec3, zero3, type Vec3 } from "../../spatial/vec3.js";
import { snapMat } from "../skeleton/axis-frame.js";
import type { PoseFields } from "../skeleton/records.js";
import type { TreeProgram } from "./tree-program.js";

/** A frame fixed in a node, as a record; its motion in the world follows from the node's. */
export interface Attached {
  readonly node: number;
  readonly rec: Rec<AttachmentFields>;
}
export type AttachmentFields = { R: readonly Num[]; p: readonly Num[] };

export function attach(tree: TreeProgram, { body, pose }: Attachment): Attached {
  const { skeleton, program } = tree;
  const index = skeleton.model.bodies.findIndex(({ name }) => name === body);
  const place = index < 0 ? skeleton.ground : skeleton.bodies[index];
  const { num, vec } = skeleton.scope;
  const R_body_frame = snapMat(matrixOfQuat(pose.rotation.map(num) as unknown as [Num, Num, Num, Num]));
  const R = snapMat(mulMatMat(place.R_node_body, R_body_frame));
  const p = add3(place.p_node_body, mulMatVec(place.R_node_body, vec(pose.position)));
  return { node: place.node, rec: program.constants<AttachmentFields>({ R: R.flat(), p: [...p] }) };
}

/** Motion of an attached frame in the world, from the records of its node; ground stands still. */
export function frameMotion(
  attachment: AttachmentFields,
  pose: PoseFields | null,
  velocity: SpatialFields | null,
): FrameMotion {
  const R_node: Mat3 = pose ? mat3(pose.R) : identity3;
  const p_node: Vec3 = pose ? vec3(pose.p) : zero3;
  const p = vec3(attachment.p);
  const omega: Vec3 = velocity ? vec3(velocity.angular) : zero3;
  const v: Vec3 = velocity ? add3(vec3(velocity.linear), cross3(omega, p)) : zero3;
  return {
    R: mulMatMat(R_node, mat3(attachment.R)),
    p: add3(p_node, mulMatVec(R_node, p)),
    omega: mulMatVec(R_node, omega),
    v: mulMatVec(R_node, v),
  };
}

/** Records of a node's motion, or stand-ins for ground that the trace does not look at. */
export function motionRecords(
  tree: TreeProgram,
  node: number,
): { pose: Rec<PoseFields>; velocity: Rec<SpatialFields> } {
  return node < 0
    ? {
        pose: tree.program.zeros<PoseFields>({ R: 9, p: 3 }),
        velocity: tree.program.zeros<SpatialFields>({ angular: 3, linear: 3 }),
      }
    : { pose: tree.pose(node), velocity: tree.velocity(node) };
}

/** A wrench in world components at an attached frame, as its node feels it at its origin. */
export function wrenchOnNode(world: SpatialVector, attachment: AttachmentFields, pose: PoseFields): SpatialVector {
  const toNode = transpose3(mat3(pose.R));
  const linear = mulMatVec(toNode, world.linear);
  return { angular: add3(mulMatVec(toNode, world.angular), cross3(vec3(attachment.p), linear)), linear };
}
