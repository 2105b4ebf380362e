import { attachment } from "../fields.js";
import type { Attachment, Signal } from "../types.js";
import type { LoadDefinition } from "./load-definition.js";

/** Torque and force (angular first) on a body at a point. */
export interface Wrench {
  readonly kind: "wrench";
  readonly name: string;
  readonly at: Attachment;
  /** Whose axes the components are along: of the world, or of the attached frame. */
  readonly along: "world" | "body";
  /** [N m] */
  readonly torque: readonly [Signal, Signal, Signal];
  /** [N] */
  readonly force: readonly [Signal, Signal, Signal];
}

const zero: Signal = Object.freeze({ kind: "constant", value: 0 });
const none = [zero, zero, zero] as const;

export const wrench: LoadDefinition<Wrench> = {
  kind: "wrench",
  doc: "Torque and force on a body at a point.",
  fields: {
    at: attachment("on", "where it acts"),
    along: {
      type: "choice",
      label: "along axes of",
      values: ["world", "body"],
      doc: "whose axes the components are along",
    },
    torque: { type: "signals", measure: "torque", doc: "about x, y, z", default: none },
    force: { type: "signals", measure: "force", doc: "along x, y, z", default: none },
  },
  exerts: ["force", "torque"],
  mark: "none",
};
