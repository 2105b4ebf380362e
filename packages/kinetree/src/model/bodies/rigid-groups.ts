import { definitionOf } from "../joints.js";
import { composePose, identityPose, inversePose } from "../pose.js";
import type { Pose } from "../real.js";
import type { Joint, Model } from "../types.js";

/** Whether a joint leaves nothing to move. */
export const isRigid = (joint: Joint): boolean => definitionOf(joint).closes === "everything";

/**
 * The bodies that move as one with a body, itself included, and where their frames are in its frame; the ground too, if it holds
 * them. `joins`: which joints count as rigid, as they are drawn.
 */
export function rigidGroup(
  { joints }: Pick<Model, "joints">,
  body: string,
  joins: (joint: Joint) => boolean = isRigid,
): ReadonlyMap<string, Pose> {
  const group = new Map<string, Pose>([[body, identityPose]]);
  const rigid = joints.filter(joins);
  for (const [name, X_body_name] of group) {
    for (const { parent, child, X_parent_joint, X_child_joint } of rigid) {
      if (parent === name && !group.has(child))
        group.set(child, composePose(composePose(X_body_name, X_parent_joint), inversePose(X_child_joint)));
      if (child === name && !group.has(parent))
        group.set(parent, composePose(composePose(X_body_name, X_child_joint), inversePose(X_parent_joint)));
    }
  }
  return group;
}
