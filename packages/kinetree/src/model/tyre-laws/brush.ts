import { real } from "../fields.js";
import type { Real } from "../real.js";
import { notNegative, positive } from "../contact-laws/law-definition.js";
import type { TyreLawDefinition } from "./law-definition.js";

/** Elastic bristles that stick at the front of the contact and slide behind; the same along and across. */
export interface BrushTyre {
  readonly kind: "brush";
  /** Force per slip where nothing slides [N]. */
  readonly stiffness: Real;
  readonly friction: Real;
  /** Unloaded [m]. */
  readonly radius: Real;
  /** Half the length of the contact [m]; sqrt(radius · depth) if left out. */
  readonly halfContact?: Real;
  /** Lever of the load against rolling [m]; 0 if left out. */
  readonly rollingResistance?: Real;
}

/** Lever of the load in front of the axle. */
export const rollingLever = real("length", "lever of the load against rolling", {
  sign: notNegative("It would drive the wheel."),
  optional: true,
  default: 0,
});

export const tyreRadius = real("length", "unloaded radius", { sign: positive("Give the radius of the tyre.") });

export const brush: TyreLawDefinition<BrushTyre> = {
  kind: "brush",
  doc: "Elastic bristles that stick at the front of the contact and slide behind; the same along and across.",
  relaxes: () => false,
  fields: {
    stiffness: real("force", "force per slip while nothing slides", {
      sign: positive("Give the slope of the force over the slip."),
    }),
    friction: real("ratio", "coefficient of friction", { sign: notNegative() }),
    radius: tyreRadius,
    halfContact: real("length", "half the length of the contact", {
      sign: positive("Leave it out to have it from radius and depth."),
      optional: true,
      defaultText: "√(radius · depth)",
    }),
    rollingResistance: rollingLever,
  },
};
