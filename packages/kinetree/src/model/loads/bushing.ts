import { attachment, type SixReals } from "../fields.js";
import type { Attachment } from "../types.js";
import { PASSIVE, type LoadDefinition } from "./load-definition.js";

/**
 * Six springs and dampers between frame a and frame b: three about, then three along the axes of frame a ([angular, linear],
 * like every spatial vector); rotation by the rotation vector.
 */
export interface Bushing {
  readonly kind: "bushing";
  readonly name: string;
  readonly a: Attachment;
  readonly b: Attachment;
  /** [N m/rad] and [N/m] */
  readonly stiffness: SixReals;
  /** [N m s/rad] and [N s/m] */
  readonly damping: SixReals;
}

export const bushing: LoadDefinition<Bushing> = {
  kind: "bushing",
  doc: "Six springs and dampers: three about, then three along the axes of frame a.",
  fields: {
    a: attachment("from", "frame with the axes"),
    b: attachment("to", "other frame"),
    stiffness: { type: "six", measure: { quantity: "stiffness" }, doc: "three about, three along" },
    damping: {
      type: "six",
      measure: { quantity: "damping" },
      sign: PASSIVE,
      doc: "three about, three along",
      default: [0, 0, 0, 0, 0, 0],
    },
  },
  exerts: ["force", "torque"],
  mark: "sleeve",
};
