import { RequestError } from "../../errors/kinetree-error.js";
import { requireVector } from "../../evaluate/evaluator-checks.js";
import { requireFinite } from "../../linalg/shape.js";
import { internalStateCount } from "../../formulation/joints/cut-turns.js";
import { requireCouplers } from "../../state/coupler-state.js";
import { regularState, requireClosedStart } from "../../formulation/loops/assemble/closed-state.js";
import { hasClosures } from "../../topology/has-closures.js";
import { requireUnitQuaternion, stateFromJointsIn, type State, type StateByJoint } from "../../state/state.js";
import { definitionOf } from "../../model/joints.js";
import type { Model } from "../../model/types.js";
import type { Topology, TreeBody } from "../../topology/types.js";

/** The checked start state of a run: packed, or by the names of joints. */
export function startState(
  model: Model,
  topology: Topology,
  given: State | StateByJoint,
  parameters: Readonly<Record<string, number>> = {},
): State {
  const state = readState(model, topology, given, parameters);
  for (const place of topology.tree) requireRegularJoint(model, place, state);
  return state;
}

function requireRegularJoint({ joints }: Model, { joint, qStart, nq }: TreeBody, { q }: State): void {
  const { name } = joints[joint];
  const value = Array.from(q.subarray(qStart, qStart + nq));
  const reason = definitionOf(joints[joint]).singularAt?.(value) ?? null;
  if (reason === null) return;
  throw new RequestError({
    code: "singular-start",
    subject: `joint "${name}"`,
    value,
    message: `joint "${name}": ${reason}, so a run cannot start there. Start beside it, or give the joint axes that put the larger bend first.`,
  });
}

function readState(
  model: Model,
  topology: Topology,
  given: State | StateByJoint,
  parameters: Readonly<Record<string, number>>,
): State {
  const { tree, counts } = topology;
  const isClosed = hasClosures(model, topology);
  if (!isPacked(given)) {
    for (const part of ["q", "v"] as const) requireNames(part, given[part]);
    return isClosed
      ? regularState(model, topology, given, parameters)
      : stateFromJointsIn(model, topology, given, parameters);
  }
  const { t, q, v, z } = given;
  requireVector("state.q", q, counts.nq, TREE_ORDER);
  requireVector("state.v", v, counts.nv, TREE_ORDER);
  requireFinite("state.t", [t]);
  if (z) requireVector("state.z", z, internalStateCount(model, topology), INTERNAL);
  for (const place of tree) requireUnitQuaternion(model, place, q);
  if (isClosed) requireClosedStart(model, topology, given, parameters);
  else requireCouplers(model, topology, q, v, parameters);
  return given;
}

const INTERNAL = "Leave it out where no contact has touched yet and no cut joint has turned.";
const TREE_ORDER = "Give one number per coordinate or speed of the tree joints, in tree order, or give them by joint.";

const isPacked = (given: State | StateByJoint): given is State =>
  given.q instanceof Float64Array && given.v instanceof Float64Array;

/** Lists would be taken for joints called "0", "1", … */
function requireNames(part: "q" | "v", values: unknown): void {
  if (!Array.isArray(values) && !ArrayBuffer.isView(values)) return;
  const message = `state.${part} is a list of numbers. Give q and v both as Float64Array, in tree order, or both by the names of joints.`;
  throw new RequestError({ code: "state-half-packed", subject: `state.${part}`, value: values, message });
}

export function checkedInput(name: "tau" | "u", values: ArrayLike<number>, expected: number): ArrayLike<number> {
  requireVector(name, values, expected);
  return values;
}
