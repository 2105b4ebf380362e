import type { Num } from "../../graph/graph.js";
import type { SpatialVector } from "../../spatial/inertia.js";
import type { Placement } from "../../spatial/placement.js";
import type { Vec3 } from "../../spatial/vec3.js";
import type { FrameFields } from "../skeleton/records.js";
import type { Node, NodeMotion } from "../skeleton/skeleton.js";
import { bend } from "./bend.js";
import { free } from "./free.js";
import { modal } from "./modal.js";
import type { JointRecords, NodeJoint } from "./node-joint.js";
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
  weld,
  modal,
  bend,
};

/** What a node's motion does. */
export const jointOf = ({ motion }: Pick<Node, "motion">): NodeJoint => nodeJoints[motion];

/** Acceleration of the node that velocities alone cause (Featherstone's c, for classical accelerations). */
export function velocityAcceleration(
  node: Node,
  X: Placement,
  frame: FrameFields,
  omega_parent: Vec3,
  omega: Vec3,
  rate: readonly Num[],
): SpatialVector {
  const { bias, relative } = jointOf(node);
  return bias.ofNode(X, omega_parent, omega, relative(node, frame, rate));
}

/** Acceleration that the motion across the joint alone causes, beyond that of the joint's frame on the parent. */
export function jointAcceleration(node: Node, x: JointRecords, omega: Vec3): SpatialVector {
  const { bias, relative } = jointOf(node);
  return bias.acrossJoint(x, omega, relative(node, x.frame, x.rate.rate));
}
