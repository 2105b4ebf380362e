import { real } from "../fields.js";
import type { Real } from "../real.js";
import { notNegative, type LawDefinition } from "./law-definition.js";

/** -coefficient v: coefficient [N s/m], whatever the normal force. */
export interface ViscousFriction {
  readonly kind: "viscous";
  readonly coefficient: Real;
}

export const viscous: LawDefinition<ViscousFriction> = {
  kind: "viscous",
  doc: "−coefficient · v, while touching, whatever the normal force.",
  fields: { coefficient: real("damping", "not negative", { sign: notNegative() }) },
  states: 0,
};
