import type { ErrorFacts } from "../../errors/kinetree-error.js";
import type { DriftControl, FormulationName } from "../../formulation/formulation.js";
import type { RunOptions, SingleRunOptions } from "../options/options.js";
import type { RunCounts } from "../run/result.js";

/** Options of `compareFormulations`: one motion, at the same accuracy for all formulations. */
export interface CompareOptions
  extends
    Pick<RunOptions, "integrator" | "tolerance" | "step" | "maxStep" | "maxSteps">,
    Pick<SingleRunOptions, "state" | "parameters" | "tau" | "u" | "controllers"> {
  /** Default: all that support the model. */
  readonly formulations?: readonly FormulationName[];
  /** How drift of closures is controlled; default projection. */
  readonly drift?: DriftControl;
  /** Intervals between the instants at which states are compared. Default 200. */
  readonly samples?: number;
  /** A clock [ms] for the measured times, which are null without one: the library has no clock. */
  readonly now?: () => number;
  /** Called from time to time with the completed fraction, 0 to 1, and the current formulation. */
  readonly onProgress?: (part: number, formulation: FormulationName) => unknown;
}

/** The largest of several differences over a run, with its place and time. */
export interface LargestDifference {
  readonly value: number;
  /** The coordinate, body or joint that differs most; "" where nothing differs. */
  readonly of: string;
  /** [s] */
  readonly t: number;
}

/** A formulation that finished, compared with the reference; the differences of the reference itself are 0. */
export interface ComparedRun {
  readonly name: FormulationName;
  readonly outcome: "ran";
  readonly steps: RunCounts;
  /** Compilation and run [ms]; null without a clock. */
  readonly compileMs: number | null;
  readonly runMs: number | null;
  /** Difference of the accelerations at the start, relative to the largest or to their rounding, as for loads; null if not available. */
  readonly accelerations: number | null;
  /** Difference of coordinates [rad, or m for translations]; a quaternion counts as the angle between the two. */
  readonly coordinates: LargestDifference;
  /** Difference of positions of bodies [m]. */
  readonly positions: LargestDifference;
  readonly coordinatesOverTime: Float64Array;
  readonly positionsOverTime: Float64Array;
  /**
   * Difference of joint loads at the states of the reference, relative to the largest load, weight or force of inertia, or to the
   * rounding of the loads by the one that is allowed, whichever is largest; null if not available.
   */
  readonly loads: LargestDifference | null;
  /** Largest residual of the closures at its own states [m, or rad for directions]; null without closures. */
  readonly closure: LargestDifference | null;
  /** Residual of the energy balance, relative to the exchanged energy. */
  readonly energy: number | null;
}

/** A formulation that does not support the model, and why. */
export interface RefusedFormulation {
  readonly name: FormulationName;
  readonly outcome: "refused";
  readonly reason: string;
}

/** A formulation whose run failed: it says nothing about the others, and its motion is judged until it stopped. */
export interface FailedFormulation {
  readonly name: FormulationName;
  readonly outcome: "failed";
  readonly error: ErrorFacts;
  /** Its motion until then; null if the run did not begin. */
  readonly until: MotionUntil | null;
}

/** The motion of a run that stopped early, compared with the reference as far as both go. */
export interface MotionUntil {
  /** When it stopped [s]. */
  readonly t: number;
  readonly coordinates: LargestDifference;
  readonly positions: LargestDifference;
  readonly coordinatesOverTime: Float64Array;
  readonly positionsOverTime: Float64Array;
}

/** The outcome of one formulation. */
export type ComparedFormulation = ComparedRun | RefusedFormulation | FailedFormulation;

/** Error growth, from a second run at ten times the tolerance (or twice the step), whose error is about ten times larger. */
export interface Sensitivity {
  /** Error of the looser run at every instant, the largest so far. [rad or m], [m] */
  readonly coordinates: Float64Array;
  readonly positions: Float64Array;
  /** Error growth relative to the tolerance; 1 where errors only add up, null for fixed steps and without a looser run. */
  readonly growth: number | null;
  /** Differences are meaningful until here [s]: from here on the error of the looser run is a ten-thousandth of the motion. */
  readonly until: number;
}

/** Largest differences that count as agreement. */
export interface AllowedDifferences {
  /** Relative. */
  readonly accelerations: number;
  readonly loads: number;
  /** At every instant [rad or m], [m]; infinite where differences are meaningless. */
  readonly coordinates: Float64Array;
  readonly positions: Float64Array;
}

/**
 * The conclusion of a comparison. "failed": some of the formulations failed, and nothing that was computed disagrees; "disagree" if
 * something does, whether others failed or not.
 */
export interface Verdict {
  readonly outcome: "agree" | "disagree" | "failed" | "nothing-to-compare";
  readonly message: string;
  /** Remarks for the reader: chaotic motion, loads that are not unique, closures that drift. */
  readonly remarks: readonly string[];
}

/** The result of `compareFormulations`. */
export interface Comparison {
  readonly model: string;
  /** The formulation that the others are compared with: the plainest that finished, or the one that got farthest; null if none began. */
  readonly reference: FormulationName | null;
  /** Instants at which states are compared [s]. */
  readonly t: Float64Array;
  /** In the order of `formulations`, refused and failed ones included. */
  readonly formulations: readonly ComparedFormulation[];
  /** null if none began. */
  readonly sensitivity: Sensitivity | null;
  readonly allowed: AllowedDifferences | null;
  readonly verdict: Verdict;
}
