import type { Model, RunOptions, State } from "kinetree";

/** What a driver does. */
export interface DriverInputs {
  /** -1 is full lock to the right, 1 to the left. */
  readonly steering: number;
  /** 0 to 1. */
  readonly throttle: number;
  /** 0 to 1. */
  readonly brake: number;
}

/** A wheel of a vehicle by the names of its parts in the model. */
export interface TestWheel {
  readonly name: string;
  /** The tyre, the body that turns and the joint about which it spins. */
  readonly tyre: string;
  readonly body: string;
  readonly spin: string;
  readonly side: "left" | "right";
  readonly isSteered: boolean;
}

/** Outline and wheels from above [m]. */
export interface VehicleSizes {
  readonly length: number;
  readonly width: number;
  readonly wheelbase: number;
  readonly track: number;
  /** From the chassis frame forward to the middle of the outline, and to the middle of the front wheels. */
  readonly middle: number;
  readonly frontAxle: number;
}

/** Turns what a driver does into commands of actuators; it may have a memory, such as a brake that sticks. */
export interface Actuation {
  /** Its memory before the run. */
  readonly start: readonly number[];
  /** @param dt time since the last call [s] */
  readonly step: (
    inputs: DriverInputs,
    measured: State,
    memory: readonly number[],
    dt: number,
  ) => { readonly commands: readonly number[]; readonly memory: readonly number[] };
}

/** How it steers. */
export interface SteeringFacts {
  /** Angle of the steering wheel at full lock [rad]. */
  readonly wheelAtLock: number;
  /** Mean angle of the steered wheels at full lock, about [rad]. */
  readonly roadWheelAtLock: number;
}

/** Values of parameters by name. */
export type Values = Readonly<Record<string, number>>;

/** A vehicle that the standard tests can drive: a model on tyres, and what the names in it mean. */
export interface TestVehicle {
  readonly name: string;
  /** Flat ground is the plane z = 0; one controller without a law commands what `actuation` computes. */
  readonly model: Model;
  /** Name of that controller. */
  readonly driver: string;
  readonly actuation: Actuation;
  /** The body that carries everything, and the free joint on which it stands on the ground. */
  readonly chassis: { readonly body: string; readonly joint: string };
  /** Mass centre of the vehicle in the chassis, where motion is reported. */
  readonly massCentre: readonly [number, number, number];
  /** Where the driver sits, in the chassis: there the ride is felt. */
  readonly seat: readonly [number, number, number];
  /** Front left, front right, and so on backwards. */
  readonly wheels: readonly TestWheel[];
  readonly sizes: VehicleSizes;
  readonly steering: SteeringFacts;
  /** [kg] */
  readonly mass: number;
  /** Height of the chassis frame above the ground from which it settles [m]. */
  readonly dropHeight: number;
  /** Values of parameters: sets with which it settles in turn, for slopes must not come at once, and those with which it drives. */
  readonly parameters?: { readonly settling: readonly Values[]; readonly driving: Values };
  /** How its runs are computed. */
  readonly run: Pick<RunOptions, "formulation" | "integrator"> & { readonly step: number };
}
