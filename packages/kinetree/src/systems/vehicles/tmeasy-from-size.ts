import { RequestError } from "../../errors/kinetree-error.js";
import { aNumber, checkOptions, type OptionTypes } from "../../errors/option-types.js";
import type { TmeasyTyre } from "../../model/tyre-laws/tmeasy.js";

/** What stands on a tyre: 315/80 R22.5 has the width 0.315 m, the aspect ratio 0.8 and the rim radius 11.25 in. */
export interface TyreSize {
  /** Load that its load index stands for [N]. */
  readonly load: number;
  /** [m] */
  readonly width: number;
  /** Height of its section over its width. */
  readonly aspectRatio: number;
  /** [m] */
  readonly rimRadius: number;
  /** [kg] */
  readonly mass: number;
}

/** A guess where nothing has been measured; SI. */
export interface GuessedTyre {
  readonly law: TmeasyTyre;
  readonly radius: number;
  readonly verticalStiffness: number;
  readonly verticalDamping: number;
}

/** Of the height of the section, under its load. */
const DEFLECTION = 0.16;
/** Of critical damping, of the tyre's mass on its own stiffness. */
const DAMPING_RATIO = 0.5;

/**
 * The curves of a truck tyre, as parts of half the load: Project Chrono's pattern of ChTMeasyTire::GuessTruck80Par, which
 * holds for roads with a coefficient of friction of 0.8.
 */
export function tmeasyFromSize(size: TyreSize): GuessedTyre {
  checkSize(size);
  const { load, width, aspectRatio, rimRadius, mass } = size;
  const height = width * aspectRatio;
  const radius = height + rimRadius;
  const verticalStiffness = load / (DEFLECTION * height);
  const nominal = load / 2;
  const forces = (one: number, other: number): readonly [number, number] => [one * nominal, other * nominal];
  const law: TmeasyTyre = {
    kind: "tmeasy",
    radius,
    width,
    verticalStiffness,
    load: nominal,
    largestLoad: 3.5 * nominal,
    longitudinalSlope: forces(17.7764, 29.0602),
    longitudinalPeak: forces(0.89965, 1.55502),
    longitudinalPeakSlip: [0.10811, 0.12389],
    longitudinalSliding: forces(0.46183, 0.84698),
    longitudinalSlidingSlip: [0.66667, 0.66667],
    lateralSlope: forces(7.4013, 13.701),
    lateralPeak: forces(0.75876, 1.45256),
    lateralPeakSlip: [0.33167, 0.33216],
    lateralSliding: forces(0.68276, 1.30638),
    lateralSlidingSlip: [1.0296, 1.0296],
    trail: [0.178, 0.19],
    trailZeroSlip: [0.36484, 0.36538],
    trailEndSlip: [1.0296, 1.0296],
    rollingResistance: 0.015,
  };
  return {
    law,
    radius,
    verticalStiffness,
    verticalDamping: 2 * DAMPING_RATIO * Math.sqrt(verticalStiffness * mass),
  };
}

const optionTypes: OptionTypes<TyreSize> = {
  load: aNumber,
  width: aNumber,
  aspectRatio: aNumber,
  rimRadius: aNumber,
  mass: aNumber,
};

function checkSize(size: TyreSize): void {
  checkOptions(size, optionTypes, "size");
  for (const name of Object.keys(optionTypes) as (keyof TyreSize)[]) {
    const value = size[name];
    if (value > 0 && Number.isFinite(value)) continue;
    const message = `size: ${name} is ${String(value)}, must be a number > 0 in SI units. Give what stands on the tyre.`;
    throw new RequestError({ code: "not-positive", subject: name, value, message });
  }
}
