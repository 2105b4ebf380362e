import { RequestError } from "../errors/kinetree-error.js";
import { anObject, requireType } from "../errors/option-types.js";
import { choleskyInto } from "../linalg/cholesky.js";
import { newMatrix } from "../linalg/matrix.js";
import { requireLength } from "../linalg/shape.js";
import type { Model } from "../model/types.js";
import { speedName } from "../state/speed-name.js";
import type { Topology } from "../topology/types.js";
import type { SmallMotions } from "./small-motions.js";

/** Modes are about rest. */
export function requireRest(model: Model, topology: Topology, point: { readonly v?: Float64Array }): void {
  requireType(point, anObject, "state");
  const { v } = point;
  if (v) requireLength("v", v, topology.counts.nv);
  const moving = v ? v.findIndex((x) => x !== 0) : -1;
  if (!v || moving < 0) return;
  const name = speedName(model, topology, moving);
  const message = `${name}: moves at ${v[moving]}, and modes are about rest. Set v to zero, or take the eigenvalues of \`linearize\`.`;
  throw new RequestError({ code: "modes-in-motion", subject: name, value: v[moving], message });
}

const leastBalanced = ({ free, left }: SmallMotions): number =>
  free.reduce((best, i) => (Math.abs(left[i]) > Math.abs(left[best]) ? i : best), free[0]);

/** What a tolerance above the usual one lets pass, as a warning. */
export function notBalanced(motions: SmallMotions, usual: number): string[] {
  const { skeleton, free, left } = motions;
  const worst = leastBalanced(motions);
  if (free.length === 0 || Math.abs(left[worst]) <= usual) return [];
  const name = speedName(skeleton.model, skeleton.topology, worst);
  return [`The pose is not an equilibrium: a force of ${-left[worst]} (N or N m) is left over along ${name}.`];
}

export function requireBalance(motions: SmallMotions, allowed: number): void {
  const { skeleton, free, left } = motions;
  const worst = leastBalanced(motions);
  if (free.length === 0 || Math.abs(left[worst]) <= allowed) return;
  const name = speedName(skeleton.model, skeleton.topology, worst);
  const message =
    `${name}: a force of ${-left[worst]} (N or N m) is not balanced in this state, and ${allowed} is allowed. ` +
    `Take the state that \`equilibrium\` finds, pin the joint, or raise balanceTolerance.`;
  throw new RequestError({ code: "modes-without-equilibrium", subject: name, value: -left[worst], message });
}

/** Refuses internal states that are still on their way, unless any pose is taken. */
export function requireSettled({ memory }: SmallMotions, tolerance: number): void {
  if (!memory || tolerance === Infinity) return;
  const { rates, R, z, names } = memory;
  const size = (values: Float64Array): number => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const limit = tolerance * Math.max(1, size(R.data)) * size(z);
  const moving = rates.findIndex((rate) => Math.abs(rate) > limit);
  if (moving < 0) return;
  const subject = `state "${names[moving]}"`;
  const message =
    `${subject}: still changes at a rate of ${rates[moving]} per second in this state. Take the state that \`equilibrium\` finds, with ` +
    `its z, or raise balanceTolerance.`;
  throw new RequestError({ code: "modes-without-equilibrium", subject, value: rates[moving], message });
}

export function requireInertia({ M, nameOf }: SmallMotions): void {
  const pivot = choleskyInto(newMatrix(M.rows, M.rows), M);
  if (pivot < 0) return;
  const name = nameOf(pivot);
  throw new RequestError({
    code: "mode-without-inertia",
    subject: name,
    value: M.data[pivot * M.cols + pivot],
    message: `${name}: some motion of it has no kinetic energy. Give inertia to what moves with it, or pin the joint.`,
  });
}
