import { createAccelerationBatch } from "../../evaluate/acceleration-batch.js";
import type { FormulationName } from "../../formulation/formulation.js";
import { hasClosures } from "../../topology/has-closures.js";
import type { State } from "../../state/state.js";
import type { Model } from "../../model/types.js";
import { buildTopology } from "../../topology/build-topology.js";
import { createSimulation } from "../simulate.js";

export interface Measurement {
  readonly formulation: FormulationName;
  readonly state: State;
  readonly parameters: Readonly<Record<string, number>>;
  /** [ms] */
  readonly now: () => number;
  readonly measureFor: number;
}

/** States of trees evaluated per call, as in a batch. */
const TOGETHER = 64;

/** Steps so short that the state hardly changes [s], more of them than a measurement can make, and several per call. */
const STEP = 1e-6;
const MOST_STEPS = 1e8;
const STEPS_A_CALL = 4;
/** Evaluations per step of rk4. */
const EVALUATIONS = 4;

/** Wall time of one evaluation of the accelerations [us]: in a batch for trees, in a stage of a run for closures. */
export function measureEvaluation(model: Model, measurement: Measurement): number {
  const { formulation, state, parameters, now, measureFor } = measurement;
  if (hasClosures(model, buildTopology(model))) {
    const options = { formulation, integrator: "rk4", step: STEP, drift: "none", energyBalance: false } as const;
    const span = MOST_STEPS * STEP;
    const run = createSimulation(model, options).begin(state.t + span, { state, parameters, sampleEvery: span });
    const ms = leastTime(() => run.advance(STEPS_A_CALL), now, measureFor);
    run.stop();
    run.finish();
    return (1000 * ms) / (STEPS_A_CALL * EVALUATIONS);
  }
  const batch = createAccelerationBatch(model, TOGETHER, { formulation });
  batch.setParameters(parameters);
  for (let k = 0; k < TOGETHER; k++) batch.set(k, state.q, state.v, undefined, state.t);
  return (1000 * leastTime(() => batch.evaluateAll(), now, measureFor)) / TOGETHER;
}

/** A clock that does not advance must not block forever. */
const MOST_CALLS = 1e5;

/** Enough for some rounds to be undisturbed by other programs. */
const ROUNDS = 50;

/** Time per call [ms], the minimum over all rounds. */
function leastTime(call: () => unknown, now: () => number, measureFor: number): number {
  // The first thousands of calls run code that is not optimised yet.
  const warm = now() + measureFor;
  for (let i = 0; i < MOST_CALLS && now() < warm; i++) call();
  let calls = 1;
  let best = Infinity;
  for (let spent = 0; spent < measureFor || best === Infinity;) {
    const from = now();
    for (let i = 0; i < calls; i++) call();
    const took = now() - from;
    spent += took;
    if (took > measureFor / ROUNDS || calls > MOST_CALLS) best = Math.min(best, took / calls);
    else calls *= 2;
    if (calls > MOST_CALLS && best < Infinity) break;
  }
  return best;
}
