import { closuresOf } from "../formulation/loops/closures/closures.js";
import { buildSkeleton } from "../formulation/skeleton/skeleton.js";
import type { Matrix } from "../linalg/matrix.js";
import type { State } from "../state/state.js";
import { forwardDynamics } from "./evaluator-dynamics.js";
import type { ClosureForce, Evaluator, Inputs, LoadComponent } from "./evaluator-types.js";
import type { EvaluatorWorkspace } from "./evaluator-workspace.js";

const COMPONENTS: readonly LoadComponent[] = ["torque x", "torque y", "torque z", "force x", "force y", "force z"];

/** Loads of joints and forces of closures, with those that are not unique. */
export const loadsOf = (work: EvaluatorWorkspace): Pick<Evaluator, "jointLoads" | "closureForces"> => ({
  jointLoads: (state, vdot, inputs) => {
    const motion = vdot ?? forwardDynamics(work, state, inputs);
    const { loops } = work;
    if (loops) {
      if (vdot) forwardDynamics(work, state, inputs);
      work.algorithm("jointLoads").setLambda(loops.lambda);
    }
    const all = work.evaluate("jointLoads", state, inputs, motion).slice();
    const open = loops ? undeterminedLoads(work, state, loops.lambda, inputs, motion, all) : null;
    return work.model.joints.map(({ name }, i) => {
      const part = all.slice(6 * i, 6 * (i + 1));
      const undetermined = COMPONENTS.filter((_, k) => open?.[6 * i + k]);
      return { name, torque: part.subarray(0, 3), force: part.subarray(3, 6), undetermined };
    });
  },
  closureForces: (state, inputs) => {
    forwardDynamics(work, state, inputs);
    const { loops, model } = work;
    if (loops) return closureForcesOf(work, state, loops.lambda);
    if (model.constraints.length === 0) return [];
    work.evaluate("couplerForces", state, inputs);
    return closureForcesOf(work, state, work.algorithm("couplerForces").lambda());
  },
});

/** Multipliers of all rows by name. */
export function closureForcesOf(work: EvaluatorWorkspace, state: State, lambda: Float64Array): readonly ClosureForce[] {
  const inner = work.closed.innerForces(state, work.parameters());
  return closuresOf(buildSkeleton(work.model, work.topology)).flatMap(({ name, rows, first }) =>
    rows.map((direction, k) => ({
      name,
      direction,
      force: lambda[first + k] + 0,
      isUnique: isZero(inner, first + k),
    })),
  );
}

const isZero = ({ cols, data }: Matrix, row: number): boolean =>
  data.subarray(row * cols, (row + 1) * cols).every((x) => x === 0);

/** Changes of a load below this part of the largest one are rounding. */
const LEAST_CHANGE = 1e-7;

/** 1 for each number of `loads` that changes with forces which closures exert on one another without moving anything. */
function undeterminedLoads(
  work: EvaluatorWorkspace,
  state: State,
  lambda: Float64Array,
  inputs: Inputs | undefined,
  motion: Float64Array,
  loads: Float64Array,
): Uint8Array {
  const { rows, cols, data } = work.closed.innerForces(state, work.parameters());
  const out = new Uint8Array(loads.length);
  const algorithm = work.algorithm("jointLoads");
  // As large as the loads themselves, so that the difference has most of their digits.
  const size = Math.max(1, ...loads.map(Math.abs));
  for (let j = 0; j < cols; j++) {
    algorithm.setLambda(Float64Array.from({ length: rows }, (_, i) => lambda[i] + size * data[i * cols + j]));
    const other = work.evaluate("jointLoads", state, inputs, motion);
    const change = loads.map((x, k) => Math.abs(other[k] - x));
    const most = Math.max(...change);
    change.forEach((x, k) => {
      if (x > LEAST_CHANGE * most) out[k] = 1;
    });
  }
  return out;
}
