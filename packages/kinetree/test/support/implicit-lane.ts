import { integratedState } from "../../src/simulate/lanes/lane-state.js";
import type { State, StateByJoint } from "../../src/state/state.js";
import type { FormulationName } from "../../src/formulation/formulation.js";
import type { ImplicitName } from "../../src/integrate/integrators.js";
import type { RateSystem } from "../../src/integrate/implicit/system.js";
import type { Model } from "../../src/model/types.js";
import { LaneMemory } from "../../src/simulate/implicit/lane-memory.js";
import type { ImplicitPlan } from "../../src/simulate/plan/implicit-plan.js";
import { Mechanism } from "../../src/simulate/implicit/mechanism.js";
import { ConstrainedRates, FormulationRates } from "../../src/simulate/implicit/rate-systems.js";
import { LanePair } from "../../src/simulate/lanes/lane-pair.js";
import type { SimulationPlan } from "../../src/simulate/plan/plan.js";
import { createSimulation } from "../../src/simulate/simulate.js";

/** A mechanism at a state, as implicit methods see it, without a run around it. */
export interface ImplicitLane {
  readonly plan: SimulationPlan;
  readonly implicit: ImplicitPlan;
  readonly mechanism: Mechanism;
  readonly system: RateSystem;
  readonly t: number;
  /** The state, with accelerations and multipliers that belong to it where they are unknowns. */
  readonly y: Float64Array;
}

/** Whether an entry of y only follows its own rate: nothing depends on it, so Newton's matrix does not have it. */
export const isApart = ({ plan: { nv, nz, nSummed } }: ImplicitLane, i: number): boolean =>
  i >= 2 * nv + nz - nSummed && i < 2 * nv + nz;

export interface LaneRequest {
  readonly formulation?: FormulationName;
  readonly integrator?: ImplicitName;
  readonly state?: State | StateByJoint;
  readonly energyBalance?: boolean;
}

/** Loops are planned, and closed, as a run would have it. */
export function implicitLane(model: Model, request: LaneRequest = {}): ImplicitLane {
  const { formulation, integrator = "bdf", state = {}, energyBalance = false } = request;
  const simulation = createSimulation(model, { integrator, energyBalance, ...(formulation ? { formulation } : {}) });
  const t0 = "t" in state && typeof state.t === "number" ? state.t : 0;
  const run = simulation.begin(t0 + 1, { state });
  const { plan } = simulation;
  const { implicit } = plan;
  if (!implicit) throw new Error(`${integrator} is not implicit`);
  // The raw state of the run's own pair: what a formulation integrates may be other coordinates than those of the joints.
  const from = run.checkpoint().numbers["lane"];
  const pair = new LanePair(plan);
  for (const lane of [0, 1] as const)
    pair.setParameters(
      plan.parameters.map(({ value }) => value),
      lane,
    );
  pair.restore(0, from);
  pair.setStop(0, Infinity);
  run.stop();
  const start = integratedState(pair, 0, "accepted");
  const mechanism = new Mechanism(plan, implicit, new LaneMemory(pair.instance, 0));
  mechanism.tolerances.relative = 1e-8;
  mechanism.tolerances.absolute = 1e-9;
  mechanism.setBase(Float64Array.from(start.q));
  const constrained = implicit.isConstrained ? new ConstrainedRates(mechanism) : null;
  const system = constrained ?? new FormulationRates(mechanism);
  const y = new Float64Array(system.size);
  y.set(start.v, plan.nv);
  if (start.z) y.set(start.z, 2 * plan.nv);
  constrained?.complete(start.t, y);
  return { plan, implicit, mechanism, system, t: start.t, y };
}
