import { real } from "../fields.js";
import type { Real } from "../real.js";
import { notNegative, supporting, type LawDefinition } from "./law-definition.js";

/** max(0, stiffness d + damping d'): stiffness [N/m], damping [N s/m]. */
export interface SpringDamperLaw {
  readonly kind: "spring-damper";
  readonly stiffness: Real;
  readonly damping: Real;
}

export const springDamper: LawDefinition<SpringDamperLaw> = {
  kind: "spring-damper",
  doc: "max(0, stiffness · d + damping · d').",
  fields: {
    stiffness: real("stiffness", "more than 0", { sign: supporting }),
    damping: real("damping", "not negative", { sign: notNegative() }),
  },
  states: 0,
};
