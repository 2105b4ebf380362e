import { ModelError, type ErrorFacts } from "../errors/kinetree-error.js";
import { suggestName } from "../errors/nearest-name.js";
import type { Pose, QuatR, Real, Vec3R } from "./real.js";
import { realNeg } from "./real-arithmetic.js";
import { axisAngle, identityRotation, multiplyQuat, quaternion, rotateVec3, rpy } from "./rotation.js";
import { issue, isRecord } from "./check.js";
import { itemOf, named, propertyOf, thingAt, type Part } from "./part.js";
import { addVec3, scaleVec3, vec3, zero3 } from "./vector.js";

const frozenPose = (position: Vec3R, rotation: QuatR): Pose => Object.freeze({ position, rotation });

/** Neither shifted nor turned: the two frames coincide. */
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

/** Throws a `ModelError` at what is no pose; that its numbers make sense is checked with the whole model. */
export function pose(like: PoseLike): Pose {
  const [mistake] = poseIssues(named(thingAt([], "pose"), "its description"), like);
  if (mistake !== undefined) throw new ModelError(mistake);
  if (isPosition(like)) return at(...like);
  return frozenPose(like.position ? vec3(...like.position) : zero3, rotationOf(like));
}

/** X_a_b · X_b_c = X_a_c. */
export const composePose = (X_a_b: Pose, X_b_c: Pose): Pose =>
  frozenPose(
    addVec3(X_a_b.position, rotateVec3(X_a_b.rotation, X_b_c.position)),
    multiplyQuat(X_a_b.rotation, X_b_c.rotation),
  );

/** X_b_a of X_a_b. */
export function inversePose({ position, rotation: [w, x, y, z] }: Pose): Pose {
  const back = quaternion(w, realNeg(x), realNeg(y), realNeg(z));
  return frozenPose(scaleVec3(-1, rotateVec3(back, position)), back);
}

const isPosition = (like: PoseLike): like is Vec3R => Array.isArray(like);

const rotationNames = ["rotation", "rpy", "axisAngle"] as const;
const partNames: readonly string[] = ["position", ...rotationNames];

/** What is wrong with the shape of something meant as a pose. */
export function poseIssues(part: Part, like: unknown): readonly ErrorFacts[] {
  const found: ErrorFacts[] = [];
  const listOf = (length: number, list: Part, value: unknown): void => {
    if (Array.isArray(value) && value.length === length) return;
    found.push(issue("wrong-length", list, value, `must be a list of ${length} numbers. Give all ${length}.`));
  };
  if (Array.isArray(like)) listOf(3, part, like);
  else if (!isRecord(like)) {
    const rest = "must be a position [x, y, z] or a pose such as { position, rpy }. Write one of them.";
    found.push(issue("wrong-shape", part, like, rest));
  } else {
    for (const name of Object.keys(like).filter((name) => !partNames.includes(name))) {
      const { path, subject } = propertyOf(part, name);
      const message = `${subject}: "${name}" of ${part.name} is unknown. ${suggestName(name, partNames)}`;
      found.push({ code: "unknown-option", subject, value: like[name], path, message });
    }
    const rotations = rotationNames.filter((name) => like[name] !== undefined);
    if (rotations.length > 1) {
      const rest = "must be one way to say the rotation. Keep one of them.";
      found.push(issue("rotation-twice", propertyOf(part, rotations[1], "rotation"), rotations, rest));
    }
    if (like.position !== undefined) listOf(3, propertyOf(part, "position"), like.position);
    if (like.rotation !== undefined) listOf(4, propertyOf(part, "rotation"), like.rotation);
    if (like.rpy !== undefined) listOf(3, propertyOf(part, "rpy"), like.rpy);
    if (like.axisAngle !== undefined) {
      const [axis] = Array.isArray(like.axisAngle) ? (like.axisAngle as unknown[]) : [];
      const turn = propertyOf(part, "axisAngle");
      if (Array.isArray(like.axisAngle) && like.axisAngle.length === 2)
        listOf(3, named(itemOf(turn, 0), `axis of ${part.name}`), axis);
      else {
        const rest = "must be an axis and an angle. Write [[x, y, z], angle].";
        found.push(issue("wrong-shape", turn, like.axisAngle, rest));
      }
    }
  }
  return found;
}

function rotationOf(parts: PoseParts): QuatR {
  if (parts.rpy) return rpy(...parts.rpy);
  if (parts.axisAngle) return axisAngle(...parts.axisAngle);
  return parts.rotation ?? identityRotation;
}
