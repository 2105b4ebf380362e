import { attachment, real, realOrCurve } from "../fields.js";
import type { Real } from "../real.js";
import type { Attachment, Curve } from "../types.js";
import { PASSIVE, type LoadDefinition } from "./load-definition.js";

/**
 * Torque on b against the angle of b's x axis about a's z axis, in (-π, π]: stiffness (angle - rest) + damping rate, along the
 * direction in which the angle grows. That is a's z axis while the frames share it.
 */
export interface TorsionSpring {
  readonly kind: "torsion-spring";
  readonly name: string;
  readonly a: Attachment;
  readonly b: Attachment;
  /** [N m/rad], or a curve of torque over deflection [rad → N m]. */
  readonly stiffness: Real | Curve;
  /** Angle without torque [rad]. */
  readonly rest: Real;
  /** [N m s/rad], or a curve of torque over the rate of the angle [rad/s → N m]. */
  readonly damping: Real | Curve;
}

export const torsionSpring: LoadDefinition<TorsionSpring> = {
  kind: "torsion-spring",
  doc: "Torque on b against the angle of b's x axis about a's z axis, in (−π, π].",
  fields: {
    a: attachment("from", "frame whose z axis is the axis"),
    b: attachment("to", "frame whose x axis turns"),
    stiffness: realOrCurve("angularStiffness", "a curve is torque over deflection"),
    rest: real("angle", "angle without torque", { default: 0 }),
    damping: realOrCurve("angularDamping", "a curve is torque over the rate of the angle", {
      sign: PASSIVE,
      default: 0,
    }),
  },
  exerts: ["torque"],
  mark: "arc",
};
