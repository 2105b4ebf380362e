import { notNegative, positive } from "../contact-laws/law-definition.js";
import { real, realOrCurve, type FieldsFor } from "../fields.js";
import type { TyreLaw } from "../tyre-laws.js";
import type { Attachment, Curve, Real } from "../types.js";

/** A tyre on a wheel: a disc with an axis that rolls on a terrain. */
export interface Tyre {
  readonly name: string;
  /** Centre of the wheel, on the body that turns. The y axis of its frame is the axis of spin and points to the left. */
  readonly at: Attachment;
  /** The body that carries the wheel, such as the upright: spin is counted relative to it. Left out, it is that of a disc of its own, relative to the ground. */
  readonly carrier?: string;
  /** Name of the terrain. */
  readonly terrain: string;
  /** Steady forces along the ground. */
  readonly law: TyreLaw;
  /** Laws hold for a tyre on the left; one on the right is its mirror image. */
  readonly side?: "left" | "right";
  /** Unloaded [m]. */
  readonly radius: Real;
  /** [m] */
  readonly width: Real;
  /** Of the rim's flange [m]: pressed in further, the tyre is five times as stiff. Never reached if left out. */
  readonly rim?: Real;
  /** Load over depth [N/m], or a curve of it. */
  readonly stiffness: Real | Curve;
  /** [N s/m] */
  readonly damping?: Real;
  /** Of the carcass along and across the wheel [N/m]; by the law's relaxation lengths if left out. */
  readonly carcassStiffness?: readonly [Real, Real];
  /** [N s/m] */
  readonly carcassDamping?: readonly [Real, Real];
  /** Coefficient of friction of the ground where the terrain does not tell it; that of the data if left out. */
  readonly friction?: Real;
  /** Coefficient of friction for which the law's data were measured. */
  readonly referenceFriction?: Real;
  /** How the disc meets uneven ground. */
  readonly contact?: TyreContactMethod;
  /** Where the force acts: so that the tyre's power is force times slip speed, or only at the loaded radius. */
  readonly arm?: "slip" | "loaded";
  /** Whether the tyre resists being turned on the spot. */
  readonly parkingTorque?: "on" | "off";
}

/**
 * "point": the tangent plane at the foot of the disc. "four-point": the mean of four places around it. "envelope": the area of the disc
 * below the line of the ground, for steps and bumps shorter than the wheel.
 */
export type TyreContactMethod = "point" | "four-point" | "envelope";

/** Values of what is left out. Friction 0.8 is that of the ground on which the data of most published tyres were taken. */
export const tyreDefaults = Object.freeze({
  side: "left",
  damping: 0,
  referenceFriction: 0.8,
  contact: "point",
  arm: "slip",
  parkingTorque: "on",
} as const satisfies Partial<Tyre>);

type Place = "name" | "at" | "carrier" | "terrain" | "law";

/** A field of a tyre that is a number or a choice. */
export type TyreField = Exclude<keyof Tyre, Place>;

export const tyreFields: FieldsFor<Tyre, Place> = {
  side: {
    type: "choice",
    values: ["left", "right"],
    doc: "side of the vehicle; a right tyre is the mirror image of the law's",
    optional: true,
    default: tyreDefaults.side,
  },
  radius: real("length", "unloaded radius", { sign: positive("Give the radius of the tyre.") }),
  width: real("length", "width of the tread", { sign: positive("Give the width of the tyre.") }),
  rim: real("length", "radius of the rim's flange, from which on the tyre is five times as stiff", {
    sign: positive("Leave it out for a rim that is never reached."),
    optional: true,
    defaultText: "never reached",
  }),
  stiffness: realOrCurve("stiffness", "load over depth", { sign: positive("Nothing would hold the wheel up.") }),
  damping: real("damping", "of the depth", { sign: notNegative(), optional: true, default: tyreDefaults.damping }),
  carcassStiffness: {
    type: "pair",
    measure: "stiffness",
    doc: "of the carcass along and across the wheel",
    sign: positive("Leave it out to have it from the relaxation lengths of the law."),
    optional: true,
    defaultText: "by the law's relaxation lengths",
  },
  carcassDamping: {
    type: "pair",
    measure: "damping",
    doc: "of the carcass along and across the wheel; without any, a wheel at rest rings",
    sign: notNegative(),
    optional: true,
    defaultText: "0.02 s times the stiffness",
  },
  friction: real("ratio", "coefficient of friction of the ground where the terrain does not tell it", {
    sign: notNegative(),
    optional: true,
    defaultText: "`referenceFriction`",
  }),
  referenceFriction: real("ratio", "coefficient of friction for which the law's data hold", {
    sign: positive("Give the friction of the ground on which the tyre was measured."),
    optional: true,
    default: tyreDefaults.referenceFriction,
  }),
  contact: {
    type: "choice",
    values: ["point", "four-point", "envelope"],
    doc: "how the disc meets uneven ground: by the plane at its foot, the mean of four places around it, or the area that it loses",
    optional: true,
    default: tyreDefaults.contact,
  },
  arm: {
    type: "choice",
    values: ["slip", "loaded"],
    doc: "lever of the force along the wheel: so that power is force times slip speed, or the loaded radius",
    optional: true,
    default: tyreDefaults.arm,
  },
  parkingTorque: {
    type: "choice",
    values: ["on", "off"],
    doc: "whether the tyre resists being turned on the spot",
    optional: true,
    default: tyreDefaults.parkingTorque,
  },
};
