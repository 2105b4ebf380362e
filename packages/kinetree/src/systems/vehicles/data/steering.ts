import type { Point } from "../../parts/point.js";
import type { PartMass } from "./wheel.js";

/** The wheel that the driver turns, and its shaft. */
export interface ColumnData {
  /** Turns of the column for one of the Pitman arm or the pinion. */
  readonly ratio: number;
  /** Of the steering wheel in the chassis [m], and the axis of the shaft towards the driver. */
  readonly at: Point;
  readonly axis: Point;
  /** Taken from the chassis where the column is a body [kg]. */
  readonly mass: number;
  /** About each axis [kg m²]. */
  readonly inertia: number;
  /** Of the shaft [N m/rad, N m s/rad]. */
  readonly stiffness: number;
  readonly damping: number;
}

/** A regulator of an angle: torque = stiffness · error − damping · rate, of a target that follows the command at a bounded rate. */
export interface ServoData {
  /** [s] */
  readonly period: number;
  /** Whole periods from a sample to its torque. */
  readonly deadTime: number;
  /** Largest rate of the target, in full locks a second [1/s]. */
  readonly rateLimit: number;
  /** At the Pitman arm or the pinion [N m/rad, N m s/rad, N m]. */
  readonly stiffness: number;
  readonly damping: number;
  readonly largestTorque: number;
}

interface Steering {
  /** Of the steering frame in the chassis [m]. */
  readonly origin: Point;
  /** Turn of the steering frame about y [deg]. */
  readonly pitchDeg: number;
  /** Angle of the Pitman arm or the pinion at full lock to the left [deg], in size. */
  readonly lockDeg: number;
  /** Sign of the coordinate that steers to the left: -1 where the tie rods lie behind the axle. */
  readonly leftSign: 1 | -1;
  readonly column: ColumnData;
  readonly servo: ServoData;
}

/** A Pitman arm, a link and an idler arm, which form a parallelogram. Points in the steering frame [m], moments along its axes. */
export interface PitmanSteeringData extends Steering {
  readonly kind: "pitman";
  readonly pitmanPivot: Point;
  readonly pitmanCentre: Point;
  readonly pitmanEnd: Point;
  readonly linkCentre: Point;
  readonly idlerPivot: Point;
  readonly idlerEnd: Point;
  readonly pitmanArm: PartMass;
  readonly link: PartMass;
  /** Of the idler arm where it is a body [kg], taken from the chassis. */
  readonly idlerMass: number;
}

/** Geometry and masses of that linkage. */
export type SteeringLinkageData = Omit<PitmanSteeringData, "kind" | "lockDeg" | "leftSign" | "column" | "servo">;

/** A rack that slides along y of the steering frame; tie rods run from it to the suspension's own inner points. */
export interface RackSteeringData extends Steering {
  readonly kind: "rack";
  readonly rack: PartMass;
  /** Of the rack [m]. */
  readonly length: number;
  /** Way of the rack for a radian of the pinion [m]. */
  readonly pinionRadius: number;
}

/** What steers an axle. */
export type SteeringData = PitmanSteeringData | RackSteeringData;
