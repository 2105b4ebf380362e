import { definitionOf } from "../../model/joints.js";
import type { Joint, JointAxis, Vec3R } from "../../model/types.js";
import { identity3, transpose3, type Mat3 } from "../../spatial/mat3.js";
import { cross3, type Vec3 } from "../../spatial/vec3.js";
import { snapMat, unit } from "./axis-frame.js";

/** The axes of a joint, one after the other; null for joints that are one piece. */
export const axesOf = (joint: Joint): readonly JointAxis[] | null => definitionOf(joint).axes(joint);

/** The own axes of a joint of one piece in its joint frame, as columns; `identity3` itself where they are the frame's. */
export function ownAxes(joint: Joint, vec: (v: Vec3R) => Vec3): Mat3 {
  const frame = definitionOf(joint).frame?.(joint);
  if (!frame) return identity3;
  const z = unit(vec(frame.z));
  // At right angles also where the two directions are so only within the tolerance of the model's checks.
  const y = unit(cross3(z, vec(frame.x)));
  return snapMat(transpose3([cross3(y, z), y, z]));
}
