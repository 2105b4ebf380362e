import type { Passing } from "./passing.js";

/** Energy errors below it are rounding: the bar for a ratio to a smaller error is this. */
export const ROUNDING = 1e-12;
/** Most that the energy error may be, as a multiple of that of a linkage without a change point. */
export const MOST_RATIO = 10;
/** Difference of two cranks beyond which a linkage is on another branch [rad]. */
export const ON_BRANCH = 1e-6;

/** A run, and the one that it is held against. */
export interface Comparison {
  readonly passing: Passing;
  readonly reference: Passing;
  /** The reference is by tree-augmented instead of the formulation itself. */
  readonly isBorrowed: boolean;
}

/** Energy error by that of the reference, or by a tenth of 1e-12 if that is larger. */
export const ratioOf = ({ passing, reference }: Comparison): number =>
  passing.error / Math.max(reference.error, ROUNDING / MOST_RATIO);

/** Whether a run has passed so many change points along its branch, without an error in energy that a linkage without them does not have. */
export function isWithinBar(comparison: Comparison, leastPasses: number): boolean {
  const { passing, reference } = comparison;
  return (
    reference.failure === null &&
    ratioOf(comparison) <= MOST_RATIO &&
    passing.departure < ON_BRANCH &&
    passing.passes >= leastPasses
  );
}
