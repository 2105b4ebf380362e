import type { JointMotion } from "../../model/joints.js";
import { addSpatial, type SpatialVector } from "../../spatial/inertia.js";
import type { Placement } from "../../spatial/placement.js";
import type { Vec3 } from "../../spatial/vec3.js";
import type { RateFields } from "../skeleton/records.js";
import type { Node, NodeMotion } from "../skeleton/skeleton.js";
import { bend } from "./bend.js";
import { constantVelocity } from "./constant-velocity.js";
import { free } from "./free.js";
import { modal } from "./modal.js";
import type { LoopJoint } from "./loop-joint.js";
import type { JointConfiguration, JointRecords, NodeJoint } from "./node-joint.js";
import { prismatic } from "./prismatic.js";
import { revolute } from "./revolute.js";
import { screw } from "./screw.js";
import { spherical } from "./spherical.js";
import { weld } from "./weld.js";

/** All motions of nodes. */
const nodeJoints: Readonly<Record<NodeMotion, NodeJoint>> = {
  revolute,
  prismatic,
  screw,
  spherical,
  free,
  "constant-velocity": constantVelocity,
  weld,
  modal,
  bend,
};

/** What a node's motion does. */
export const jointOf = ({ motion }: Pick<Node, "motion">): NodeJoint => nodeJoints[motion];

/** How a joint of one piece closes a loop; null for kinds that are made of axes, and for stations, which never do. */
export const loopJointOf = ({ kind }: Pick<JointMotion, "kind">): LoopJoint | null =>
  (nodeJoints as Partial<Record<string, NodeJoint>>)[kind]?.loop ?? null;

/** Acceleration of the node that velocities alone cause (Featherstone's c, for classical accelerations). */
export function velocityAcceleration(
  node: Node,
  X: Placement,
  x: JointConfiguration & { readonly rate: RateFields },
  omega_parent: Vec3,
  omega: Vec3,
): SpatialVector {
  const { bias, relative } = jointOf(node);
  return withSway(node, x, bias.ofNode(X, omega_parent, omega, relative(node, x, x.rate.rate)));
}

/** Acceleration that the motion across the joint alone causes, beyond that of the joint's frame on the parent. */
export function jointAcceleration(node: Node, x: JointRecords, omega: Vec3): SpatialVector {
  const { bias, relative } = jointOf(node);
  return withSway(node, x, bias.acrossJoint(x, omega, relative(node, x, x.rate.rate)));
}

function withSway(
  node: Node,
  x: JointConfiguration & { readonly rate: RateFields },
  acceleration: SpatialVector,
): SpatialVector {
  const { sway } = jointOf(node);
  return sway ? addSpatial(acceleration, sway(node, x, x.rate.rate)) : acceleration;
}
