import { runOptionTypes, singleRunOptionTypes } from "./options/option-types.js";
import { checkOptions, type OptionTypes } from "../errors/option-types.js";
import { explicitNamed } from "../integrate/integrators.js";
import type { Model } from "../model/types.js";
import type { RunOptions, SingleRunOptions } from "./options/options.js";
import { createSimulation } from "./simulate.js";
import type { Stiffness } from "./stiffness/stiffness.js";

/** The state to look at, and the options of a run. */
export interface StiffnessOptions
  extends
    Pick<RunOptions, "formulation" | "augmented" | "integrator" | "tolerance" | "step" | "drift" | "driftRate">,
    Pick<SingleRunOptions, "state" | "parameters" | "tau" | "u"> {}

const { formulation, augmented, integrator, tolerance, step, drift, driftRate } = runOptionTypes;
const { state, parameters, tau, u } = singleRunOptionTypes;

const optionTypes: OptionTypes<StiffnessOptions> = {
  formulation,
  augmented,
  integrator,
  tolerance,
  step,
  drift,
  driftRate,
  state,
  parameters,
  tau,
  u,
};

/** How stiff the equations of a run are at a state, and which integrator to use. Implicit ones count as "dormand-prince". */
export function stiffnessOf(model: Model, options: StiffnessOptions = {}): Stiffness {
  checkOptions(options, optionTypes);
  const { integrator, formulation, ...rest } = options;
  const isExplicit = integrator !== undefined && explicitNamed(integrator) !== null;
  const simulation = createSimulation(model, {
    ...rest,
    ...(isExplicit ? { integrator } : {}),
    // Constrained equations have no rates that an explicit method could integrate.
    ...(formulation === undefined || formulation === "constrained" ? {} : { formulation }),
    energyBalance: false,
  });
  const run = simulation.begin(options.state?.t ?? 0, { ...options, allowUnstableStep: true });
  const found = run.stiffness();
  run.finish();
  return found;
}
