import { CRANK_FILTER, DRIVER_PERIOD, SETTLING } from "../../systems/vehicles/build/driver.js";

/** What an automatic box remembers. */
export interface GearState {
  /** Filtered speed of the crank [rad/s]. */
  readonly speed: number;
  readonly gear: number;
  /** Samples until the next change. */
  readonly wait: number;
}

/** Speeds of the crank at which gears change [rad/s], the least time between changes [s], and how many gears there are. */
export interface GearOptions {
  readonly up: number;
  readonly down: number;
  readonly pause: number;
  readonly count: number;
}

/** Before the first sample. */
export const startIn = (gear: number): GearState => ({ speed: 0, gear, wait: SETTLING });

/** The next state of an automatic box: as the law of the built-in driver. */
export function automaticGears(crank: number, state: GearState, { up, down, pause, count }: GearOptions): GearState {
  const speed = state.speed + CRANK_FILTER * (crank - state.speed);
  const mayChange = state.wait < 0.5;
  // By the speed before this sample, as in the law, whose cells all change at once.
  const change =
    mayChange && state.speed > up && state.gear < count
      ? 1
      : mayChange && state.speed < down && state.gear > 1
        ? -1
        : 0;
  const wait = Math.max(0, state.wait - 1) + (change === 0 ? 0 : pause / DRIVER_PERIOD);
  return { speed, gear: state.gear + change, wait };
}
