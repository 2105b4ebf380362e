import type { Curve } from "../../../model/types.js";

/** What drives a vehicle: an engine and shafts to the wheels, or a motor at each wheel. */
export type DrivelineData = ShaftDrivelineData | WheelMotorData;

/** An engine, a box, a transfer case and differentials, as shafts that yield; gears are turns of the input for one of the output. */
export interface ShaftDrivelineData {
  readonly kind: "shafts";
  readonly engine: EngineData;
  /** Between crank and box; null: the box sits on the crank. */
  readonly converter: ConverterData | null;
  readonly gearbox: GearboxData;
  /** Of the transfer case. */
  readonly transfer: number;
  /** From a propeller shaft to its wheels, hub gears included. */
  readonly finalDrive: number;
  /** Between both wheels of an axle. */
  readonly differential: DifferentialData;
  readonly halfShaft: HalfShaftData;
  readonly inertias: {
    /** Of the box's input and output, a propeller shaft, the box of a differential, and a side gear with its half shaft [kg m²]. */
    readonly input: number;
    readonly output: number;
    readonly propeller: number;
    readonly differential: number;
    readonly sideGear: number;
  };
}

/** Torque over speed [rad/s to N m]: command · full + (1 - command) · idle + loss. */
export interface EngineData {
  readonly full: Curve;
  readonly idle: Curve | null;
  readonly loss: Curve | null;
  /** [kg m²] */
  readonly crank: number;
}

/** Over the ratio of speeds, turbine to pump. */
export interface ConverterData {
  /** K [rad/s per √(N m)]. */
  readonly capacity: Curve;
  readonly torqueRatio: Curve;
}

/** Gears, and when an automatic box changes them. */
export interface GearboxData {
  readonly ratios: readonly number[];
  /** Negative. */
  readonly reverse: number;
  /** From gear to gear [s]. */
  readonly shiftTime: number;
  /** Of the friction that engages a gear, at the input [N m]. */
  readonly capacity: number;
  /** Of that friction while it sticks [N m/rad, N m s/rad]. */
  readonly stiffness: number;
  readonly damping: number;
  /** Speeds of the crank at which it changes up and down [rad/s]. */
  readonly up: number;
  readonly down: number;
  /** Least time between two changes [s]. */
  readonly latency: number;
}

/**
 * "open", or with friction between the outputs that slips at a torque [N m]; "locked" hardly slips. "biasing" gives the slower output
 * `bias` times the torque of the faster; "viscous-coupling" resists the difference of their speeds [N m s/rad].
 */
export type DifferentialData =
  | { readonly kind: "open" }
  | { readonly kind: "locked" }
  | { readonly kind: "limited-slip"; readonly torque: number }
  | { readonly kind: "biasing"; readonly bias: number }
  | { readonly kind: "viscous-coupling"; readonly damping: number };

/** Twists between differential and wheel [N m/rad, N m s/rad]. */
export interface HalfShaftData {
  readonly stiffness: number;
  readonly damping: number;
}

/** A motor on the carrier of each wheel. */
export interface WheelMotorData {
  readonly kind: "wheel-motors";
  /** Of one motor, at the wheel [N m, W, rad/s, s]. */
  readonly torque: number;
  readonly power: number;
  readonly speed: number;
  readonly lag: number;
}
