import { RequestError, SimulationError } from "../errors/kinetree-error.js";
import { anObject, requireType } from "../errors/option-types.js";
import { unknownName } from "../errors/unknown-name.js";
import type { Matrix } from "../linalg/matrix.js";
import { requireFinite, requireLength } from "../linalg/shape.js";
import type { Model } from "../model/types.js";
import type { Topology, TreeBody } from "../topology/types.js";
import { internalStateCount } from "../formulation/joints/cut-turns.js";
import { requireUnitQuaternion, type State } from "../state/state.js";

/* Arguments of the caller are checked here, once; kernels multiply by zero and would hide a NaN. */

export function requireVector(what: string, values: ArrayLike<number>, length: number, fix = PACK): void {
  requireLength(what, values, length, fix);
  requireFinite(what, values);
}

const PACK = "Pack it by names: stateFromJoints, speedsFromJoints, commandsFromActuators.";

export function requireState(model: Model, topology: Topology, state: State): void {
  requireType(state, anObject, "state");
  const { t, q, v, z } = state;
  const { tree, counts } = topology;
  if (!Number.isFinite(t))
    throw new RequestError({
      code: "not-finite",
      subject: "t",
      value: t,
      message: `t is ${t}, must be finite. Give the time in seconds.`,
    });
  requireVector("q", q, counts.nq);
  requireVector("v", v, counts.nv);
  if (z)
    requireVector(
      "z",
      z,
      internalStateCount(model, topology),
      "Leave it out where no contact has touched yet and no cut joint has turned.",
    );
  for (let i = 0; i < tree.length; i++) requireUnitQuaternion(model, tree[i], q);
}

export function unknownBody({ bodies }: Model, name: string): RequestError {
  const known = bodies.map((body) => body.name);
  return unknownName("body", name, known);
}

export const nothingMoves = (model: Model): RequestError =>
  new RequestError({
    code: "nothing-moves",
    subject: `model "${model.name}"`,
    value: 0,
    message: `model "${model.name}" has no mass that can move, so no centre of mass. Attach a body by a joint other than a weld.`,
  });

export const allFinite = (values: Float64Array): boolean => {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
};

/** Above this number of speeds a hinge without inertia is not searched: compiling the dense matrix would take seconds. */
export const MOST_SPEEDS_EXPLAINED = 200;

const placeOf = ({ tree }: Topology, speed: number): TreeBody =>
  tree.find(({ vStart, nv }) => speed >= vStart && speed < vStart + nv) as TreeBody;

export function hingeWithoutInertia(
  model: Model,
  topology: Topology,
  state: State,
  { speed, pivot }: SingularPivot,
): SimulationError {
  const place = placeOf(topology, speed);
  const { name, parent, child } = model.joints[place.joint];
  const which = place.nv === 1 ? "" : ` along its speed ${speed - place.vStart}`;
  const body = model.bodies[place.body].name;
  const alignment = place.nv === 1 ? "" : " If two of its axes line up here, start elsewhere or choose other axes.";
  return new SimulationError({
    code: "hinge-without-inertia",
    subject: `joint "${name}" (${parent} → ${child})`,
    value: pivot,
    message:
      `joint "${name}" (${parent} → ${child}): what it moves${which} at t = ${state.t} s has the inertia ` +
      `${pivot}, must be > 0. Give "${body}" an inertia about that axis, or the joint an armature.${alignment}`,
  });
}

/** A hinge without inertia if there is one, else numbers beyond the range of doubles. `M`: null where too large to search. */
export function explainAccelerations(
  model: Model,
  topology: Topology,
  state: State,
  vdot: Float64Array,
  M: Matrix | null,
): SimulationError {
  const singular = M && firstSingularPivot(M);
  if (singular !== null) return hingeWithoutInertia(model, topology, state, singular);
  const first = vdot.findIndex((x) => !Number.isFinite(x));
  const place = placeOf(topology, first);
  const { name, parent, child } = model.joints[place.joint];
  const value = Array.from(vdot.subarray(place.vStart, place.vStart + place.nv));
  const cause =
    M === null
      ? `It is the first of ${vdot.length} speeds without a value, more than the ${MOST_SPEEDS_EXPLAINED} among which the ` +
        `cause is looked for. Look near it for a hinge that moves no inertia, or check the units of speeds and forces.`
      : `Speeds, forces or stiffnesses are too large for numbers of double precision; check their units.`;
  return new SimulationError({
    code: "acceleration-not-finite",
    subject: `joint "${name}" (${parent} → ${child})`,
    value,
    message: `joint "${name}" (${parent} → ${child}): its acceleration at t = ${state.t} s is ${value.join(", ")}. ${cause}`,
  });
}

interface SingularPivot {
  readonly speed: number;
  readonly pivot: number;
}

/** The outermost speed without inertia beyond rounding, by M = Lᵀ D L from the last row up (Featherstone 2008, section 6.5). */
export function firstSingularPivot(M: Matrix): SingularPivot | null {
  const n = M.rows;
  const a = Float64Array.from(M.data);
  for (let k = n - 1; k >= 0; k--) {
    const pivot = a[k * n + k];
    if (!(pivot > n * Number.EPSILON * M.data[k * n + k])) return { speed: k, pivot };
    for (let i = 0; i < k; i++) {
      const factor = a[k * n + i] / pivot;
      for (let j = 0; j <= i; j++) a[i * n + j] -= factor * a[k * n + j];
    }
  }
  return null;
}
