import type { NormalLaw } from "../../../model/contact-laws.js";
import type { DrivelineData } from "./driveline.js";
import type { SteeringData } from "./steering.js";
import type { SuspensionData } from "./suspension.js";
import type { Point } from "../../parts/point.js";
import type { BrakeData, PartMass, TyreData, WheelData } from "./wheel.js";

/** A vehicle as plain data: SI numbers, x forward, y left, z up, all places in the frame of the chassis. */
export interface VehicleData {
  readonly name: string;
  readonly chassis: ChassisData;
  /** The front one first. */
  readonly axles: readonly AxleData[];
  /** Null: nothing drives it. */
  readonly driveline: DrivelineData | null;
}

/** The body that everything hangs on. */
export interface ChassisData extends PartMass {
  readonly com: Point;
  /** Outer size, for lanes and footprints [m]. */
  readonly size: { readonly length: number; readonly width: number; readonly height: number };
  readonly aerodynamics: AerodynamicsData | null;
  /** Frames of the chassis by name: where driver and sensors are. */
  readonly places: Readonly<Record<string, PlaceData>>;
  /** Spheres that touch the ground after a roll-over. */
  readonly contact: BodyContactData | null;
}

/** A place in the chassis, pitched about y; a positive pitch looks down. */
export interface PlaceData {
  readonly at: Point;
  readonly pitchDeg: number;
}

/** Forces of the air, in parts of ½ ρ A v²; they act at one place. */
export interface AerodynamicsData {
  readonly at: Point;
  /** [kg/m³] */
  readonly density: number;
  /** [m²] */
  readonly area: number;
  readonly drag: number;
  /** Upwards. */
  readonly lift: number;
  /** Against the wind from the side, for one radian of its direction. */
  readonly side: number;
}

/** Spheres in the chassis, and the law by which they push. */
export interface BodyContactData {
  readonly spheres: Readonly<Record<string, { readonly at: Point; readonly radius: number }>>;
  readonly normal: NormalLaw;
  readonly friction: number;
}

/** Two wheels and what carries, steers, brakes and ties them. Parts are given for the left side; the right one mirrors it. */
export interface AxleData {
  /** Before "L" and "R" in the names of its bodies and joints: "F". */
  readonly name: string;
  /** Origin of the suspension in the chassis [m]. */
  readonly origin: Point;
  readonly suspension: SuspensionData;
  /** Null: tie rods run to the chassis. */
  readonly steering: SteeringData | null;
  readonly antiRollBar: AntiRollBarData | null;
  readonly wheel: WheelData;
  readonly tyre: TyreData | null;
  readonly brake: BrakeData | null;
}

/** A torsion bar across the vehicle with an arm on either side, tied to the lower arms by drop links. */
export interface AntiRollBarData {
  /** Two bodies and two links, or forces alone. */
  readonly kind: "bodies" | "forces";
  /** Middle of the bar in the suspension's frame [m]; the arms turn about y through it. */
  readonly bearing: Point;
  /** Along x, forward if positive [m]. */
  readonly armLength: number;
  /** From the middle to either arm [m]. */
  readonly halfWidth: number;
  /** From the end of an arm down to the lower arm [m]. */
  readonly linkHeight: number;
  /** Of the bar, of one arm against the other [N m/rad, N m s/rad]. */
  readonly stiffness: number;
  readonly damping: number;
  /** Of both arms [kg], for bodies. */
  readonly mass: number;
}
