import type { JointMotion } from "./types.js";
import { unreachable } from "./unreachable.js";

export interface JointSizes {
  /** Number of coordinates. */
  readonly nq: number;
  /** Number of speeds: the freedoms that the joint leaves. */
  readonly nv: number;
}

const sizes = (nq: number, nv: number): JointSizes => Object.freeze({ nq, nv });

const none = sizes(0, 0);
const one = sizes(1, 1);
const two = sizes(2, 2);
const three = sizes(3, 3);
const ball = sizes(4, 3);
const six = sizes(7, 6);

/** How many coordinates and speeds a joint has; the one place that knows. */
export function jointSizes(joint: JointMotion): JointSizes {
  switch (joint.kind) {
    case "weld":
      return none;
    case "revolute":
    case "continuous":
    case "prismatic":
    case "screw":
      return one;
    case "cylindrical":
    case "universal":
      return two;
    case "planar":
      return three;
    case "spherical":
      return ball;
    case "free":
      return six;
    case "general":
      return sizes(joint.axes.length, joint.axes.length);
    case "flexible":
      return sizes(joint.modes, joint.modes);
    default:
      return unreachable(joint);
  }
}
