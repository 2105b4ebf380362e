import type { TyreLaw } from "../../../model/tyre-laws.js";
import type { Point } from "../../parts/point.js";

/** Mass [kg] and moments about the mass centre, along axes that the owner names [kg m²]. */
export interface PartMass {
  readonly mass: number;
  readonly moments: Point;
}

/** A disc about the spin axis: its second moment is about that axis. */
export interface Disc extends PartMass {
  readonly radius: number;
  readonly width: number;
}

/** What spins at the end of an axle. */
export interface WheelData {
  readonly hub: PartMass;
  readonly rim: Disc;
  readonly tyre: Disc;
  /** Of the half shaft about the spin axis, added to the tyre's [kg m²]; 0 where a driveline has half shafts of its own. */
  readonly axleShaft: number;
  /** What its body shows: "rim" where a tyre of the model shows itself; all of it if left out. */
  readonly picture?: "rim";
}

/** Law of the forces, and how the carcass yields. */
export interface TyreData {
  readonly law: TyreLaw;
  /** Unloaded [m]. */
  readonly radius: number;
  /** Of the tread [m]. */
  readonly width: number;
  /** Of the rim's flange [m]. */
  readonly rim: number;
  /** Across the ground [N/m, N s/m]. */
  readonly verticalStiffness: number;
  readonly verticalDamping: number;
  /** Along and across the rolling direction [N/m, N s/m]; null where the law has relaxation lengths of its own. */
  readonly carcass: {
    readonly longitudinalStiffness: number;
    readonly lateralStiffness: number;
    readonly longitudinalDamping: number;
    readonly lateralDamping: number;
  } | null;
}

/** A brake at each wheel of an axle: between wheel and carrier. */
export interface BrakeData {
  /** Of one wheel at full command [N m]. */
  readonly largestTorque: number;
  /** Time constant from command to torque [s]. */
  readonly lag: number;
  /** Of the elastic part that holds a wheel at rest [N m/rad, N m s/rad]. */
  readonly stiffness: number;
  readonly damping: number;
}
