import { heldBetween } from "./driver-inputs.js";
import type { VehicleMotion } from "./vehicle-motion.js";

/** How brakes are kept from locking the wheels. */
export interface AntiLockOptions {
  /** Slip that is aimed at: 1 less rim over ground. */
  readonly slip: number;
  /** Time ahead for which the slip is foreseen, as long as the brake takes to follow [s]. */
  readonly lead: number;
  /** Change of the share of the pressure for a slip of 1 too much or too little, in one cycle. */
  readonly gain: number;
  /** Largest share that one cycle takes away, and gives back. */
  readonly fall: number;
  readonly rise: number;
  /** Speed below which wheels may lock [m/s]. */
  readonly slowest: number;
}

/** Ours. */
export const antiLockDefaults: AntiLockOptions = Object.freeze({
  slip: 0.12,
  lead: 0.06,
  gain: 0.2,
  fall: 0.1,
  rise: 0.02,
  slowest: 1.5,
});

/** What is remembered of a wheel: the share of the pressure that it gets, from 0 to 1, and its slip. */
export interface AntiLockWheel {
  readonly pressure: number;
  readonly slip: number;
}

export const unbraked: AntiLockWheel = { pressure: 0, slip: 0 };

/**
 * The pressure at each wheel: what is asked for, or as much as the slip allows that is foreseen. It never builds up beyond what is
 * asked for, and follows at once where that is less.
 */
export function antiLock(
  { wheels, forward }: VehicleMotion,
  asked: readonly number[],
  before: readonly AntiLockWheel[],
  { slip: wanted, lead, gain, fall, rise, slowest }: AntiLockOptions,
  period: number,
): readonly AntiLockWheel[] {
  const sense = forward < 0 ? -1 : 1;
  return wheels.map(({ rim, ground }, i) => {
    const speed = sense * ground;
    if (speed < slowest) return { pressure: asked[i], slip: 0 };
    const slip = 1 - (sense * rim) / speed;
    const foreseen = slip + ((slip - before[i].slip) * lead) / period;
    const change = heldBetween(-fall, gain * (wanted - foreseen), rise);
    return { pressure: heldBetween(0, before[i].pressure + change, asked[i]), slip };
  });
}
