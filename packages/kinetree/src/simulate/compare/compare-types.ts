import type { ErrorFacts } from "../../errors/kinetree-error.js";
import type { DriftControl, FormulationName } from "../../formulation/formulation.js";
import type { RunOptions, SingleRunOptions } from "../options/options.js";
import type { RunCounts } from "../run/result.js";

/** What formulations are compared on: one motion, at the same accuracy for all. */
export interface CompareOptions
  extends
    Pick<RunOptions, "integrator" | "tolerance" | "step" | "maxStep" | "maxSteps">,
    Pick<SingleRunOptions, "state" | "parameters" | "tau" | "u" | "controllers"> {
  /** Which ones; default: all that take the model. */
  readonly formulations?: readonly FormulationName[];
  /** What is done about drift of closures; default projection. */
  readonly drift?: DriftControl;
  /** Intervals between the instants at which states are compared. Default 200. */
  readonly samples?: number;
  /** A clock [ms], for the times of the result; they are null without one, as the library has none. */
  readonly now?: () => number;
  /** Called now and then with the part of the work that is done, 0 to 1, and who is at it. */
  readonly onProgress?: (part: number, formulation: FormulationName) => unknown;
}

/** A largest difference, where and when it is. */
export interface LargestDifference {
  readonly value: number;
  /** The coordinate, body or joint that differs most; "" where nothing differs. */
  readonly of: string;
  /** [s] */
  readonly t: number;
}

/** A formulation that ran to the end, compared with the reference; of the reference itself all differences are 0. */
export interface ComparedRun {
  readonly name: FormulationName;
  readonly outcome: "ran";
  readonly steps: RunCounts;
  /** From the model to code that runs [ms], and the run itself [ms]; null without a clock. */
  readonly compileMs: number | null;
  readonly runMs: number | null;
  /** Of the accelerations in the start state, relative to the largest; null if they cannot be had. */
  readonly accelerations: number | null;
  /** Of coordinates [rad, or m for those that shift]; a quaternion counts as the angle between the two. */
  readonly coordinates: LargestDifference;
  /** Of positions of bodies [m]. */
  readonly positions: LargestDifference;
  /** The same at every instant of the comparison. */
  readonly coordinatesOverTime: Float64Array;
  readonly positionsOverTime: Float64Array;
  /** Of what joints carry at the states of the reference, relative to the largest load; null if it cannot be had. */
  readonly loads: LargestDifference | null;
  /** Largest residual of the closures at its own states [m, or rad for directions]; null without closures. */
  readonly closure: LargestDifference | null;
  /** Energy that the run lost or made, relative to what was exchanged. */
  readonly energy: number | null;
}

/** A formulation that cannot do the model, and why. */
export interface RefusedFormulation {
  readonly name: FormulationName;
  readonly outcome: "refused";
  readonly reason: string;
}

/** A formulation that began and did not come to the end. */
export interface FailedFormulation {
  readonly name: FormulationName;
  readonly outcome: "failed";
  readonly error: ErrorFacts;
}

/** What became of one formulation. */
export type ComparedFormulation = ComparedRun | RefusedFormulation | FailedFormulation;

/**
 * How errors of integration grow along this motion, measured by the reference itself: it runs once more at ten times the
 * tolerance (or twice the step), and what that changes is about ten times its own error.
 */
export interface Sensitivity {
  /** How much the looser run is off, at every instant, the largest so far. [rad or m], [m] */
  readonly coordinates: Float64Array;
  readonly positions: Float64Array;
  /** By how much more than the tolerance; 1 where errors only add up, null for fixed steps and where no looser run came to the end. */
  readonly growth: number | null;
  /** Until here differences mean something [s]: from here on the looser run is off by a ten-thousandth of the motion itself. */
  readonly until: number;
}

/** Most that formulations may differ. */
export interface AllowedDifferences {
  /** Relative. */
  readonly accelerations: number;
  readonly loads: number;
  /** At every instant [rad or m], [m]; infinite where differences mean nothing any more. */
  readonly coordinates: Float64Array;
  readonly positions: Float64Array;
}

/** What a comparison comes to. */
export interface Verdict {
  readonly outcome: "agree" | "disagree" | "nothing-to-compare";
  /** A sentence for the user. */
  readonly message: string;
  /** What else a reader should know: chaotic motion, loads that are not unique, closures that drift. */
  readonly remarks: readonly string[];
}

/** Several formulations on the same motion. */
export interface Comparison {
  /** Name of the model. */
  readonly model: string;
  /** What the others are compared with; null if none ran. */
  readonly reference: FormulationName | null;
  /** Instants at which states are compared [s]. */
  readonly t: Float64Array;
  /** In the order of `formulations`, the refused and failed ones too. */
  readonly formulations: readonly ComparedFormulation[];
  /** null if none ran. */
  readonly sensitivity: Sensitivity | null;
  readonly allowed: AllowedDifferences | null;
  readonly verdict: Verdict;
}
