import { attachment, real } from "../fields.js";
import type { Real } from "../real.js";
import type { Attachment, Signal } from "../types.js";
import type { LoadDefinition } from "./load-definition.js";

/**
 * Forces of the air at a place of a body, whose frame has x forward, y left, z up. With u the velocity of the place in the air
 * and k = ½ density area: -k drag |u| u against the motion, k lift |u|² along z, and -k side |u| u_y along y.
 */
export interface Aerodynamic {
  readonly kind: "aerodynamic";
  readonly name: string;
  readonly at: Attachment;
  /** [m²] */
  readonly area: Real;
  /** Of the air [kg/m³]. */
  readonly density: Real;
  readonly drag: Real;
  readonly lift: Real;
  /** For one radian of the direction of the wind, as long as that is small; in addition to the drag. */
  readonly side: Real;
  /** Velocity of the air along the axes of the world [m/s]. */
  readonly wind: readonly [Signal, Signal, Signal];
}

const still: Signal = Object.freeze({ kind: "constant", value: 0 });

const notNegative = { is: "not-negative", fix: "Give the size; forces have their signs from the motion." } as const;

export const aerodynamic: LoadDefinition<Aerodynamic> = {
  kind: "aerodynamic",
  doc: "Drag, lift and side force of the air at a place of a body, in parts of ½ · density · area · speed². The axes of the place: x forward, y left, z up.",
  fields: {
    at: attachment("on", "where it acts"),
    area: real("area", "that the coefficients refer to", { sign: notNegative }),
    density: real("density", "of the air", { sign: notNegative, default: 1.2 }),
    drag: real("ratio", "coefficient of the force against the motion in the air", { sign: notNegative, default: 0 }),
    lift: real("ratio", "coefficient of the force along z", { default: 0 }),
    side: real("ratio", "coefficient of the force against motion along y, for one radian", { default: 0 }),
    wind: {
      type: "signals",
      measure: "speed",
      doc: "velocity of the air along x, y, z of the world",
      default: [still, still, still],
    },
  },
  exerts: ["force"],
  mark: "none",
};
