import type { ClosureLevel } from "../../formulation/implicit/trace-equations.js";
import type { NewtonMatrix } from "../../formulation/implicit/newton-matrix.js";
import type { ImplicitName } from "../../integrate/integrators.js";
import type { ChartPieces } from "../../formulation/tree/manifold.js";

/** Options of the implicit integrators. */
export interface ImplicitOptions {
  /** Highest order of "bdf", 1 to 5. Default 5; 2 is stable for oscillations too. */
  readonly maxOrder?: number;
  /** Of "generalized-alpha": what is left of the fastest oscillations after one step, 0 (nothing) to 1 (all). Default 0.8. */
  readonly rho?: number;
  /** Of "hht": from -1/3 (most damping) to 0 (none). Default -0.1. */
  readonly alpha?: number;
  /** "exact" (default): traced from the model, sparse. "difference": by differences of the equations, dense; to check the other. */
  readonly jacobian?: "exact" | "difference";
}

/** What a pair needs to know to step implicitly. Plain data. */
export interface ImplicitPlan {
  readonly name: ImplicitName;
  /** The equations themselves are integrated, with accelerations and multipliers as unknowns. */
  readonly isConstrained: boolean;
  readonly options: ImplicitOptions;
  readonly level: ClosureLevel;
  readonly matrix: NewtonMatrix;
  readonly derivativeCount: number;
  readonly chart: ChartPieces;
  /** Rows of closures, and those that count. */
  readonly rowCount: number;
  readonly keptRows: readonly number[];
  /** Name of each row with its closure, for messages. */
  readonly rowNames: readonly string[];
  /** Loads or motions follow the clock. */
  readonly followsClock: boolean;
  readonly settles: "stage" | "step" | null;
  /** Extremes are looked at where a step ends. */
  readonly observes: { readonly from: number; readonly to: number; readonly count: number } | null;
  /** Internal states of contacts are taken over as they are to be kept. */
  readonly releases: { readonly from: number; readonly count: number } | null;
  readonly checks: boolean;
  /** First byte of each record in the state section. */
  readonly offsets: Readonly<
    Record<
      | "base"
      | "a"
      | "lambda"
      | "mu"
      | "deltaRates"
      | "needed"
      | "zRates"
      | "phi"
      | "rows"
      | "power"
      | "derivatives"
      | "f",
      number
    >
  >;
}
