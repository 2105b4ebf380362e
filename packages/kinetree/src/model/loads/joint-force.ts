import type { Field } from "../fields.js";
import type { Signal } from "../types.js";
import type { LoadDefinition } from "./load-definition.js";

/** Generalised force along one speed of a joint. */
export interface JointForce {
  readonly kind: "joint-force";
  readonly name: string;
  readonly joint: string;
  readonly coordinate: number;
  /** [N or N m] */
  readonly signal: Signal;
}

/** Fields of loads and actuators that act along one speed of a joint. */
export const alongSpeed: { readonly joint: Field<"joint">; readonly coordinate: Field<"speed"> } = {
  joint: { type: "joint", label: "along", doc: "name of the joint" },
  coordinate: { type: "speed", doc: "which of its speeds, counted from 0", default: 0 },
};

export const jointForce: LoadDefinition<JointForce> = {
  kind: "joint-force",
  doc: "Force along one speed of a joint.",
  fields: {
    ...alongSpeed,
    signal: {
      type: "signal",
      label: "force",
      option: "force",
      measure: { quantity: "force" },
      doc: "force or torque over time",
    },
  },
  exerts: [],
  mark: "none",
};
