import type { Num } from "../../graph/graph.js";
import { neg } from "../../graph/num.js";
import { mat3, mulMatVec, transpose3 } from "../../spatial/mat3.js";
import { add3, cross3, neg3, sub3, vec3, type Vec3 } from "../../spatial/vec3.js";
import type { Node } from "../skeleton/skeleton.js";

/*
 * A spherical or free joint that the tree walks against the user's direction. The recursion's child is the user's parent, so
 * its relative motion is minus the user's, seen from the other frame: w' = -Rᵀ w, and with p from the user's child to the
 * user's parent, v' = -Rᵀ (v + w × p). R and p are the posture as the recursion has it. Accelerations follow the same map:
 * its rate of change adds the bracket of a velocity with itself, which vanishes. One-axis joints carry a sign instead.
 */

interface Posture {
  readonly R: readonly Num[];
  readonly p: readonly Num[];
}

const into = (posture: Posture, v: Vec3): Vec3 => mulMatVec(transpose3(mat3(posture.R)), v);
const outOf = (posture: Posture, v: Vec3): Vec3 => mulMatVec(mat3(posture.R), v);

/** The recursion's velocities or accelerations from the user's. */
export function reverseMotion(node: Node, posture: Posture, rate: readonly Num[]): readonly Num[] {
  if (node.motion !== "spherical" && node.motion !== "free") return rate;
  const angular = vec3(rate);
  if (node.motion === "spherical") return into(posture, angular).map(neg);
  const linear = add3(vec3(rate, 3), cross3(angular, vec3(posture.p)));
  return [...into(posture, angular).map(neg), ...into(posture, linear).map(neg)];
}

/** The user's velocities or accelerations from the recursion's. */
export function reverseMotionBack(node: Node, posture: Posture, rate: readonly Num[]): readonly Num[] {
  const angular = neg3(outOf(posture, vec3(rate)));
  if (node.motion === "spherical") return angular;
  const linear = sub3(neg3(outOf(posture, vec3(rate, 3))), cross3(angular, vec3(posture.p)));
  return [...angular, ...linear];
}

/** The recursion's generalised forces from the user's, of equal power. */
export function reverseForce(node: Node, posture: Posture, tau: readonly Num[]): readonly Num[] {
  if (node.motion === "spherical") return into(posture, vec3(tau)).map(neg);
  const force = vec3(tau, 3);
  const torque = sub3(vec3(tau), cross3(vec3(posture.p), force));
  return [...into(posture, torque).map(neg), ...into(posture, force).map(neg)];
}
