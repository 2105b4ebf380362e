import type { Attempted } from "../../integrate/implicit/method.js";
import type { ClockField } from "../plan/state-layout.js";

/** The clock resolves nothing below its own last digits, nor below those of this time [s]: the square of 1/h must stay a number. */
const LEAST_TIME = 1e-130;

/** A step this near to the stop, relative to h, goes all the way. */
const NEARLY_THERE = 1e-9;

/** Failures as the clock of a lane has them: those of the compiled steppers, and two more. */
export const FAILURE = Object.freeze({ tooShort: 1, notFinite: 2, tooMany: 3, noConvergence: 5, singular: 6 });

/** The clock of a lane: the index of each of its numbers in memory. */
export interface LaneClock {
  readonly f64: Float64Array;
  readonly at: Readonly<Record<ClockField, number>>;
}

/** A step to be tried. */
export interface PlannedStep {
  /** Length of steps before this one was cut short. */
  readonly h: number;
  readonly taken: number;
  readonly tNext: number;
  readonly isLanding: boolean;
  /** So short that the clock hardly moves. */
  readonly isTooShort: boolean;
}

/** Puts the next step of a lane onto its clock; null where the lane has nothing to do. */
export function planStep({ f64, at }: LaneClock, isFixed: boolean, isOn: boolean): PlannedStep | null {
  const [t, h, tStop] = [f64[at.t], f64[at.h], f64[at.tStop]];
  // Steps of fixed length are counted from the first, so that rounding does not add up.
  const end = isFixed ? f64[at.tFirst] + (f64[at.count] + 1) * h : t + h;
  const isLanding = tStop - NEARLY_THERE * h <= end;
  const isIdle = tStop <= t || f64[at.failure] > 0 || !isOn;
  const tNext = isIdle ? t : isLanding ? tStop : end;
  const taken = isIdle ? 0 : isLanding || isFixed ? tNext - t : h;
  f64[at.tNext] = tNext;
  f64[at.hTaken] = taken;
  f64[at.landing] = isLanding ? 1 : 0;
  f64[at.accept] = 0;
  if (isIdle) return null;
  const isTooShort = !isLanding && taken < 2 * Number.EPSILON * Math.max(LEAST_TIME, Math.abs(t));
  return { h, taken, tNext, isLanding, isTooShort };
}

/** Counts a step as accepted or rejected and sets the length of the next one; gives the failure that ends the run, if any. */
export function concludeStep(
  { f64, at }: LaneClock,
  { h, taken, isLanding, isTooShort }: PlannedStep,
  { next, trouble }: Attempted,
  { isFixed, isAccepted, isFinite }: { isFixed: boolean; isAccepted: boolean; isFinite: boolean },
): number | null {
  const proposed = Math.min(next, f64[at.hMax]);
  f64[at.accepted] += isAccepted ? 1 : 0;
  f64[at.rejected] += isAccepted ? 0 : 1;
  f64[at.accept] = isAccepted ? 1 : 0;
  if (isAccepted) f64[at.count] += 1;
  // A step cut short by a stop says nothing against the length that was proposed before.
  if (!isFixed) f64[at.h] = isAccepted && isLanding ? Math.max(h, proposed) : isFinite ? proposed : taken / 4;
  if (!isAccepted && (isFixed || isTooShort)) return failureOf(trouble, isFinite);
  return f64[at.most] <= f64[at.accepted] + f64[at.rejected] ? FAILURE.tooMany : null;
}

function failureOf(trouble: Attempted["trouble"], isFinite: boolean): number {
  if (trouble === "newton") return FAILURE.noConvergence;
  if (trouble === "singular") return FAILURE.singular;
  return trouble === null && isFinite ? FAILURE.tooShort : FAILURE.notFinite;
}
