import type { Pose, QuatR, Real, Vec3R } from "./real.js";
import { axisAngle, identityRotation, multiplyQuat, rotateVec3, rpy } from "./rotation.js";
import { addVec3, vec3, zero3 } from "./vector.js";

const frozenPose = (position: Vec3R, rotation: QuatR): Pose => Object.freeze({ position, rotation });

export const identityPose: Pose = frozenPose(zero3, identityRotation);

/** Shifted, not turned. */
export const at = (x: Real, y: Real, z: Real): Pose => frozenPose(vec3(x, y, z), identityRotation);

/** A pose by its parts; what is left out is zero. The rotation is said in one of three ways, or not at all. */
export type PoseParts = {
  /** [m] */
  readonly position?: Vec3R;
} & (
  | { readonly rotation?: QuatR; readonly rpy?: never; readonly axisAngle?: never }
  /** Roll, pitch, yaw about the fixed axes x, y, z [rad]. */
  | { readonly rotation?: never; readonly rpy: Vec3R; readonly axisAngle?: never }
  /** An axis of any length and the angle about it [rad]. */
  | { readonly rotation?: never; readonly rpy?: never; readonly axisAngle: readonly [axis: Vec3R, angle: Real] }
);

/** What is accepted for a pose: a position alone, or its parts. */
export type PoseLike = Vec3R | PoseParts;

export function pose(like: PoseLike): Pose {
  if (isPosition(like)) return at(...like);
  return frozenPose(like.position ? vec3(...like.position) : zero3, rotationOf(like));
}

/** X_a_b · X_b_c = X_a_c. */
export const composePose = (X_a_b: Pose, X_b_c: Pose): Pose =>
  frozenPose(
    addVec3(X_a_b.position, rotateVec3(X_a_b.rotation, X_b_c.position)),
    multiplyQuat(X_a_b.rotation, X_b_c.rotation),
  );

const isPosition = (like: PoseLike): like is Vec3R => Array.isArray(like);

function rotationOf(parts: PoseParts): QuatR {
  if (parts.rpy) return rpy(...parts.rpy);
  if (parts.axisAngle) return axisAngle(...parts.axisAngle);
  return parts.rotation ?? identityRotation;
}
