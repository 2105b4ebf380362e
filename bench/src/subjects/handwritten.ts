import type { BenchModel } from "../models.js";
import type { BenchState } from "../states.js";
import type { Loaded, Subject } from "../subject.js";
import { forwardDynamics } from "./handwritten/aba.js";
import { planOf } from "./handwritten/record.js";

/** Articulated-body algorithm written by hand in TypeScript; also the reference for the accelerations of all others. */
export const handwritten: Subject = {
  name: "typescript",
  precision: "double",
  load: (model, states) => Promise.resolve(loadHandwritten(model, states)),
};

function loadHandwritten(model: BenchModel, states: readonly BenchState[]): Loaded {
  const plan = planOf(model);
  const result = new Float64Array(plan.nv);
  const forward = (k: number): void => {
    const state = states[k];
    forwardDynamics(result, plan, state.q, state.v, state.tau);
  };
  return {
    forward,
    qdd(k) {
      forward(k);
      return result.slice();
    },
    note: "hand-written ABA on Float64Array",
    close: () => undefined,
  };
}
