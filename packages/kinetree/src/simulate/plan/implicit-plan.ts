import type { ClosureLevel } from "../../formulation/implicit/trace-equations.js";
import type { NewtonMatrix } from "../../formulation/implicit/newton-matrix.js";
import type { ImplicitName } from "../../integrate/integrators.js";
import type { ChartPieces } from "../../formulation/tree/manifold.js";
import type { Slots } from "./state-layout.js";

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
  readonly observes: { readonly from: Slots; readonly to: Slots } | null;
  /** Internal states of contacts are taken over as they are to be kept. */
  readonly releases: Slots | null;
  readonly checks: boolean;
  /** What the equations read and write besides the state. */
  readonly layout: EquationLayout;
}

/** Slots of the equations that implicit methods solve. Plain data. The last column is the number of entries. */
export interface EquationLayout {
  // Unknowns.
  readonly base: Slots; //       q that δ is seen from                                  nq
  readonly a: Slots; //          accelerations                                          nv
  readonly lambda: Slots; //     multipliers of the closures' rows                      rowCount
  readonly mu: Slots; //         multipliers that keep positions on the closures        rowCount

  // Values.
  readonly deltaRates: Slots; // δ̇, less Kᵀ μ                                           nv
  readonly needed: Slots; //     generalised forces missing for these accelerations     nv
  readonly zRates: Slots; //     ż of contacts                                          nz − nSummed
  readonly phi: Slots; //        residuals of closures                                  rowCount
  readonly rows: Slots; //       their rates or accelerations: see ClosureLevel         rowCount
  readonly power: Slots; //      power of the loads                                     nSummed
  readonly derivatives: Slots; // entries of Newton's matrix                             derivativeCount
}
