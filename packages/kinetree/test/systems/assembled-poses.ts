import { composePose, identityPose } from "../../src/model/pose.js";
import { rotateVec3 } from "../../src/model/rotation.js";
import { scaleVec3 } from "../../src/model/vector.js";
import { GROUND, type Joint, type Model, type Pose } from "../../src/model/types.js";

/** The turn back, then the shift back. */
export function inversePose({ position, rotation: [w, x, y, z] }: Pose): Pose {
  const rotation = [w, scaleOne(x), scaleOne(y), scaleOne(z)] as const;
  return { position: rotateVec3(rotation, scaleVec3(-1, position)), rotation };
}

const scaleOne = (x: Pose["rotation"][number]): number => -Number(x);

/**
 * Where all coordinates are zero: poses in the world of all bodies, along the joints that are not said to close loops. Joint
 * frames then coincide, whatever the kind of joint.
 */
export function posesAtZero(model: Model): ReadonlyMap<string, Pose> {
  const poses = new Map<string, Pose>([[GROUND, identityPose]]);
  const joints = model.joints.filter(({ role }) => role !== "loop");
  for (let before = 0; before < poses.size;) {
    before = poses.size;
    for (const joint of joints)
      if (poses.has(joint.parent) && !poses.has(joint.child)) poses.set(joint.child, placed(poses, joint));
  }
  return poses;
}

function placed(poses: ReadonlyMap<string, Pose>, { parent, X_parent_joint, X_child_joint }: Joint): Pose {
  const X_world_joint = composePose(poses.get(parent) ?? identityPose, X_parent_joint);
  return composePose(X_world_joint, inversePose(X_child_joint));
}

/** Largest difference of places [m] and of quaternions between the two frames of a joint at zero coordinates. */
export function gapAtZero(poses: ReadonlyMap<string, Pose>, joint: Joint): number {
  const a = composePose(poses.get(joint.parent) ?? identityPose, joint.X_parent_joint);
  const b = composePose(poses.get(joint.child) ?? identityPose, joint.X_child_joint);
  const difference = composePose(inversePose(a), b);
  const [, x, y, z] = difference.rotation;
  return Math.max(...[...difference.position, x, y, z].map((value) => Math.abs(Number(value))));
}
