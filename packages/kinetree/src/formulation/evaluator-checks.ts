import { RequestError, SimulationError } from "../errors/kinetree-error.js";
import { unknownName } from "../errors/unknown-name.js";
import type { Matrix } from "../linalg/matrix.js";
import { withParameters } from "../model/build-model.js";
import type { Model } from "../model/types.js";
import { validateModel } from "../model/validate/validate-model.js";
import type { Topology, TreeBody } from "../topology/types.js";
import { requireUnitQuaternion, type State } from "./state.js";

/* What the user hands in is looked at here, once; kernels multiply by zero and would hide a NaN. */

export function requireVector(what: string, values: Float64Array, length: number): void {
  if (values.length !== length)
    throw new RequestError({
      code: "wrong-length",
      subject: what,
      value: values.length,
      message: `${what} has ${values.length} numbers, needs ${length}. Pack it by joint names: stateFromJoints, speedsFromJoints.`,
    });
  for (let i = 0; i < length; i++) {
    if (Number.isFinite(values[i])) continue;
    throw new RequestError({
      code: "not-finite",
      subject: what,
      value: values[i],
      message: `${what}[${i}] is ${values[i]}, must be finite. Look where it comes from: a division by zero, a run that diverged.`,
    });
  }
}

export function requireState(model: Model, { tree, counts }: Topology, { t, q, v }: State): void {
  if (!Number.isFinite(t))
    throw new RequestError({
      code: "not-finite",
      subject: "t",
      value: t,
      message: `t is ${t}, must be finite. Give the time in seconds.`,
    });
  requireVector("q", q, counts.nq);
  requireVector("v", v, counts.nv);
  for (let i = 0; i < tree.length; i++) requireUnitQuaternion(model, tree[i], q);
}

export const unknownBody = (model: Model, name: string): RequestError =>
  unknownName(
    "body",
    name,
    model.bodies.map((body) => body.name),
  );

/** Values of all parameters, in the order of the model, after checking the model with them. */
export function checkedParameters(model: Model, values: Readonly<Record<string, number>>): Float64Array {
  // Who accepted a sloppy inertia when building the model is not stopped by it now.
  const isSloppy = validateModel(model).unphysical.length > 0;
  const options = isSloppy ? ({ unphysicalInertia: "warn", onWarning: () => {} } as const) : {};
  return Float64Array.from(withParameters(model, values, options).parameters, ({ value }) => value);
}

export const nothingMoves = (model: Model): RequestError =>
  new RequestError({
    code: "nothing-moves",
    subject: `model "${model.name}"`,
    value: 0,
    message: `model "${model.name}" has no mass that can move, so no centre of mass. Tie a body with a joint other than a weld.`,
  });

export const allFinite = (values: Float64Array): boolean => {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
};

/** Says why accelerations are not finite: a hinge without inertia if there is one, else numbers beyond the range of doubles. */
export function explainAccelerations(
  model: Model,
  { tree }: Topology,
  state: State,
  vdot: Float64Array,
  M: Matrix,
): SimulationError {
  const placeOf = (speed: number): TreeBody =>
    tree.find(({ vStart, nv }) => speed >= vStart && speed < vStart + nv) as TreeBody;
  const singular = firstSingularPivot(M);
  if (singular !== null) {
    const place = placeOf(singular.speed);
    const { name, parent, child } = model.joints[place.joint];
    const which = place.nv === 1 ? "" : ` along its speed ${singular.speed - place.vStart}`;
    const body = model.bodies[place.body].name;
    const alignment = place.nv === 1 ? "" : " If two of its axes line up here, start elsewhere or choose other axes.";
    return new SimulationError({
      code: "hinge-without-inertia",
      subject: `joint "${name}" (${parent} → ${child})`,
      value: singular.pivot,
      message:
        `joint "${name}" (${parent} → ${child}): what it moves${which} at t = ${state.t} s has the inertia ` +
        `${singular.pivot}, must be > 0. Give "${body}" an inertia about that axis, or the joint an armature.${alignment}`,
    });
  }
  const place = placeOf(vdot.findIndex((x) => !Number.isFinite(x)));
  const { name, parent, child } = model.joints[place.joint];
  const value = Array.from(vdot.subarray(place.vStart, place.vStart + place.nv));
  return new SimulationError({
    code: "acceleration-not-finite",
    subject: `joint "${name}" (${parent} → ${child})`,
    value,
    message:
      `joint "${name}" (${parent} → ${child}): its acceleration at t = ${state.t} s is ${value.join(", ")}. ` +
      `Speeds, forces or stiffnesses are too large for numbers of double precision; check their units.`,
  });
}

/**
 * The outermost speed without inertia, by M = Lᵀ D L from the last row up: on a tree, D holds the articulated inertias of the
 * hinges (Featherstone 2008, section 6.5). Below the rounding of its own diagonal entry, an inertia is none.
 */
function firstSingularPivot(M: Matrix): { speed: number; pivot: number } | null {
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
