import type { Inputs } from "../../src/evaluate/evaluator-types.js";
import type { State } from "../../src/state/state.js";
import type { TreeBody } from "../../src/topology/types.js";
import type { NumericModel } from "./numeric-model.js";
import { commanded, coordinateEffect, couplingEffect, signalAt } from "./oracle-loads.js";

/** A matrix, row by row, times amplitudes or their rates. */
export const elastic = (matrix: readonly number[], x: readonly number[]): number[] =>
  x.map((_, i) => x.reduce((sum, each, j) => sum + matrix[i * x.length + j] * each, 0));

/** Forces along the joints by the joints' own elements and the inputs, one for each speed. */
export function forcesAlongJoints(
  model: NumericModel,
  tree: readonly TreeBody[],
  count: number,
  { t, q, v }: State,
  { tau, u }: Inputs,
): number[] {
  const coupling = couplingEffect(model, tree, { t, q, v });
  const forces = Array.from({ length: count }, (_, k) => coupling.forces[k] + (tau?.[k] ?? 0));
  const startOf = (name: string): number =>
    tree.find(({ joint }) => model.joints[joint].name === name)?.vStart ?? Number.NaN;
  for (const { joint, qStart, vStart, nq, nv } of tree)
    model.joints[joint].coordinates.forEach((c, k) => {
      const at = nq === nv ? q[qStart + k] : 0; // quaternion joints have dampers only
      forces[vStart + k] += coordinateEffect(c, at, v[vStart + k]).force;
    });
  for (const load of model.loads)
    if (load.kind === "joint-force") forces[startOf(load.joint) + load.coordinate] += signalAt(load.signal, t);
  model.actuators.forEach((actuator, i) => {
    if (actuator.kind === "joint") forces[startOf(actuator.joint) + actuator.coordinate] += commanded(actuator, u?.[i]);
  });
  return forces;
}
