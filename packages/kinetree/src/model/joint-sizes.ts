import { definitionOf, type JointMotion } from "./joints.js";

export interface JointSizes {
  /** Number of coordinates. */
  readonly nq: number;
  /** Number of speeds: the freedoms that the joint leaves. */
  readonly nv: number;
}

/** How many coordinates and speeds a joint has. */
export const jointSizes = (motion: JointMotion): JointSizes => definitionOf(motion).sizes(motion);
