import { jointSizes } from "../joint-sizes.js";
import { definitionOf, jointKinds } from "../joints.js";
import type { ModelIssueCode } from "../issue-codes.js";
import { speedKinds, type SpeedKind } from "../speed-kinds.js";
import type { CoordinateRef, JointMotion } from "../types.js";
import { checkKnown, issue, type Check } from "../check.js";
import { named, propertyOf, type Part } from "../part.js";

/** True if it is a coordinate that is a plain number and, where that is asked for, turns or slides. */
export function checkCoordinateRef(
  check: Check,
  part: Part,
  ref: CoordinateRef,
  wanted: SpeedKind | null = null,
  notScalar: ModelIssueCode = "coupler-not-scalar",
): boolean {
  const ofJoint = named(propertyOf(part, "joint"), `${part.name} joint`);
  const ofCoordinate = named(propertyOf(part, "coordinate"), `${part.name} coordinate`);
  if (!checkKnown(check, "unknown-joint", ofJoint, ref.joint, check.joints)) return false;
  const joint = check.joints.get(ref.joint);
  if (joint === undefined || !jointKinds.includes(joint.kind)) return false; // reported with the joint
  if (definitionOf(joint).quaternion !== null) {
    const rest =
      `which is ${joint.kind}: its coordinates are a quaternion, not plain numbers. Choose another joint, or a ` +
      `general one with axes.`;
    check.report(issue(notScalar, ofJoint, ref.joint, rest));
    return false;
  }
  const { nq } = jointSizes(joint);
  if (!Number.isInteger(ref.coordinate) || ref.coordinate < 0 || ref.coordinate >= nq) {
    const range = nq === 0 ? "which has none: it does not move" : `whose coordinates are numbered 0 to ${nq - 1}`;
    const rest = `must be one of joint "${ref.joint}", ${range}. Choose another coordinate or joint.`;
    check.report(issue("coordinate-index", ofCoordinate, ref.coordinate, rest));
    return false;
  }
  if (wanted === null || speedKinds(joint)[ref.coordinate] === wanted) return true;
  reportKind(check, ofCoordinate, ref, joint, wanted);
  return false;
}

function reportKind(check: Check, part: Part, ref: CoordinateRef, joint: JointMotion, wanted: SpeedKind): void {
  const other = wanted === "rotation" ? "translation" : "rotation";
  const ours = speedKinds(joint).flatMap((kind, i) => (kind === wanted ? [i] : []));
  const instead = ours.length > 0 ? `coordinate ${ours.join(" or ")} of this joint` : "a joint that has one";
  const rest =
    `a ${other} of joint "${ref.joint}" (${joint.kind}), must be a ${wanted}. Choose ${instead}, or use a coupler, ` +
    `which ties any two.`;
  check.report(issue(`not-a-${wanted}`, part, ref.coordinate, rest));
}
