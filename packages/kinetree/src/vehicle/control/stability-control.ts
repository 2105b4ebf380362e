import { realFunctions } from "../../model/real-arithmetic.js";
import { heldBetween } from "./driver-inputs.js";
import type { VehicleLayout } from "../layout.js";
import type { VehicleMotion } from "./vehicle-motion.js";

/** How a vehicle is kept on the yaw rate that its steering asks for. */
export interface StabilityOptions {
  /** Speed at which a single track of this understeer turns half as much as a neutral one [m/s]. */
  readonly characteristicSpeed: number;
  /** Largest lateral acceleration asked for, as a part of friction · g. */
  readonly grip: number;
  /** Friction of the road; the parameter "roadFriction" if left out. */
  readonly friction?: number;
  /** Time constant with which the yaw rate is asked for [s]. */
  readonly lag: number;
  /** Difference that is left alone [rad/s]. */
  readonly deadBand: number;
  /** Brake for a difference of 1 rad/s beyond it. */
  readonly gain: number;
  /** Speed below which it is off [m/s]. */
  readonly slowest: number;
}

/** Ours. */
export const stabilityDefaults: StabilityOptions = Object.freeze({
  characteristicSpeed: 40,
  grip: 0.85,
  lag: 0.1,
  deadBand: 0.05,
  gain: 4,
  slowest: 5,
});

/** What it asks for. */
export interface StabilityOutput {
  /** Added to the brakes, by wheel. */
  readonly brakes: readonly number[];
  /** 1 leaves the throttle alone, 0 closes it. */
  readonly throttle: number;
  /** The yaw rate asked for [rad/s], which it remembers. */
  readonly wanted: number;
}

const GRAVITY = 9.81;

/**
 * Brakes one wheel where the yaw rate is not that of a single track with the same steering: a front wheel outside of the turn where
 * the vehicle turns too much, a rear wheel inside where it turns too little.
 */
export function stabilityControl(
  { forward, yawRate, steering }: VehicleMotion,
  { wheels, wheelbase, wheelLock }: VehicleLayout,
  wantedBefore: number,
  { characteristicSpeed, grip, friction = 1, lag, deadBand, gain, slowest }: StabilityOptions,
  period: number,
): StabilityOutput {
  if (forward < slowest) return { brakes: wheels.map(() => 0), throttle: 1, wanted: yawRate };
  const slope = realFunctions.tan.of(steering * wheelLock, 0);
  const ratio = forward / characteristicSpeed;
  const steered = (forward * slope) / (wheelbase * (1 + ratio * ratio));
  const most = (grip * friction * GRAVITY) / forward;
  const wanted = wantedBefore + (heldBetween(-most, steered, most) - wantedBefore) * Math.min(1, period / lag);
  const excess = yawRate - wanted;
  const size = heldBetween(0, gain * (Math.abs(excess) - deadBand), 1);
  const isTooMuch = excess * yawRate > 0;
  // Braking on the left turns to the left.
  const onLeft = excess < 0;
  const brakes = wheels.map(({ isLeft, isFront }) => (isLeft === onLeft && isFront === isTooMuch ? size : 0));
  return { brakes, throttle: 1 - size, wanted };
}
