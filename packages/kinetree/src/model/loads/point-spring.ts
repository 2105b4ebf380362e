import { attachment, real, realOrCurve } from "../fields.js";
import type { Real } from "../real.js";
import type { Attachment, Curve } from "../types.js";
import { PASSIVE, type LoadDefinition } from "./load-definition.js";

/** Along the line between two points: tension = stiffness (length - freeLength) + damping rate. */
export interface PointSpring {
  readonly kind: "point-spring";
  readonly name: string;
  readonly a: Attachment;
  readonly b: Attachment;
  /** [N/m], or a curve of tension over extension [m → N]. */
  readonly stiffness: Real | Curve;
  /** Length without tension [m]. */
  readonly freeLength: Real;
  /** [N s/m], or a curve of tension over the rate of length [m/s → N]. */
  readonly damping: Real | Curve;
}

export const pointSpring: LoadDefinition<PointSpring> = {
  kind: "point-spring",
  doc: "Tension along the line between two points: stiffness · (length − freeLength) + damping · rate.",
  fields: {
    a: attachment("from", "one end"),
    b: attachment("to", "other end"),
    stiffness: realOrCurve("stiffness", "a curve is tension over extension"),
    freeLength: real("length", "length without tension", {
      sign: { is: "not-negative", fix: "Give the length without tension in metres." },
    }),
    damping: realOrCurve("damping", "a curve is tension over the rate of length", { sign: PASSIVE, default: 0 }),
  },
  exerts: ["force"],
  mark: "coil",
};
