import { real } from "../fields.js";
import type { Real } from "../real.js";
import { notNegative, positive, supporting, type LawDefinition } from "./law-definition.js";

/**
 * A spring (elastic, k_e [N/m]) in line with a spring and damper side by side (viscoelastic, k_v [N/m]; damping, c [N s/m]):
 * F' = -(k_e + k_v)/c F + k_e k_v/c d + k_e d'. The force is a state of its own.
 */
export interface StandardLinearSolidLaw {
  readonly kind: "standard-linear-solid";
  readonly elastic: Real;
  readonly viscoelastic: Real;
  readonly damping: Real;
}

export const standardLinearSolid: LawDefinition<StandardLinearSolidLaw> = {
  kind: "standard-linear-solid",
  doc: "A spring in line with a spring and damper side by side: F' = −(elastic + viscoelastic)/damping · F + elastic · viscoelastic/damping · d + elastic · d'.",
  fields: {
    elastic: real("stiffness", "stiffness at once", { sign: supporting }),
    viscoelastic: real("stiffness", "stiffness of the spring beside the damper", {
      sign: notNegative("Give the stiffness at rest."),
    }),
    damping: real("damping", "of the damper, more than 0", {
      sign: positive(`Without damping it is a spring: use "spring-damper".`),
    }),
  },
  states: 1,
};
