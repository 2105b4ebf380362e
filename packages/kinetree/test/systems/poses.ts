import { evaluateReal, parameterDefaults } from "../../src/model/evaluate-real.js";
import { composePose, identityPose } from "../../src/model/pose.js";
import { axisAngle } from "../../src/model/rotation.js";
import { GROUND, type Model, type Pose, type Vec3R } from "../../src/model/types.js";

/** Pose of a body of a tree of hinges in the world (or in `base`), with hinge angles by joint name; a road of its own for tests. */
export function poseOf(
  model: Model,
  body: string,
  angles: Readonly<Record<string, number>> = {},
  base: string = GROUND,
): Pose {
  if (body === base) return identityPose;
  const joint = model.joints.find(({ child }) => child === body);
  if (joint?.kind !== "revolute") throw new Error(`no hinge carries ${body}`);
  const turn = { position: [0, 0, 0], rotation: axisAngle(joint.axis, angles[joint.name] ?? 0) } as const;
  // The joint frames on the child coincide with the body frames in all systems.
  return composePose(composePose(poseOf(model, joint.parent, angles, base), joint.X_parent_joint), turn);
}

export const numbers = (model: Model, vector: Vec3R): number[] =>
  vector.map((each) => evaluateReal(each, parameterDefaults(model)));
