import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import { param } from "../../../model/real-arithmetic.js";
import type { TyreContactMethod } from "../../../model/tyres/tyre.js";
import type { TyreData } from "../data/wheel.js";
import type { WheelPlace } from "./ports.js";

/** How the tyres of a vehicle meet the ground. */
export interface OnGround {
  readonly terrain: string;
  readonly contact: TyreContactMethod;
}

/** The parameter with the friction of ground that does not tell its own. */
export const ROAD_FRICTION = "roadFriction";

/** Adds a tyre to each wheel, by the wheel's suffix: "FL". @param tyres of the wheels, in their order */
export const addTyres = (
  soFar: AnyMechanism,
  wheels: readonly WheelPlace[],
  tyres: readonly TyreData[],
  { terrain, contact }: OnGround,
): AnyMechanism =>
  soFar.repeat(wheels.length, (built, i) => {
    const { suffix, side, wheel, carrier } = wheels[i];
    const { law, radius, width, rim, verticalStiffness, verticalDamping, carcass } = tyres[i];
    return built.tyre(suffix, {
      body: wheel.body,
      carrier: carrier.body,
      terrain,
      law,
      side,
      radius,
      width,
      rim,
      stiffness: verticalStiffness,
      damping: verticalDamping,
      ...(carcass === null
        ? {}
        : {
            carcassStiffness: [carcass.longitudinalStiffness, carcass.lateralStiffness],
            carcassDamping: [carcass.longitudinalDamping, carcass.lateralDamping],
          }),
      friction: param(ROAD_FRICTION),
      contact,
    });
  });
