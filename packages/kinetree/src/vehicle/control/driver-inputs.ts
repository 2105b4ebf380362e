import type { VehicleMotion } from "./vehicle-motion.js";

/** What a driver does; what is left out is 0, and the selector 1. */
export interface DriverInputs {
  /** From -1 (full lock to the right) to 1 (to the left). */
  readonly steering?: number;
  /** From 0 to 1. */
  readonly throttle?: number;
  /** Of all wheels, from 0 to 1. */
  readonly brake?: number;
  /** Of the rear wheels, from 0 to 1. */
  readonly handBrake?: number;
  /** 1 forwards, 0 neutral, -1 backwards. */
  readonly selector?: number;
  /** The gear with `gears: "manual"`. */
  readonly gear?: number;
  /** Motors of the right wheels less those of the left: 1 turns left. */
  readonly turn?: number;
}

/** A driver that remembers: its state is plain data, and checkpoints hold it. */
export interface VehicleDriver<S = unknown> {
  /** The state before the first sample, from the parameters of the run. */
  readonly state?: (parameters: Readonly<Record<string, number>>) => S;
  /** A function of its arguments alone. */
  step(motion: VehicleMotion, state: S): { readonly inputs: DriverInputs; readonly state: S };
}

/** A driver who remembers nothing, or one who does. */
export type AnyDriver = ((motion: VehicleMotion) => DriverInputs) | VehicleDriver;

/** Lets the compiler find the type of a driver's state. */
export const defineDriver = <S>(driver: VehicleDriver<S>): VehicleDriver => driver;

export const heldBetween = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));
