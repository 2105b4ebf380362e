import { RequestError } from "../errors/kinetree-error.js";
import { requireUnitQuaternion, stateFromJoints, type State, type StateByJoint } from "../formulation/state.js";
import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";

/** The state a run starts from: packed, or by the names of joints; checked, so that no run begins with nonsense. */
export function startState(model: Model, { tree, counts }: Topology, given: State | StateByJoint): State {
  if (!isPacked(given)) return stateFromJoints(model, given);
  const { t, q, v } = given;
  requireLength("state.q", q, counts.nq);
  requireLength("state.v", v, counts.nv);
  for (const [name, values] of [
    ["state.t", [t]],
    ["state.q", q],
    ["state.v", v],
  ] as const) {
    const index = Array.from(values).findIndex((x) => !Number.isFinite(x));
    if (index < 0) continue;
    throw new RequestError({
      code: "not-finite",
      subject: name,
      value: values[index],
      message: `${name}[${index}] is ${values[index]}, must be finite.`,
    });
  }
  for (const place of tree) requireUnitQuaternion(model, place, q);
  return given;
}

const isPacked = (given: State | StateByJoint): given is State =>
  given.q instanceof Float64Array && given.v instanceof Float64Array;

export function requireLength(name: string, values: ArrayLike<number>, expected: number): void {
  if (values.length === expected) return;
  throw new RequestError({
    code: "wrong-length",
    subject: name,
    value: values.length,
    message: `${name} has ${values.length} entries, must have ${expected}: one for each of the model's tree joints' numbers, in tree order.`,
  });
}
