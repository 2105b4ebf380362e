import { buildModel } from "../../../model/builder/build-model.js";
import { modelDefaults } from "../../../model/defaults.js";
import { identityPose } from "../../../model/pose.js";
import { GROUND, type Joint, type Model } from "../../../model/types.js";

const freeJointOf = (body: string): string => `${body}:free`;

/**
 * The same mechanism with every body on its own: each is carried by a free joint at its mass centre, thirteen numbers of
 * state, and every joint of the model is a closure. Formulations in absolute coordinates work on this model with all that
 * trees have: loads, integrators, lanes.
 */
export function explode(model: Model): Model {
  const free = model.bodies.map(({ name, com }): Joint => ({
    kind: "free",
    name: freeJointOf(name),
    parent: GROUND,
    child: name,
    X_parent_joint: identityPose,
    X_child_joint: { position: com, rotation: identityPose.rotation },
    coordinates: Array.from({ length: 6 }, () => modelDefaults.coordinate),
    role: "tree",
  }));
  const closing = model.joints.map((joint): Joint => ({ ...joint, role: "loop" }));
  return buildModel(
    { ...model, joints: [...free, ...closing] },
    // The model itself has been checked already.
    { unphysicalInertia: "warn", onWarning: () => {} },
  );
}
