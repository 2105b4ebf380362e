import { heldBetween } from "./driver-inputs.js";
import type { VehicleMotion } from "./vehicle-motion.js";

/** How the throttle is kept from spinning the wheels. */
export interface TractionOptions {
  /** Slip that is aimed at: rim over ground less 1. */
  readonly slip: number;
  /** Time ahead for which the slip is foreseen [s]. */
  readonly lead: number;
  /** Change of the largest throttle for a slip of 1 too much or too little, in one cycle. */
  readonly gain: number;
  /** Largest part that one cycle takes away, and gives back. */
  readonly fall: number;
  readonly rise: number;
  /** Slower speeds count as this one, so that a vehicle starts [m/s]. */
  readonly slowest: number;
}

/** Ours. */
export const tractionDefaults: TractionOptions = Object.freeze({
  slip: 0.15,
  lead: 0.05,
  gain: 0.2,
  fall: 0.1,
  rise: 0.01,
  slowest: 3,
});

/** What is remembered: the largest throttle, and the slip of the wheel that slipped most. */
export interface TractionState {
  readonly limit: number;
  readonly slip: number;
}

export const unlimited: TractionState = { limit: 1, slip: 0 };

/** Largest throttle, by the wheel that slips most. */
export function tractionLimit(
  { wheels, forward }: VehicleMotion,
  before: TractionState,
  { slip: wanted, lead, gain, fall, rise, slowest }: TractionOptions,
  period: number,
): TractionState {
  const sense = forward < 0 ? -1 : 1;
  const slips = wheels.map(({ rim, ground }) => (sense * (rim - ground)) / Math.max(slowest, sense * ground));
  const slip = Math.max(...slips);
  const foreseen = slip + ((slip - before.slip) * lead) / period;
  const change = heldBetween(-fall, gain * (wanted - foreseen), rise);
  return { limit: heldBetween(0, before.limit + change, 1), slip };
}
