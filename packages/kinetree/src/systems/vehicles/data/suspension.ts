import type { Curve } from "../../../model/types.js";
import type { Point } from "../../parts/point.js";
import type { PartMass } from "./wheel.js";

/** Points of a double wishbone, left side, from the origin of the suspension in the chassis [m]. */
export interface Hardpoints {
  /** Upper arm: its two pivots on the chassis, its ball joint, its mass centre. */
  readonly ucaFront: Point;
  readonly ucaBack: Point;
  readonly ucaOuter: Point;
  readonly ucaCentre: Point;
  /** Lower arm: likewise. */
  readonly lcaFront: Point;
  readonly lcaBack: Point;
  readonly lcaOuter: Point;
  readonly lcaCentre: Point;
  /** Tie rod: on the steering or the chassis, and on the upright. */
  readonly tieRodInner: Point;
  readonly tieRodOuter: Point;
  /** Ends of the damper, on the chassis and on the lower arm. */
  readonly shockChassis: Point;
  readonly shockArm: Point;
  /** Ends of the spring. */
  readonly springChassis: Point;
  readonly springArm: Point;
  /** Mass centre of the upright. */
  readonly upright: Point;
  /** Centre of the wheel, which is its mass centre. */
  readonly wheel: Point;
}

/** A coil spring between two points. */
export interface SpringData {
  /** Tension over extension [m to N]. */
  readonly tension: Curve;
  /** Length without tension [m]. */
  readonly freeLength: number;
}

/** Bump and rebound stops that act on the length of the spring, in parallel with it. */
export interface StopsData {
  /** Length below which the bump stop pushes the ends apart [m]. */
  readonly bumpBelow: number;
  /** Length above which the rebound stop pulls them together [m]. */
  readonly reboundAbove: number;
  /** Force over penetration, from 0 at 0 on [m to N]. */
  readonly force: { readonly x: readonly number[]; readonly y: readonly number[] };
}

/** Force in proportion to the rate of length. */
export interface LinearDamper {
  readonly kind: "linear";
  /** [N s/m] */
  readonly damping: number;
}

/** Two rates, for compression and for rebound, and two others outside the middle of the stroke. */
export interface TwoRateDamper {
  readonly kind: "two-rate";
  /** Lengths between which the rates of mid-stroke hold [m]. */
  readonly midStroke: readonly [number, number];
  /** Way over which they go over into the others [m]: forces must not jump. */
  readonly blend: number;
  readonly mid: DampingRates;
  readonly outside: DampingRates;
}

/** [N s/m] */
export interface DampingRates {
  readonly compression: number;
  readonly rebound: number;
}

/** Tension over length and rate of length, bilinear between points. */
export interface MapDamper {
  readonly kind: "map";
  /** Increasing [m]; the tension is held beyond. */
  readonly lengths: readonly number[];
  /** Increasing [m/s]; the tension goes on beyond. */
  readonly rates: readonly number[];
  /** tension[i][j] at lengths[i] and rates[j] [N]. */
  readonly tension: readonly (readonly number[])[];
}

/** What a damper of a strut does. */
export type DamperData = LinearDamper | TwoRateDamper | MapDamper;

/** Rubber at the pivots of an arm, in place of its hinge. */
export interface BushingData {
  /** Across and along the axis of the hinge [N/m]. */
  readonly radial: number;
  readonly axial: number;
  /** About the axes across the hinge [N m/rad]; about the hinge it turns freely. */
  readonly tilt: number;
  /** [N s/m] and [N m s/rad] */
  readonly damping: number;
  readonly tiltDamping: number;
}

/** Masses of a double wishbone. */
export interface WishboneMasses {
  /** Moments along the pivots, across them, and across the plane of the arm. */
  readonly upperArm: PartMass;
  readonly lowerArm: PartMass;
  /** Moments along the axes of the chassis, as for the rest. */
  readonly upright: PartMass;
  /** A rod: moments across and along it. Only for tie rods that are bodies. */
  readonly tieRod: { readonly mass: number; readonly across: number; readonly along: number };
  /** Of each half of a strut that is two bodies [kg], taken from the chassis. */
  readonly strutHalf: number;
}

/** Two arms on the chassis, the upright between their ball joints, spring and damper on the lower arm. */
export interface DoubleWishboneData {
  readonly kind: "double-wishbone";
  readonly points: Hardpoints;
  readonly masses: WishboneMasses;
  readonly spring: SpringData;
  readonly stops: StopsData | null;
  readonly damper: DamperData;
  /** Null for hinges. */
  readonly bushings: BushingData | null;
  /** Added to the length of each tie rod [m]; 0 for the length in the drawn pose. See `setToe`. */
  readonly tieRodChange: number;
}

/** The suspension of both sides of an axle. */
export type SuspensionData = DoubleWishboneData;
