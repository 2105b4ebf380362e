import { KinetreeError } from "../../errors/kinetree-error.js";
import { createEvaluator } from "../../evaluate/evaluator.js";
import type { Evaluator, Inputs, JointLoad } from "../../evaluate/evaluator-types.js";
import type { FormulationName } from "../../formulation/formulation.js";
import type { State } from "../../state/state.js";
import type { Model } from "../../model/types.js";
import type { CompareOptions, LargestDifference } from "./compare-types.js";

/* Results of formulations at the same state, without integration. */

/** Smaller accelerations are rounding errors of terms that cancel [SI]. */
const LEAST_ACCELERATION = 1e-3;
const LEAST_LOAD = 1e-6;

export function evaluatorOf(
  model: Model,
  formulation: FormulationName,
  parameters: Readonly<Record<string, number>>,
): Evaluator {
  const evaluator = createEvaluator(model, { formulation });
  evaluator.setParameters(parameters);
  return evaluator;
}

/** Accelerations at the start, and loads at all states; null where the formulation does not compute them. */
interface StateAnswers {
  readonly vdot: Float64Array | null;
  readonly loads: readonly (readonly JointLoad[])[] | null;
}

export function stateAnswers(
  evaluator: Evaluator,
  start: State,
  states: readonly State[],
  { tau, u }: CompareOptions,
): StateAnswers {
  const inputs: Inputs = {
    ...(tau === undefined ? {} : { tau: Float64Array.from(tau) }),
    ...(u === undefined ? {} : { u: Float64Array.from(u) }),
  };
  return {
    vdot: unlessRefused(() => evaluator.forwardDynamics(start, inputs)),
    loads: unlessRefused(() => states.map((state) => evaluator.jointLoads(state, undefined, inputs))),
  };
}

function unlessRefused<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof KinetreeError) return null;
    throw error;
  }
}

/** Largest difference, relative to the largest entry of the first. */
export function relativeDifference(a: Float64Array | null, b: Float64Array | null): number | null {
  if (a === null || b === null) return null;
  let [most, off] = [LEAST_ACCELERATION, 0];
  a.forEach((x, i) => {
    most = Math.max(most, Math.abs(x));
    off = worse(off, Math.abs(x - b[i]));
  });
  return off / most;
}

/** Forces relative to the largest force; torques to the largest torque, or to that force times the mechanism's size [m]. */
export function loadDifference(
  t: Float64Array,
  a: StateAnswers["loads"],
  b: StateAnswers["loads"],
  size: number,
): LargestDifference | null {
  if (a === null || b === null) return null;
  let found: LargestDifference = { value: 0, of: "", t: t[0] };
  const mostOf = (part: "force" | "torque"): number =>
    a.reduce(
      (most, loads) => loads.reduce((m, load) => load[part].reduce((n, x) => Math.max(n, Math.abs(x)), m), most),
      0,
    );
  const force = Math.max(LEAST_LOAD, mostOf("force"));
  const scales = { force, torque: Math.max(mostOf("torque"), force * size) };
  for (const part of ["force", "torque"] as const) {
    a.forEach((loads, row) =>
      loads.forEach((load, joint) => {
        const other = b[row][joint][part];
        const off = load[part].reduce((m, x, i) => worse(m, Math.abs(x - other[i])), 0) / scales[part];
        if (!(off <= found.value)) found = { value: off, of: `joint "${load.name}"`, t: t[row] };
      }),
    );
  }
  return found;
}

/** The larger one; NaN counts as the largest. */
const worse = (a: number, b: number): number => (a >= b || Number.isNaN(a) ? a : b);
