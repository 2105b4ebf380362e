import { equilibrium, type RestingPoint } from "../../src/analysis/equilibrium.js";
import type { Model } from "../../src/model/types.js";
import type { RunOptions } from "../../src/simulate/options/options.js";
import { createSimulation, type Simulation } from "../../src/simulate/simulate.js";
import { hmmwv, type HmmwvOptions } from "../../src/systems/vehicles/assembly/hmmwv-system.js";

/** A vehicle at rest, and what runs it. */
export interface Driven {
  readonly model: Model;
  readonly rest: RestingPoint;
  readonly simulation: Simulation;
}

/** A HMMWV that is run by the fastest equations with steps of 1 ms. */
export function driven(options: Partial<HmmwvOptions>, run: Partial<RunOptions> = {}): Driven {
  const model = hmmwv(options);
  const simulation = createSimulation(model, {
    integrator: "rk4",
    step: 1e-3,
    formulation: "embedded",
    channels: ["vel.chassis", "tyre", "energy"],
    ...run,
  });
  return { model, rest: equilibrium(model).point, simulation };
}

/** The last of them. */
export const last = (values: Float64Array): number => values[values.length - 1];

export const corners = ["FL", "FR", "RL", "RR"] as const;
