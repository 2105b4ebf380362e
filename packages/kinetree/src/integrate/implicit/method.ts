/** Work that a method has done so far. */
export interface ImplicitCounts {
  /** Evaluations of the equations, without those for derivatives. */
  evaluations: number;
  /** Linearisations. */
  jacobians: number;
  factorizations: number;
  /** Solutions with factors; a complex one counts once. */
  solves: number;
  newtonIterations: number;
  /** Attempts that were given up because Newton's iteration did not converge, and those whose error was too large. */
  newtonFailures: number;
  errorFailures: number;
}

export const noCounts = (): ImplicitCounts => ({
  evaluations: 0,
  jacobians: 0,
  factorizations: 0,
  solves: 0,
  newtonIterations: 0,
  newtonFailures: 0,
  errorFailures: 0,
});

/** How an attempt at a step went. */
export interface Attempted {
  /** Weighted norm of the estimated error; up to 1 is good. Infinity if the equations could not be solved. */
  readonly error: number;
  /** Length proposed for the next step, or for this one once more [s]. */
  readonly next: number;
  /** Why there is no solution, if there is none. */
  readonly trouble: "newton" | "singular" | "not-finite" | null;
}

/**
 * A method that steps through time: `begin`, then repeatedly `attempt` and, if that was good, `accept`; until then the state
 * is as before. The caller decides how long steps are at most and where they must end; the method proposes.
 */
export interface ImplicitStepper {
  readonly counts: ImplicitCounts;
  /** State after the step that was attempted last. The caller may amend it before `accept`, such as by a projection onto constraints. */
  readonly end: Float64Array;
  /** Starts at a state, without a past. For entries with mass 0 `y` is a guess that is good enough to start Newton's iteration from. */
  begin(t: number, y: Float64Array): void;
  /** A length for the first step. */
  firstStep(span: number): number;
  /** Tries a step of this length. With `isFixed` there is no other: an error estimate is ignored, and order selection asks for no other length. */
  attempt(h: number, isFixed: boolean): Attempted;
  accept(): void;
  /** The entry that stood most in the way of the last attempt, in words, for messages. */
  culprit?(): string;
  /** State at t₀ + θ h of the step attempted last, before it is accepted; θ from 0 to 1. */
  interpolate(theta: number, out: Float64Array): void;
  /**
   * The same states in other numbers from here on: `move` rewrites one state in place, and is applied to whatever states the method
   * keeps. Called after `accept`. Derivatives that it keeps follow from the states, or are asked for again.
   */
  rebase(move: (y: Float64Array) => void): void;
  /** Adds a constant to the first entries of all states kept, after `accept`, for methods whose past a jump would spoil; derivatives stay. */
  shift?(jump: Float64Array): void;
  /** After an attempt: the caller wants steps no longer than this for some time, which is not the cutting short of a single one. */
  shorten?(h: number): void;
  /** All that it remembers between two attempts, and back: goes on bit for bit. Factors are made again from the derivatives. */
  snapshot(): Float64Array;
  restore(numbers: Float64Array): void;
}
