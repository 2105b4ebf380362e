import { Bdf } from "../../integrate/implicit/bdf/bdf.js";
import { GeneralizedAlpha, type GeneralizedAlphaOptions } from "../../integrate/implicit/alpha/generalized-alpha.js";
import type { ImplicitStepper } from "../../integrate/implicit/method.js";
import { GaussStep } from "../../integrate/implicit/one-step/gauss.js";
import { Radau5 } from "../../integrate/implicit/one-step/radau5.js";
import { residualOf } from "../../integrate/implicit/one-step/rate-residual.js";
import { Rosenbrock } from "../../integrate/implicit/one-step/rosenbrock.js";
import type { RateSystem } from "../../integrate/implicit/system.js";
import { integratorNamed } from "../../integrate/integrators.js";
import { PASSAGE, type HostMethodName, type ImplicitOptions } from "../plan/implicit-plan.js";
import { differencedMotion, differencedRates } from "./differenced.js";
import type { Mechanism } from "./mechanism.js";
import { MechanismMotion } from "./motion-system.js";
import { ConstrainedRates, FormulationRates } from "./rate-systems.js";
import { SettledRates } from "./settled-rates.js";

/** A method for a mechanism in a lane. */
export interface MadeStepper {
  readonly stepper: ImplicitStepper;
  /** Makes steps from several states of the past, not from the last one alone. */
  readonly hasHistory: boolean;
  /** Wants every step to begin at the base. */
  readonly startsAtBase: boolean;
  /** Fills in the unknowns that follow from a state [δ, v, z, work]: accelerations and multipliers. */
  readonly complete: (t: number, y: Float64Array) => void;
}

type Make = (mechanism: Mechanism) => Omit<MadeStepper, "hasHistory">;

/** Integrators of first order: of the rates of a formulation, or of the constrained equations. */
const byRates =
  (make: (system: RateSystem, options: ImplicitOptions) => ImplicitStepper): Make =>
  (mechanism) => {
    const { isConstrained, options } = mechanism.implicit;
    const constrained = isConstrained ? new ConstrainedRates(mechanism) : null;
    const exact: RateSystem = constrained ?? new FormulationRates(mechanism);
    return {
      stepper: make(options.jacobian === "difference" ? differencedRates(exact) : exact, options),
      startsAtBase: false,
      complete: constrained ? (t, y) => constrained.complete(t, y) : () => {},
    };
  };

/** Integrators of second order. */
const byMotion =
  (parametersOf: (options: ImplicitOptions) => GeneralizedAlphaOptions): Make =>
  (mechanism) => {
    const { options } = mechanism.implicit;
    const exact = new MechanismMotion(mechanism);
    const system = options.jacobian === "difference" ? differencedMotion(exact) : exact;
    return {
      stepper: new GeneralizedAlpha(system, parametersOf(options)),
      startsAtBase: true,
      complete: () => {},
    };
  };

const makers: Readonly<Record<HostMethodName, Make>> = {
  [PASSAGE]: (mechanism) => ({
    stepper: new GaussStep(new SettledRates(mechanism)),
    startsAtBase: true,
    complete: () => {},
  }),
  bdf: byRates((system, { maxOrder }) => new Bdf(residualOf(system), maxOrder === undefined ? {} : { maxOrder })),
  radau5: byRates((system) => new Radau5(system)),
  rosenbrock: byRates((system) => new Rosenbrock(system)),
  "generalized-alpha": byMotion(({ rho = 0.8 }) => ({ rho })),
  hht: byMotion(({ alpha = -0.1 }) => ({ alpha })),
};

export function makeStepper(mechanism: Mechanism): MadeStepper {
  const { name } = mechanism.implicit;
  return { ...makers[name](mechanism), hasHistory: integratorNamed(name)?.hasHistory === true };
}
