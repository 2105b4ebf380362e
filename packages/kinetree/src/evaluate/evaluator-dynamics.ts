import { requireTree } from "../formulation/formulation.js";
import { matTransposedVec, newMatrix, type Matrix } from "../linalg/matrix.js";
import { requireLength, requireShape } from "../linalg/shape.js";
import type { State } from "../state/state.js";
import { hasClosures } from "../topology/has-closures.js";
import { CouplerReduction } from "./coupler-reduction.js";
import {
  allFinite,
  explainAccelerations,
  MOST_SPEEDS_EXPLAINED,
  requireState,
  requireVector,
} from "./evaluator-checks.js";
import type { Evaluator, Inputs } from "./evaluator-types.js";
import type { EvaluatorWorkspace } from "./evaluator-workspace.js";

type Dynamics = Pick<
  Evaluator,
  "forwardDynamics" | "forwardDynamicsInto" | "inverseDynamics" | "inverseDynamicsInto" | "bias"
>;

export function dynamicsOf(work: EvaluatorWorkspace): Dynamics {
  const { model, topology, formulation, nv } = work;
  const inverseDynamicsInto: Evaluator["inverseDynamicsInto"] = (out, state, vdot, inputs) => {
    requireLength("generalised forces", out, nv);
    requireState(model, topology, state);
    requireVector("vdot", vdot, nv);
    if (!hasClosures(model, topology)) return work.evaluateInto(out, "inverseDynamics", state, inputs, vdot);
    requireTree(model, topology, formulation, "inverse dynamics");
    return closedInverseInto(out, work, state, vdot, inputs);
  };
  return {
    forwardDynamicsInto: (out, state, inputs) => forwardDynamicsInto(out, work, state, inputs),
    forwardDynamics: (state, inputs) => forwardDynamics(work, state, inputs),
    inverseDynamicsInto,
    inverseDynamics: (state, vdot, inputs) => inverseDynamicsInto(new Float64Array(nv), state, vdot, inputs),
    bias: (state, inputs) => treeBias(work, state, inputs),
  };
}

export const forwardDynamics = (work: EvaluatorWorkspace, state: State, inputs?: Inputs): Float64Array =>
  forwardDynamicsInto(new Float64Array(work.nv), work, state, inputs);

function forwardDynamicsInto(out: Float64Array, work: EvaluatorWorkspace, state: State, inputs?: Inputs): Float64Array {
  const { model, topology, formulation, nv } = work;
  requireTree(model, topology, formulation, "forward dynamics");
  requireLength("accelerations", out, nv);
  const { loops } = work;
  if (loops) return work.loopDynamicsInto(out, loops, state, inputs);
  work.evaluateInto(out, "forwardDynamics", state, inputs);
  if (allFinite(out)) return out;
  const M = nv > MOST_SPEEDS_EXPLAINED ? null : foldedMassMatrix(work, state);
  throw explainAccelerations(model, topology, state, out, M);
}

/** The forces along the independent speeds alone: Nᵀ times those that the tree needs. */
function closedInverseInto(
  out: Float64Array,
  work: EvaluatorWorkspace,
  state: State,
  vdot: Float64Array,
  inputs?: Inputs,
): Float64Array {
  work.evaluateInto(out, "inverseDynamics", state, inputs, vdot);
  const parameters = work.parameters();
  const { speeds, N } = work.closed.independent(state, parameters);
  work.closed.requireAccelerations(state, vdot, parameters);
  const forces = matTransposedVec(N, out);
  out.fill(0);
  speeds.forEach((speed, j) => (out[speed] = forces[j]));
  return out;
}

export const treeBias = (work: EvaluatorWorkspace, state: State, inputs?: Inputs): Float64Array =>
  work.evaluateInto(new Float64Array(work.nv), "inverseDynamics", state, inputs, work.zeroV);

/** The mass matrix of the independent speeds, with a 1 on the diagonal for each driven one. */
function foldedMassMatrix(work: EvaluatorWorkspace, state: State): Matrix {
  const { model, topology, nv } = work;
  const reduction = new CouplerReduction(model, topology, work.parameters());
  const M = reduction.fold(massMatrixInto(newMatrix(nv, nv), work, state), reduction.jetsAt(state.q));
  for (const { driven } of reduction.couplings) M.data[driven.v * nv + driven.v] = 1;
  return M;
}

export function massMatrixInto(out: Matrix, work: EvaluatorWorkspace, state: State): Matrix {
  const { nv } = work;
  requireShape("mass matrix", out, nv, nv);
  work.evaluateInto(out.data, "massMatrix", state);
  for (let i = 0; i < nv; i++) for (let j = 0; j < i; j++) out.data[j * nv + i] = out.data[i * nv + j];
  return out;
}
