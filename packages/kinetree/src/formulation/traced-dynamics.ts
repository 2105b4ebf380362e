import type { Rec } from "../kernel/record.js";
import type { Finish } from "./formulation.js";

/** What a formulation has traced for a model; each part gives, when the program is linked, the function to call. */
export interface TracedDynamics {
  /** v̇ from t, q, v and the loads. */
  readonly accelerate: Finish;
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
