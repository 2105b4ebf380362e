import type { Linkage } from "../kernel/link.js";
import type { Rec } from "../kernel/record.js";
import type { LoopPlan } from "./loops/loop-plan.js";

/** Adds what a program needs beside its steps, and gives the index of the function (state, parameters, work) to call. */
export type Finish = (linkage: Linkage) => number;

/** What is done about closures that integration lets drift apart. */
export type DriftControl = "projection" | "baumgarte" | "none";

/** What a formulation of loops is told beside the tree. */
export interface LoopContext {
  /** Rows and coordinates chosen at a pose near those to come; null for trees, and for formulations that choose as they go. */
  readonly plan: LoopPlan | null;
  readonly drift: DriftControl;
  /** Where residuals are damped, what is added to γ of each row: 2 g φ̇ + g² φ as they were where the step began. */
  readonly held: Rec | null;
}

/** Neither loops nor drift. */
export const noLoops: LoopContext = Object.freeze({ plan: null, drift: "none", held: null });

/** What a formulation has traced for a model; each part gives, when the program is linked, the function to call. */
export interface TracedDynamics {
  /** v̇ from t, q, v and the loads. */
  readonly accelerate: Finish;
  /** The same right after `settle`, which has left behind what both need; without it, `accelerate`. */
  readonly accelerateSettled?: Finish;
  /** Finds the multipliers after the accelerations, where these do not give them anyway. */
  readonly react?: Finish;
  /**
   * Puts q and v back onto the closures: after every stage, where the state must never be off them, or at the end of a step,
   * where only drift is taken back. Not there for trees, and where drift is left alone or damped away.
   */
  readonly settle?: { readonly when: "stage" | "step"; readonly finish: Finish };
  /** Multipliers of the closures' rows, all of them, as `closuresOf` numbers them: force along each residual. Zero for redundant rows. */
  readonly lambda?: Rec;
  /** How far from singular the equations are, 0 to 1, one number a lane; below a limit the run stops to choose again. */
  readonly quality?: Rec;
}
