import { KinetreeError } from "../../errors/kinetree-error.js";
import { createEvaluator } from "../../evaluate/evaluator.js";
import type { Evaluator, Inputs, JointLoad } from "../../evaluate/evaluator-types.js";
import type { FormulationName } from "../../formulation/formulation.js";
import type { State } from "../../state/state.js";
import type { Model } from "../../model/types.js";
import type { CompareOptions, LargestDifference } from "./compare-types.js";

/* Results of formulations at the same state, without integration. */

/** Smaller accelerations are rounding errors of terms that cancel [SI]. */
export const LEAST_ACCELERATION = 1e-3;

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
export interface StateAnswers {
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

/** States without those in singular poses, which do not determine loads; all of them if the evaluator answers in none. */
export function answered(evaluator: Evaluator, states: readonly State[]): readonly State[] {
  const left = states.filter((state) => unlessRefused(() => evaluator.forwardDynamics(state)) !== null);
  return left.length > 0 ? left : states;
}

/** null where a formulation does not compute it. */
export function unlessRefused<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof KinetreeError) return null;
    throw error;
  }
}

/** Largest difference, relative to the largest entry of the first, or to `least` if that is larger. */
export function relativeDifference(a: Float64Array | null, b: Float64Array | null, least: number): number | null {
  if (a === null || b === null) return null;
  let [most, off] = [Math.max(LEAST_ACCELERATION, least), 0];
  a.forEach((x, i) => {
    most = Math.max(most, Math.abs(x));
    off = worse(off, Math.abs(x - b[i]));
  });
  return off / most;
}

/** A force and a torque that differences are measured by [N], [N m]. */
export type LoadSizes = Readonly<Record<"force" | "torque", number>>;

/** Forces and torques relative to their scales, or to what rounding alone asks for, row by row. */
export function loadDifference(
  t: Float64Array,
  a: StateAnswers["loads"],
  b: StateAnswers["loads"],
  scales: LoadSizes,
  least: readonly LoadSizes[] | null,
): LargestDifference | null {
  if (a === null || b === null) return null;
  let found: LargestDifference = { value: 0, of: "", t: t[0] };
  for (const part of ["force", "torque"] as const) {
    a.forEach((loads, row) =>
      loads.forEach((load, joint) => {
        const other = b[row][joint][part];
        const scale = Math.max(scales[part], least?.[row][part] ?? 0);
        const off = load[part].reduce((m, x, i) => worse(m, Math.abs(x - other[i])), 0) / scale;
        if (!(off <= found.value)) found = { value: off, of: `joint "${load.name}"`, t: t[row] };
      }),
    );
  }
  return found;
}

/** The larger one; NaN counts as the largest. */
export const worse = (a: number, b: number): number => (a >= b || Number.isNaN(a) ? a : b);
