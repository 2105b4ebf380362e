import { real } from "../fields.js";
import type { Real } from "../real.js";
import { shaft, type NamedElement, type ShaftElementDefinition } from "./element-definition.js";

/**
 * Makes a differential bias its torque: where its outputs turn at different speeds, the slower one gets `bias` times what the faster one
 * gets. It begins at a difference of 0.25 rad/s and is whole from 0.5 rad/s on. The torque is that which a and b get from the
 * differential, so these must be its own outputs.
 */
export interface TorqueBias extends NamedElement {
  readonly kind: "torque-bias";
  readonly a: string;
  readonly b: string;
  readonly bias: Real;
}

export const torqueBias: ShaftElementDefinition<TorqueBias> = {
  kind: "torque-bias",
  doc: "Makes a differential give its slower output `bias` times the torque of its faster one, from 0.25 (none) to 0.5 rad/s (all) apart.",
  fields: {
    a: shaft("one output of the differential"),
    b: shaft("its other output"),
    bias: real("ratio", "torque of the slower output for one of the faster; 1 for none", {
      least: { is: 1, fix: "Less would feed energy in; give 1 for none." },
    }),
  },
  nature: "bar",
  uncommanded: null,
};
