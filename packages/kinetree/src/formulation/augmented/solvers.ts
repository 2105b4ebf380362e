import { unknownName } from "../../errors/unknown-name.js";
import { bandedSolver, gaussJordanSolver, luSolver, type Solver } from "./direct-solvers.js";
import {
  fullOrthogonalisationSolver,
  iterationDefaults,
  steepestDescentSolver,
  type IterationLimits,
} from "./iterative-solvers.js";
import type { Envelope } from "./structure.js";

/**
 * Factors with partial pivoting; Gauss-Jordan elimination; elimination within the band; steepest descent of the residual's
 * norm and full orthogonalisation, both from the last solution. Wachlin (2018), section 4.2.
 */
export type SolveName = "lu" | "gauss-jordan" | "banded" | "rnsd" | "fom";

export const solveNames: readonly SolveName[] = Object.freeze(["lu", "gauss-jordan", "banded", "rnsd", "fom"]);

/** A solver with its workspace, for positive definite matrices within an envelope. */
export function makeSolver(name: SolveName, envelope: Envelope, limits: Partial<IterationLimits> = {}): Solver {
  const { rows: n, reach } = envelope;
  const all = { ...iterationDefaults, ...limits };
  switch (name) {
    case "lu":
      return luSolver(n);
    case "gauss-jordan":
      return gaussJordanSolver(n);
    case "banded":
      return bandedSolver(envelope);
    case "rnsd":
      return steepestDescentSolver(n, reach, all);
    case "fom":
      return fullOrthogonalisationSolver(n, reach, all);
    default:
      throw unknownName("solver", name, solveNames);
  }
}
