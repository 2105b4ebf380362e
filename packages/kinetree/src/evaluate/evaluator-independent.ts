import { matMul, matTransposedVec, matVec, newMatrix, transpose } from "../linalg/matrix.js";
import { speedsFromJoints, type JointValues, type State } from "../state/state.js";
import { actuatorForces } from "./actuator-forces.js";
import { requireState } from "./evaluator-checks.js";
import { massMatrixInto, treeBias } from "./evaluator-dynamics.js";
import type { Evaluator, IndependentDynamics, Inputs } from "./evaluator-types.js";
import type { EvaluatorWorkspace } from "./evaluator-workspace.js";

type Independent = Pick<
  Evaluator,
  "independentSpeeds" | "independentDynamics" | "accelerationsFromJoints" | "actuatorForces"
>;

/** Equations in independent speeds, and what they answer about forces. */
export const independentOf = (work: EvaluatorWorkspace): Independent => ({
  independentSpeeds: (state) => {
    requireState(work.model, work.topology, state);
    return work.closed.independent(state, work.parameters());
  },
  independentDynamics: (state, inputs) => independentDynamics(work, state, inputs),
  accelerationsFromJoints: (state, values) => {
    requireState(work.model, work.topology, state);
    return work.closed.complete(state, givenSpeeds(work, values), work.parameters());
  },
  actuatorForces: (state, vdot, options = {}) => actuatorForces(work, state, vdot, options),
});

function independentDynamics(work: EvaluatorWorkspace, state: State, inputs?: Inputs): IndependentDynamics {
  const M = massMatrixInto(newMatrix(work.nv, work.nv), work, state);
  const independent = work.closed.independent(state, work.parameters());
  const { N, gamma } = independent;
  const forces = treeBias(work, state, inputs);
  matVec(M, gamma).forEach((x, i) => (forces[i] += x));
  return { ...independent, massMatrix: matMul(transpose(N), matMul(M, N)), bias: matTransposedVec(N, forces) };
}

/** Values by number of speed, for the joints that are named. */
function givenSpeeds({ model, topology }: EvaluatorWorkspace, values: JointValues): ReadonlyMap<number, number> {
  const all = speedsFromJoints(model, values);
  return new Map(
    topology.tree
      .filter(({ joint }) => model.joints[joint].name in values)
      .flatMap(({ vStart, nv }) => Array.from({ length: nv }, (_, k) => [vStart + k, all[vStart + k]] as const)),
  );
}
