import { heldBetween } from "./driver-inputs.js";
import type { VehicleMotion } from "./vehicle-motion.js";

/** How the throttle is kept from spinning the wheels. */
export interface TractionOptions {
  /** Slip that is aimed at: rim over ground less 1. */
  readonly slip: number;
  /** Change of the largest throttle for a slip of 1 too much or too little, in one cycle. */
  readonly gain: number;
  /** Largest part that one cycle gives back. */
  readonly rise: number;
  /** Slower speeds count as this one, so that a vehicle starts [m/s]. */
  readonly slowest: number;
}

/** Ours. */
export const tractionDefaults: TractionOptions = Object.freeze({ slip: 0.12, gain: 0.5, rise: 0.02, slowest: 3 });

/** Largest throttle, by the wheel that slips most. */
export function tractionLimit(
  { wheels, forward }: VehicleMotion,
  limit: number,
  { slip, gain, rise, slowest }: TractionOptions,
): number {
  const sense = forward < 0 ? -1 : 1;
  const slips = wheels.map(({ rim, ground }) => (sense * (rim - ground)) / Math.max(slowest, sense * ground));
  const excess = Math.max(...slips) - slip;
  return heldBetween(0, limit - heldBetween(-rise, gain * excess, 1), 1);
}
