import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import type { Real } from "../../../model/types.js";
import type { Point } from "../../parts/point.js";
import type { SuspensionData } from "../data/suspension.js";
import type { WheelData } from "../data/wheel.js";
import type { VehicleForm } from "./form.js";
import type { Added, BodyFrame, CornerPorts, Side } from "./ports.js";

/** What a suspension is hung on, at one corner. */
export interface SuspensionPlace {
  readonly suffix: string;
  readonly side: Side;
  readonly chassis: BodyFrame;
  /** Of the suspension in the chassis. */
  readonly origin: Point;
  /** Carries the inner end of the tie rod: the steering, or the chassis. */
  readonly tieRods: BodyFrame;
  /** Added to the length of the tie rod [m]. */
  readonly tieRodChange: Real;
  readonly wheel: WheelData;
}

/** A kind of suspension. */
export interface SuspensionPart<D extends SuspensionData> {
  readonly kind: D["kind"];
  /** Mass of bodies of one corner that the data count with the chassis [kg]. */
  readonly fromChassis: (data: D, form: VehicleForm) => number;
  readonly add: (soFar: AnyMechanism, data: D, place: SuspensionPlace, form: VehicleForm) => Added<CornerPorts>;
}
