import { attachment } from "../fields.js";
import type { Attachment, CurveMap } from "../types.js";
import type { LoadDefinition } from "./load-definition.js";

/**
 * Along the line between two points: a tension that depends on length and rate of length, such as a shock absorber with other
 * valves at the ends of its stroke. It stores nothing: what it takes out at one rate it does not give back at another.
 */
export interface MappedDamper {
  readonly kind: "mapped-damper";
  readonly name: string;
  readonly a: Attachment;
  readonly b: Attachment;
  /** z over x and y: tension [N] over length [m] and rate of length [m/s]. */
  readonly tension: CurveMap;
}

export const mappedDamper: LoadDefinition<MappedDamper> = {
  kind: "mapped-damper",
  doc: "Tension along the line between two points, over length and rate of length. It stores nothing.",
  fields: {
    a: attachment("from", "one end"),
    b: attachment("to", "other end"),
    tension: {
      type: "map",
      measures: ["length", "speed", "force"],
      doc: "over length (x, held beyond its ends) and rate of length (y, continued beyond its ends)",
    },
  },
  exerts: ["force"],
  mark: "coil",
};
