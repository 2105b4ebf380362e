/* Implicit integrators for equations of one's own: stiff rates, residuals, and second-order motion. */

export type { Attempted, ImplicitCounts, ImplicitStepper } from "./integrate/implicit/method.js";
export type { MotionPoint, MotionSystem, RateSystem, ResidualSystem } from "./integrate/implicit/system.js";
export {
  denseRateSystem,
  denseResidualSystem,
  type DenseOptions,
  type DenseRates,
  type DenseResidual,
} from "./integrate/implicit/dense-system.js";
export { residualOf } from "./integrate/implicit/one-step/rate-residual.js";
export { Bdf, type BdfOptions } from "./integrate/implicit/bdf/bdf.js";
export { Radau5, type Radau5Options } from "./integrate/implicit/one-step/radau5.js";
export { Rosenbrock, type RosenbrockOptions } from "./integrate/implicit/one-step/rosenbrock.js";
export { GeneralizedAlpha, type GeneralizedAlphaOptions } from "./integrate/implicit/alpha/generalized-alpha.js";
export type { ConsistentStart } from "./integrate/implicit/newton/consistent-start.js";
export { solveImplicit, type Solved, type SolveOptions } from "./integrate/implicit/solve.js";
