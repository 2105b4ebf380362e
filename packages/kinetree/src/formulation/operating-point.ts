import { RequestError } from "../errors/kinetree-error.js";
import { jointSizes } from "../model/joint-sizes.js";
import type { Joint } from "../model/types.js";
import type { Skeleton } from "./skeleton.js";

/** Where a mechanism is looked at: its state, and what drives it from outside. All in the order of the topology. */
export interface OperatingPoint {
  /** Time [s]. */
  readonly t: number;
  /** Coordinates, nq of them; the quaternions among them of length 1. */
  readonly q: Float64Array;
  /** Speeds, nv of them. */
  readonly v: Float64Array;
  /** Generalised forces beyond the model's own loads, nv of them; zero if left out. */
  readonly tau?: Float64Array;
  /** Commands of the actuators, in the order of the model; zero if left out. */
  readonly u?: Float64Array;
}

/** The joint that a coordinate or speed belongs to. */
interface Slot {
  readonly joint: Joint;
  /** Which of the joint's own. */
  readonly index: number;
}

/** Coordinate zero everywhere (quaternions 1, 0, 0, 0), at rest, at time 0. */
export function homePoint(skeleton: Skeleton): { t: number; q: Float64Array; v: Float64Array } {
  const q = new Float64Array(skeleton.nq);
  for (const at of quaternionStarts(skeleton)) q[at] = 1;
  return { t: 0, q, v: new Float64Array(skeleton.nv) };
}

/** Places of the quaternions' real parts in q. */
export const quaternionStarts = (skeleton: Skeleton): readonly number[] =>
  skeleton.nodes.flatMap(({ motion, q }) => (motion === "spherical" ? [q] : motion === "free" ? [q + 3] : []));

/** The joint of every speed. */
export const speedSlots = ({ model, topology }: Pick<Skeleton, "model" | "topology">): readonly Slot[] =>
  topology.tree.flatMap(({ joint, nv }) => slotsOf(model.joints[joint], nv));

const coordinateSlots = ({ model, topology }: Skeleton): readonly Slot[] =>
  topology.tree.flatMap(({ joint, nq }) => slotsOf(model.joints[joint], nq));

const slotsOf = (joint: Joint, count: number): Slot[] =>
  Array.from({ length: count }, (_, index) => ({ joint, index }));

/** How a message calls one speed: the joint, and which one where it has several. */
export const slotName = ({ joint, index }: Slot): string =>
  jointSizes(joint).nv === 1 ? `joint "${joint.name}"` : `joint "${joint.name}", speed ${index}`;

/** A quaternion further from unit length than this is no rounding. */
const QUATERNION_TOLERANCE = 1e-6;

/** Refuses wrong lengths, numbers that are none, and quaternions that are not of length 1. */
export function checkPoint(skeleton: Skeleton, point: OperatingPoint): void {
  const { nq, nv, model } = skeleton;
  if (!Number.isFinite(point.t))
    throw refuse("time-not-finite", "time t", point.t, "must be finite. Give it in seconds.");
  check("coordinates q", point.q, nq, (i) => coordinateName(skeleton, i));
  check("speeds v", point.v, nv, (i) => slotName(speedSlots(skeleton)[i]));
  if (point.tau) check("generalised forces tau", point.tau, nv, (i) => slotName(speedSlots(skeleton)[i]));
  if (point.u) check("commands u", point.u, model.actuators.length, (i) => `actuator "${model.actuators[i].name}"`);
  for (const at of quaternionStarts(skeleton)) {
    let square = 0;
    for (let i = at; i < at + 4; i++) square += point.q[i] * point.q[i];
    const length = Math.sqrt(square);
    if (Math.abs(length - 1) > QUATERNION_TOLERANCE)
      throw refuse(
        "quaternion-length",
        `quaternion of joint "${coordinateSlots(skeleton)[at].joint.name}"`,
        length,
        "must be 1. Divide its four numbers by that length.",
        "has the length",
      );
  }
}

/** Refuses an array of the wrong length or with entries that are not finite. */
export function check(what: string, values: Float64Array, length: number, nameOf: (index: number) => string): void {
  if (values.length !== length)
    throw refuse("vector-length", what, values.length, `must be ${length}. Give one for each.`, "count");
  const bad = values.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0) throw refuse("not-finite", `${what}: ${nameOf(bad)}`, values[bad], "must be finite. Give a number.");
}

const coordinateName = (skeleton: Skeleton, i: number): string => {
  const { joint, index } = coordinateSlots(skeleton)[i];
  return jointSizes(joint).nq === 1 ? `joint "${joint.name}"` : `joint "${joint.name}", coordinate ${index}`;
};

const refuse = (code: string, subject: string, value: number, rest: string, verb = "is"): RequestError =>
  new RequestError({ code, subject, value, message: `${subject} ${verb} ${value}, ${rest}` });
