import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import type { BrakeData } from "../data/wheel.js";
import type { WheelPlace } from "./ports.js";

/** Adds a brake between each wheel and its carrier: element and actuator "brakeFL". @param brakes of the wheels; null for none */
export const addBrakes = (
  soFar: AnyMechanism,
  wheels: readonly WheelPlace[],
  brakes: readonly (BrakeData | null)[],
): AnyMechanism =>
  soFar.repeat(wheels.length, (built, i) => {
    const brake = brakes[i];
    if (brake === null) return built;
    const { suffix, spin } = wheels[i];
    const { largestTorque, lag, stiffness, damping } = brake;
    return built
      .shaftElement(`brake${suffix}`, {
        kind: "brake",
        on: { joint: spin },
        capacity: largestTorque,
        lag,
        stiffness,
        damping,
      })
      .actuator(`brake${suffix}`, { element: `brake${suffix}` });
  });
