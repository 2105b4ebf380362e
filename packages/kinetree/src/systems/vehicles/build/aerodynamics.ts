import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import { param } from "../../../model/real-arithmetic.js";
import type { SignalLike } from "../../../model/signals.js";
import type { AerodynamicsData } from "../data/vehicle.js";
import { on, type BodyFrame } from "./ports.js";

/** Velocity of the air along the axes of the world [m/s]. */
export type Wind = readonly [SignalLike, SignalLike, SignalLike];

/** Adds "air"; unless the wind is given, it is the parameters "windX" and "windY". */
export function addAerodynamics(
  soFar: AnyMechanism,
  chassis: BodyFrame,
  { at, ...coefficients }: AerodynamicsData,
  wind: Wind | null,
): AnyMechanism {
  const along = (name: string, built: AnyMechanism): AnyMechanism =>
    built.parameter(name, 0, { unit: "m/s", description: `velocity of the air along ${name.slice(-1).toLowerCase()}` });
  const withWind = wind === null ? along("windY", along("windX", soFar)) : soFar;
  return withWind.aerodynamic("air", {
    at: on(chassis, at),
    ...coefficients,
    wind: wind ?? [param("windX"), param("windY"), 0],
  });
}
