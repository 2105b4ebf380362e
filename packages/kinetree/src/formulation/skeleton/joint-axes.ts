import { definitionOf } from "../../model/joints.js";
import type { Joint, JointAxis } from "../../model/types.js";

/** The axes of a joint, one after the other; null for joints that are one piece. */
export const axesOf = (joint: Joint): readonly JointAxis[] | null => definitionOf(joint).axes(joint);
