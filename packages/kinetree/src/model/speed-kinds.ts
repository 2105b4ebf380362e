import { definitionOf, type JointMotion } from "./joints.js";

/** Whether a speed turns or slides. A screw turns: its coordinate is the angle. */
export type SpeedKind = "rotation" | "translation";

/** One for each speed of a joint; for joints without a quaternion, one for each coordinate too. */
export const speedKinds = (motion: JointMotion): readonly SpeedKind[] =>
  definitionOf(motion)
    .numbers(motion)
    .speeds.map(({ kind }) => kind);
