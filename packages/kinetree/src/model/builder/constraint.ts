import { modelDefaults } from "../defaults.js";
import type { Real, Vec3R } from "../real.js";
import type { Constraint, Motion } from "../types.js";
import { endsOf, refOf, type CoordinateOption, type Ends } from "./ends.js";
import type { Resolver } from "./place.js";

/** Options of `coupler`. */
export interface CouplerOptions<J extends string> {
  readonly driven: CoordinateOption<J>;
  /** What drives it; left out, the driven coordinate is held at polynomial[0]. */
  readonly driving?: CoordinateOption<J> | null;
  /** Coefficients in rising powers of the driving coordinate, the constant one first. */
  readonly polynomial: readonly Real[];
}

/** Options of `gear`. */
export interface GearOptions<J extends string> {
  readonly driven: CoordinateOption<J>;
  readonly driving: CoordinateOption<J>;
  /** Angle of the driven wheel for one of the driving wheel; negative where outer teeth mesh. */
  readonly ratio: Real;
  /** Driven angle where the driving one is 0 [rad]. */
  readonly offset?: Real;
}

/** Options of `rackAndPinion`. */
export interface RackAndPinionOptions<J extends string> {
  readonly rack: CoordinateOption<J>;
  readonly pinion: CoordinateOption<J>;
  /** Way of the rack for one radian of the pinion [m]. */
  readonly radius: Real;
  /** Place of the rack where the pinion is at 0 [m]. */
  readonly offset?: Real;
}

/** What is accepted for a prescribed motion: a list stands for the coefficients of a polynomial in time. */
export type MotionLike = readonly Real[] | Motion;

/** Options of `prescribe`. */
export interface PrescribeOptions<J extends string> {
  readonly joint: J;
  /** Which coordinate of the joint; the first if left out. */
  readonly coordinate?: number;
  /** A sine, or the coefficients of a polynomial in time: [start, speed, half the acceleration, …]. */
  readonly motion: MotionLike;
}

/** Options of `distance`. */
export type DistanceOptions<B extends string, F extends string> = Ends<B, F> & {
  /** [m], more than 0. */
  readonly length: Real;
};

/** Options of `pointOnLine`. */
export type PointOnLineOptions<B extends string, F extends string> = Ends<B, F> & {
  /** Along the line, in frame a; of any length. */
  readonly axis: Vec3R;
};

/** Options of `pointOnPlane`. */
export type PointOnPlaneOptions<B extends string, F extends string> = Ends<B, F> & {
  /** Across the plane, in frame a; of any length. */
  readonly normal: Vec3R;
};

export const makeCoupler = (
  name: string,
  { driven, driving = modelDefaults.coupler.driving, polynomial }: CouplerOptions<string>,
): Constraint => ({
  kind: "coupler",
  name,
  driven: refOf(driven),
  driving: driving === null ? null : refOf(driving),
  polynomial,
});

export const makeGear = (
  name: string,
  { driven, driving, ratio, offset = modelDefaults.gear.offset }: GearOptions<string>,
): Constraint => ({ kind: "gear", name, driven: refOf(driven), driving: refOf(driving), ratio, offset });

export const makeRackAndPinion = (
  name: string,
  { rack, pinion, radius, offset = modelDefaults.rackAndPinion.offset }: RackAndPinionOptions<string>,
): Constraint => ({ kind: "rack-and-pinion", name, rack: refOf(rack), pinion: refOf(pinion), radius, offset });

const isList = (like: MotionLike): like is readonly Real[] => Array.isArray(like);

export const makeMotion = (
  name: string,
  { joint, coordinate = modelDefaults.coordinateRef.coordinate, motion }: PrescribeOptions<string>,
): Constraint => ({
  kind: "motion",
  name,
  driven: { joint, coordinate },
  motion: isList(motion) ? { kind: "polynomial", coefficients: motion } : motion,
});

export const makeDistance = (
  name: string,
  options: DistanceOptions<string, string>,
  resolve: Resolver,
): Constraint => ({
  kind: "distance",
  name,
  ...endsOf(`distance "${name}"`, options, resolve),
  length: options.length,
});

export const makePointOnLine = (
  name: string,
  options: PointOnLineOptions<string, string>,
  resolve: Resolver,
): Constraint => ({
  kind: "point-on-line",
  name,
  ...endsOf(`point-on-line "${name}"`, options, resolve),
  axis: options.axis,
});

export const makePointOnPlane = (
  name: string,
  options: PointOnPlaneOptions<string, string>,
  resolve: Resolver,
): Constraint => ({
  kind: "point-on-plane",
  name,
  ...endsOf(`point-on-plane "${name}"`, options, resolve),
  normal: options.normal,
});
