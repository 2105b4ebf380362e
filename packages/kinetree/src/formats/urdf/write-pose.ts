import type { Pose } from "../../model/real.js";
import { composePose, identityPose } from "../../model/pose.js";
import { rotateVec3 } from "../../model/rotation.js";
import { scaleVec3 } from "../../model/vector.js";
import type { XmlNode } from "../xml/write-xml.js";
import { fixedAngles } from "./fixed-angles.js";

/* Poses of a model whose numbers are numbers. */

const isZero = (values: readonly unknown[]): boolean => values.every((value) => value === 0);

export const isIdentity = ({ position, rotation }: Pose): boolean =>
  isZero(position) && rotation[0] === 1 && isZero(rotation.slice(1));

/** X_b_a of X_a_b. */
export function inversePose({ position, rotation: [w, x, y, z] }: Pose): Pose {
  const turnedBack = [w, -(x as number), -(y as number), -(z as number)] as const;
  return { rotation: turnedBack, position: scaleVec3(-1, rotateVec3(turnedBack, position)) };
}

/** X_a_b · X_b_c, and exactly the other one where one of them is the identity. */
export function joined(X_a_b: Pose, X_b_c: Pose): Pose {
  if (isIdentity(X_a_b)) return X_b_c;
  return isIdentity(X_b_c) ? X_a_b : composePose(X_a_b, X_b_c);
}

/** `<origin>`, or nothing where it would say nothing. */
export function originNodes(pose: Pose): readonly XmlNode[] {
  if (isIdentity(pose)) return [];
  const position = pose.position as readonly [number, number, number];
  const rotation = pose.rotation as readonly [number, number, number, number];
  const isTurned = !isIdentity({ ...identityPose, rotation });
  const attributes = { xyz: position, rpy: isTurned ? fixedAngles(rotation).angles : null };
  return [{ name: "origin", attributes }];
}
