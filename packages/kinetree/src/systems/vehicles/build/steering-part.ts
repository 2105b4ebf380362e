import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import type { Real } from "../../../model/types.js";
import type { SteeringData } from "../data/steering.js";
import type { VehicleForm } from "./form.js";
import type { Added, BodyFrame } from "./ports.js";

/** What a steering offers. */
export interface SteeringPorts {
  /** Carries the inner ends of the tie rods. */
  readonly tieRods: BodyFrame;
  /** The joint that is turned or pushed. */
  readonly joint: string;
}

/** Holds the joint that steers at a place [N m/rad or N/m, and so on]. */
export interface SteeringSpring {
  readonly stiffness: Real;
  readonly damping: Real;
  readonly rest: Real;
}

export interface SteeringPlace {
  readonly suffix: string;
  readonly chassis: BodyFrame;
  readonly spring: SteeringSpring | null;
}

/** A kind of steering. */
export interface SteeringPart<D extends SteeringData> {
  readonly kind: D["kind"];
  /** Mass of bodies that the data count with the chassis [kg]. */
  readonly fromChassis: (data: D, form: VehicleForm) => number;
  /** Coordinate of the joint for one radian of the Pitman arm or the pinion to the left [1 or m]. */
  readonly perRadian: (data: D) => number;
  readonly add: (soFar: AnyMechanism, data: D, place: SteeringPlace, form: VehicleForm) => Added<SteeringPorts>;
}
