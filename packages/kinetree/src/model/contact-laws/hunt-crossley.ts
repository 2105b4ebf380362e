import { real } from "../fields.js";
import type { Real } from "../real.js";
import { notNegative, positive, supporting, type LawDefinition } from "./law-definition.js";

/** max(0, stiffness dⁿ (1 + 3/2 dissipation d')): n is the exponent, 1.5 if left out; stiffness [N/mⁿ], dissipation [s/m]. */
export interface HuntCrossleyLaw {
  readonly kind: "hunt-crossley";
  readonly stiffness: Real;
  readonly dissipation: Real;
  readonly exponent?: Real;
}

/** Of a sphere on a plane. */
export const HUNT_CROSSLEY_EXPONENT = 1.5;

export const huntCrossley: LawDefinition<HuntCrossleyLaw> = {
  kind: "hunt-crossley",
  doc: "max(0, stiffness · d^exponent · (1 + 3/2 · dissipation · d')).",
  fields: {
    stiffness: real({ forcePerLengthToThe: "exponent" }, "in N/m^exponent, for d in m", { sign: supporting }),
    dissipation: real("perSpeed", "restitution is about 1 − dissipation · speed, while small", { sign: notNegative() }),
    exponent: real("ratio", "1.5 for a sphere, 1 for a flat end", {
      sign: positive("A sphere on a plane has 1.5, a flat 1."),
      optional: true,
      default: HUNT_CROSSLEY_EXPONENT,
    }),
  },
  states: 0,
};
