import { crossingTime, meanBetween, peakBetween } from "./signals.js";

/** Response of a signal to a step of the steering. */
export interface StepResponse {
  /** Mean over the last part of the record, as far as it is asked for. */
  readonly steady: number;
  /** From half of the step to 90 % of the steady value [s]; null if it is never reached. */
  readonly responseTime: number | null;
  /** From half of the step to the peak [s]. */
  readonly peakTime: number;
  /** Of the peak over the steady value, as a part of that. */
  readonly overshoot: number;
}

/** The measures of ISO 7401. `reference` is the time of half of the steering, `steadyFrom` where the steady state begins. */
export function stepResponse(
  t: ArrayLike<number>,
  x: ArrayLike<number>,
  reference: number,
  steadyFrom: number,
): StepResponse {
  const last = t[t.length - 1];
  const steady = meanBetween(t, x, steadyFrom, last);
  const reached = crossingTime(t, x, 0.9 * steady, reference);
  const sign = steady < 0 ? -1 : 1;
  const peak = sign * peakBetween(t, x, reference, last);
  let peakTime = NaN;
  for (let k = 0; k < t.length && Number.isNaN(peakTime); k++)
    if (t[k] >= reference && Math.abs(sign * x[k] - peak) <= 0) peakTime = t[k] - reference;
  return {
    steady,
    responseTime: reached === null ? null : reached - reference,
    peakTime,
    overshoot: peak / Math.abs(steady) - 1,
  };
}
