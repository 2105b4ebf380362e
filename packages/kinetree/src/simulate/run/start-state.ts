import { RequestError } from "../../errors/kinetree-error.js";
import { contactStateCount } from "../../elements/contact/contact-places.js";
import { requireCouplers } from "../../state/coupler-state.js";
import { regularState, requireClosed } from "../../formulation/loops/assemble/closed-state.js";
import { hasClosures } from "../../topology/has-closures.js";
import { requireUnitQuaternion, stateFromJointsIn, type State, type StateByJoint } from "../../state/state.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";

/** The checked start state of a run: packed, or by the names of joints. */
export function startState(
  model: Model,
  topology: Topology,
  given: State | StateByJoint,
  parameters: Readonly<Record<string, number>> = {},
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
  requireLength("state.q", q, counts.nq);
  requireLength("state.v", v, counts.nv);
  requireFinite("state.t", [t]);
  requireFinite("state.q", q);
  requireFinite("state.v", v);
  if (z) requireContactStates(model, z);
  for (const place of tree) requireUnitQuaternion(model, place, q);
  if (isClosed) requireClosed(model, topology, given, parameters);
  else requireCouplers(model, topology, q, v, parameters);
  return given;
}

function requireContactStates(model: Model, z: Float64Array): void {
  const expected = contactStateCount(model);
  if (z.length !== expected) {
    throw new RequestError({
      code: "wrong-length",
      subject: "state.z",
      value: z.length,
      message: `state.z has ${z.length} entries, must have ${expected}: one for each internal state of the model's contacts. Leave it out where nothing has touched yet.`,
    });
  }
  requireFinite("state.z", z);
}

const isPacked = (given: State | StateByJoint): given is State =>
  given.q instanceof Float64Array && given.v instanceof Float64Array;

/** Lists would be taken for joints called "0", "1", … */
function requireNames(part: "q" | "v", values: unknown): void {
  if (!Array.isArray(values) && !ArrayBuffer.isView(values)) return;
  throw new RequestError({
    code: "state-half-packed",
    subject: `state.${part}`,
    value: values,
    message: `state.${part} is a list of numbers. Give q and v both as Float64Array, in tree order, or both by the names of joints.`,
  });
}

function requireFinite(name: string, values: ArrayLike<number>): void {
  const index = Array.from(values).findIndex((x) => !Number.isFinite(x));
  if (index < 0) return;
  throw new RequestError({
    code: "not-finite",
    subject: name,
    value: values[index],
    message: `${name}[${index}] is ${values[index]}, must be finite.`,
  });
}

function requireLength(name: string, values: ArrayLike<number>, expected: number): void {
  if (values.length === expected) return;
  throw new RequestError({
    code: "wrong-length",
    subject: name,
    value: values.length,
    message: `${name} has ${values.length} entries, must have ${expected}: one for each of the model's tree joints' numbers, in tree order.`,
  });
}

export function checkedInput(name: "tau" | "u", values: ArrayLike<number>, expected: number): ArrayLike<number> {
  requireLength(name, values, expected);
  requireFinite(name, values);
  return values;
}
