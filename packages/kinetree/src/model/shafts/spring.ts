import { real, realOrCurve } from "../fields.js";
import type { Real } from "../real.js";
import type { ShaftPort } from "../shaft.js";
import type { Curve } from "../types.js";
import { notNegative, port, type NamedElement, type ShaftElementDefinition } from "./element-definition.js";

/** A shaft that twists: torque = stiffness x + damping x', where x is the twist beyond the play. It never pushes across the play. */
export interface ShaftSpring extends NamedElement {
  readonly kind: "spring";
  readonly a: ShaftPort;
  readonly b: ShaftPort;
  /** [N m/rad], or a curve of torque over twist; 0: a damper alone. */
  readonly stiffness: Real | Curve;
  /** [N m s/rad] */
  readonly damping: Real;
  /** Angle from one flank to the other that turns without torque [rad]. */
  readonly backlash: Real;
}

export const spring: ShaftElementDefinition<ShaftSpring> = {
  kind: "spring",
  doc: "A shaft that twists, or with stiffness 0 a viscous coupling: torque = stiffness · x + damping · x', x the twist of a against b beyond the play.",
  fields: {
    a: port("one end"),
    b: port("other end"),
    stiffness: realOrCurve("angularStiffness", "a curve is torque over twist; 0 for a damper", { sign: notNegative }),
    damping: real("angularDamping", "not negative", { sign: notNegative, default: 0 }),
    backlash: real("angle", "play from flank to flank", { sign: notNegative, default: 0 }),
  },
  nature: "bar",
  uncommanded: null,
};
