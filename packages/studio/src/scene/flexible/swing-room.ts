import { jointFacts, type Model } from "kinetree";
import { type Box3, Vector3 } from "three";
import { matrixOf, vectorOf } from "../base/plain.js";

/** Share of a hinge's axis along gravity from which on weight no longer swings it. */
const UPRIGHT = 0.9;

/**
 * Widens what an open chain fills by the room that it swings through under its weight: as far to the other side of its hinge, and
 * down as far as it is long. It does not rise above where it starts.
 */
export function addSwingRoom(bounds: Box3, model: Model): Box3 {
  const down = vectorOf(model.gravity).normalize();
  const isChain = model.joints.length <= model.bodies.length && model.actuators.length === 0;
  if (bounds.isEmpty() || down.z > -UPRIGHT || !isChain) return bounds;
  const { min, max } = bounds.clone();
  for (const joint of model.joints) {
    const [turning, ...others] = jointFacts(joint).axes ?? [];
    if (joint.parent !== "ground" || turning?.kind !== "rotation" || others.length > 0) continue;
    const frame = matrixOf(joint.X_parent_joint);
    const axis = vectorOf(turning.axis).transformDirection(frame);
    if (Math.abs(axis.dot(down)) > UPRIGHT) continue;
    const hinge = new Vector3().setFromMatrixPosition(frame);
    const far = Math.max(
      hinge.distanceTo(min.clone().addScaledVector(axis, axis.dot(hinge.clone().sub(min)))),
      hinge.distanceTo(max.clone().addScaledVector(axis, axis.dot(hinge.clone().sub(max)))),
    );
    for (const corner of [min, max])
      bounds.expandByPoint(new Vector3(2 * hinge.x - corner.x, 2 * hinge.y - corner.y, hinge.z - far));
  }
  return bounds;
}
