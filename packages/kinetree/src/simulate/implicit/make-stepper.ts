import { Bdf } from "../../integrate/implicit/bdf/bdf.js";
import { GeneralizedAlpha } from "../../integrate/implicit/alpha/generalized-alpha.js";
import type { ImplicitStepper } from "../../integrate/implicit/method.js";
import { Radau5 } from "../../integrate/implicit/one-step/radau5.js";
import { residualOf } from "../../integrate/implicit/one-step/rate-residual.js";
import { Rosenbrock } from "../../integrate/implicit/one-step/rosenbrock.js";
import type { RateSystem } from "../../integrate/implicit/system.js";
import { differencedMotion, differencedRates } from "./differenced.js";
import type { Mechanism } from "./mechanism.js";
import { MechanismMotion } from "./motion-system.js";
import { ConstrainedRates, FormulationRates } from "./rate-systems.js";

/** A method for a mechanism in a lane. */
export interface MadeStepper {
  readonly stepper: ImplicitStepper;
  /** Makes steps from several states of the past, not from the last one alone. */
  readonly hasHistory: boolean;
  /** Wants every step to begin at the base. */
  readonly startsAtBase: boolean;
  /** Fills in what belongs to a state [δ, v, z, work] beside it. */
  readonly complete: (t: number, y: Float64Array) => void;
}

/** The method that the plan of a mechanism asks for. */
export function makeStepper(mechanism: Mechanism): MadeStepper {
  const { name, isConstrained, options } = mechanism.implicit;
  const nothing = (): void => {};
  const isDifferenced = options.jacobian === "difference";
  if (name === "generalized-alpha" || name === "hht") {
    const own = name === "hht" ? { alpha: options.alpha ?? -0.1 } : { rho: options.rho ?? 0.8 };
    const exact = new MechanismMotion(mechanism);
    return {
      stepper: new GeneralizedAlpha(isDifferenced ? differencedMotion(exact) : exact, own),
      hasHistory: false,
      startsAtBase: true,
      complete: nothing,
    };
  }
  const constrained = isConstrained ? new ConstrainedRates(mechanism) : null;
  const exact: RateSystem = constrained ?? new FormulationRates(mechanism);
  const system = isDifferenced ? differencedRates(exact) : exact;
  const complete = constrained ? (t: number, y: Float64Array) => constrained.complete(t, y) : nothing;
  if (name === "bdf") {
    const stepper = new Bdf(residualOf(system), options.maxOrder === undefined ? {} : { maxOrder: options.maxOrder });
    return { stepper, hasHistory: true, startsAtBase: false, complete };
  }
  const stepper = name === "radau5" ? new Radau5(system) : new Rosenbrock(system);
  return { stepper, hasHistory: false, startsAtBase: false, complete };
}
