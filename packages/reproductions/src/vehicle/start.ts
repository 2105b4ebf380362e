import { jointsFromState, type JointValues, type Model } from "kinetree";
import { equilibrium } from "kinetree/analysis";
import { hmmwv } from "kinetree/vehicle";

/** How all comparisons of the vehicle integrate: one formulation, one method, nothing recorded that was not asked for. */
export const RUN = Object.freeze({ formulation: "embedded", integrator: "rk4", energyBalance: false } as const);

/** The step whose speed and accuracy are claimed [s]. */
export const STEP = 1e-3;

/** Coordinates of the vehicle that stands on its tyres, by joint: those of its other forms follow from them. */
export function restPose(): JointValues {
  const model: Model = hmmwv({ powertrain: "none" });
  return jointsFromState(model, equilibrium(model).point).q;
}
