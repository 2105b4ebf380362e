import type { Pedals } from "./driver.js";

/** Neither pedal. */
export const coast: Pedals = (_seen, _t, memory) => ({ throttle: 0, brake: 0, memory });

/** One pedal, pressed as far as this from a time on [s]. */
export const press =
  (inputs: { readonly throttle?: number; readonly brake?: number }, from = 0): Pedals =>
  (_seen, t, memory) => ({
    throttle: t >= from ? (inputs.throttle ?? 0) : 0,
    brake: t >= from ? (inputs.brake ?? 0) : 0,
    memory,
  });

/** Gains of the speed controller: share of the throttle for each m/s, and for each m/s that has lasted a second. */
const GAINS = { proportional: 1, integral: 0.5 } as const;

/**
 * Holds a speed, given over time [m/s], by a PI controller on throttle and brake, never both. The sum stands still while the
 * pedal is at its end, so that it does not wind up.
 */
export const holdSpeed =
  (wanted: (t: number) => number): Pedals =>
  ({ speed }, t, sum, dt) => {
    const error = wanted(t) - speed;
    const next = sum + error * dt;
    const demand = GAINS.proportional * error + GAINS.integral * next;
    const isAtEnd = demand > 1 || demand < -1;
    return {
      throttle: Math.max(0, Math.min(1, demand)),
      brake: Math.max(0, Math.min(1, -demand)),
      memory: isAtEnd ? sum : next,
    };
  };

/** One driver of the pedals until a time [s], and another from then on. */
export const inTurn =
  (first: Pedals, until: number, second: Pedals): Pedals =>
  (seen, t, memory, dt) =>
    (t < until ? first : second)(seen, t, memory, dt);
