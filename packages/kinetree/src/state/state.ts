import { RequestError } from "../errors/kinetree-error.js";
import { aNumber, anObject, checkOptions, requireType, type OptionTypes } from "../errors/option-types.js";
import { suggestName } from "../errors/nearest-name.js";
import { requireLength } from "../linalg/shape.js";
import { definitionOf } from "../model/joints.js";
import { requireModel } from "../model/require-model.js";
import type { Joint, Model } from "../model/types.js";
import { UNIT_TOLERANCE } from "../model/validate/numbers.js";
import { buildTopology } from "../topology/build-topology.js";
import type { Topology, TreeBody } from "../topology/types.js";
import { followCouplersIn, requireCouplers } from "./coupler-state.js";

/**
 * The state of a mechanism. Joints follow one another in tree order (`topology.tree`, `qStart`, `vStart`); within a joint:
 * spherical q = quaternion w, x, y, z; free q = position, then quaternion; their speeds are [angular, linear] of the child
 * frame relative to the parent frame, in the child frame. All other speeds are rates of the coordinates.
 */
export interface State {
  /** [s] */
  readonly t: number;
  /** Coordinates of the tree joints. */
  readonly q: Float64Array;
  /** Speeds of the tree joints. */
  readonly v: Float64Array;
  /**
   * States of elements, in the order of `elementStates`. Of a contact: the creep of a standard linear solid [m], then the
   * bristles of LuGre friction along two directions of the ground ([m], or times sigma0 where that is below 1/m). Then the angles
   * of cut joints that loads look at (see `cutTurns`) [rad]: their frames show an angle within a turn, these tell which turn it is. Zero,
   * as before any touch and within half a turn, if left out.
   */
  readonly z?: Float64Array;
}

/** Numbers by the name of a joint: one number, or a list for joints of several. Joints left out are neutral. */
export type JointValues = Readonly<Record<string, number | ArrayLike<number>>>;

/** A state by the names of the joints, independent of the order of q and v. */
export interface StateByJoint {
  /** [s]; 0 if left out. */
  readonly t?: number;
  readonly q?: JointValues;
  readonly v?: JointValues;
}

/** Joints and their numbers are looked at with the model. */
const byJointTypes: OptionTypes<StateByJoint> = { t: aNumber, q: anObject, v: anObject };

/** Everything at zero and at rest, quaternions at 1, 0, 0, 0, time 0; driven coordinates where their couplers put them. */
export function neutralState(model: Model, parameters: Readonly<Record<string, number>> = {}): State {
  const topology = buildTopology(model);
  const state = neutralStateIn(model, topology);
  followCouplersIn(model, topology, state, parameters, () => true);
  return state;
}

function neutralStateIn(model: Model, { tree, counts }: Topology): State {
  const q = new Float64Array(counts.nq);
  for (const place of tree) {
    const at = quaternionAt(model, place);
    if (at >= 0) q[at] = 1;
  }
  return { t: 0, q, v: new Float64Array(counts.nv) };
}

/**
 * A state by the names of the joints; joints left out are as in `neutralState`, and driven coordinates follow their couplers.
 * Given values that violate a coupler are refused.
 * @param parameters values of named parameters, for couplers that depend on them; the model's own if left out
 */
export const stateFromJoints = (
  model: Model,
  given: StateByJoint,
  parameters: Readonly<Record<string, number>> = {},
): State => stateFromJointsIn(model, buildTopology(model), given, parameters);

/** The same with a given topology, for many states of one model. */
export function stateFromJointsIn(
  model: Model,
  topology: Topology,
  given: StateByJoint,
  parameters: Readonly<Record<string, number>> = {},
): State {
  const state = openStateFromJoints(model, topology, given);
  const { q = {}, v = {} } = given;
  if (model.constraints.length > 0) {
    const isGiven = { q: placesOf(model, topology, q, "q"), v: placesOf(model, topology, v, "v") };
    followCouplersIn(model, topology, state, parameters, (part, place) => !isGiven[part].has(place));
    requireCouplers(model, topology, state.q, state.v, parameters);
  }
  return state;
}

/** The same without regard to couplers and loops: joints left out are neutral. */
export function openStateFromJoints(model: Model, topology: Topology, given: StateByJoint): State {
  checkOptions(given, byJointTypes, "state");
  const { t = 0, q = {}, v = {} } = given;
  if (!Number.isFinite(t)) throw wrong("not-finite", "time", t, `is ${t}, must be finite. Give it in seconds.`);
  const state = { ...neutralStateIn(model, topology), t };
  packInto(state.q, model, topology, q, "q");
  packInto(state.v, model, topology, v, "v");
  return state;
}

/** A state by joints: one number for joints of one, a list for others; welds and the states of contacts are left out. */
export function jointsFromState(model: Model, state: State): Required<StateByJoint> {
  const topology = buildTopology(model);
  requireType(state, anObject, "state");
  const { t, q, v } = state;
  return { t, q: unpack(model, topology, q, "q"), v: unpack(model, topology, v, "v") };
}

/** One number for each speed by the names of the joints, such as generalised forces or accelerations; 0 if left out. */
export function speedsFromJoints(model: Model, values: JointValues): Float64Array {
  const topology = buildTopology(model);
  requireType(values, anObject, "values");
  const out = new Float64Array(topology.counts.nv);
  packInto(out, model, topology, values, "v");
  return out;
}

/** The inverse of `speedsFromJoints`. */
export const jointsFromSpeeds = (model: Model, values: Float64Array): JointValues =>
  unpack(model, buildTopology(model), values, "v");

/** Commands by the names of the actuators; 0 if left out. */
export function commandsFromActuators(model: Model, values: Readonly<Record<string, number>>): Float64Array {
  requireModel(model);
  requireType(values, anObject, "values");
  const names = model.actuators.map(({ name }) => name);
  const out = new Float64Array(names.length);
  for (const [name, value] of Object.entries(values)) {
    const index = names.indexOf(name);
    const subject = `actuator "${name}"`;
    if (index < 0) throw wrong("unknown-actuator", subject, name, `is unknown. ${suggestName(name, names)}`);
    if (!Number.isFinite(value)) throw wrong("not-finite", subject, value, `is commanded ${value}, must be finite.`);
    out[index] = value;
  }
  return out;
}

/** Where a joint's quaternion begins in q; -1 if it has none. */
export function quaternionAt(model: Model, { joint, qStart }: TreeBody): number {
  const { quaternion } = definitionOf(model.joints[joint]);
  return quaternion === null ? -1 : qStart + quaternion.at;
}

/** Throws for a quaternion of length other than 1, which would not only turn but stretch. */
export function requireUnitQuaternion(model: Model, place: TreeBody, q: Float64Array): void {
  const at = quaternionAt(model, place);
  if (at < 0) return;
  const length = Math.sqrt(q[at] * q[at] + q[at + 1] * q[at + 1] + q[at + 2] * q[at + 2] + q[at + 3] * q[at + 3]);
  if (Math.abs(length - 1) <= UNIT_TOLERANCE) return;
  const problem = `has a quaternion of length ${length}, must be 1 within ${UNIT_TOLERANCE}. Divide w, x, y, z by their length.`;
  throw wrong("quaternion-not-unit", `joint "${model.joints[place.joint].name}"`, [...q.subarray(at, at + 4)], problem);
}

type Part = "q" | "v";
const startOf = (place: TreeBody, part: Part): number => (part === "q" ? place.qStart : place.vStart);
const sizeOf = (place: TreeBody, part: Part): number => (part === "q" ? place.nq : place.nv);
const whatOf = { q: "coordinates", v: "speeds" } as const;

function packInto(out: Float64Array, model: Model, { tree }: Topology, values: JointValues, part: Part): void {
  const places = new Map(tree.map((place) => [model.joints[place.joint].name, place]));
  for (const [name, given] of Object.entries(values)) {
    const place = places.get(name);
    if (!place) throw unknownJoint(model, name);
    const size = sizeOf(place, part);
    const subject = `joint "${name}"`;
    const joint = model.joints[place.joint];
    const numbers = numbersOf(given);
    if (numbers === null) {
      const problem = `is given ${shownValue(given)} as its ${whatOf[part]}, must be ${layoutOf(joint, part, size)}.`;
      throw wrong("not-numbers", subject, given, `${problem} Numbers in code are SI, without a unit.`);
    }
    if (numbers.length !== size) {
      const problem = `is given ${numbers.length} ${whatOf[part]}, needs ${size}: it is ${joint.kind}.`;
      throw wrong("wrong-length", subject, numbers, `${problem} Give ${layoutOf(joint, part, size)}.`);
    }
    const bad = numbers.find((x) => !Number.isFinite(x));
    if (bad !== undefined)
      throw wrong("not-finite", subject, numbers, `is given ${bad} among its ${whatOf[part]}, must be finite.`);
    out.set(numbers, startOf(place, part));
    if (part !== "q") continue;
    scaleRounded(model, place, out);
    requireUnitQuaternion(model, place, out);
  }
}

/** Null for what is neither a number nor a list of numbers; callers in plain JavaScript and readers of JSON may pass anything. */
function numbersOf(given: unknown): readonly number[] | null {
  if (typeof given === "number") return [given];
  if (typeof given !== "object" || given === null || !("length" in given)) return null;
  const numbers: readonly unknown[] = Array.from(given as ArrayLike<unknown>);
  return numbers.every((x): x is number => typeof x === "number") ? numbers : null;
}

/** Texts in quotes, lists as they are written. */
const shownValue = (given: unknown): string => JSON.stringify(given) ?? String(given);

/** How far a quaternion that a person wrote may be from length 1. */
const WRITTEN_TOLERANCE = 1e-6;

/** Quaternions written with six digits or more mean unit ones: by name, where people write, they are scaled to length 1. */
function scaleRounded(model: Model, place: TreeBody, q: Float64Array): void {
  const at = quaternionAt(model, place);
  if (at < 0) return;
  const length = Math.sqrt(q[at] * q[at] + q[at + 1] * q[at + 1] + q[at + 2] * q[at + 2] + q[at + 3] * q[at + 3]);
  const off = Math.abs(length - 1);
  if (off > UNIT_TOLERANCE && off <= WRITTEN_TOLERANCE) for (let i = at; i < at + 4; i++) q[i] /= length;
}

const placesOf = (model: Model, { tree }: Topology, values: JointValues, part: Part): ReadonlySet<number> =>
  new Set(
    tree
      .filter(({ joint }) => Object.hasOwn(values, model.joints[joint].name))
      .flatMap((place) => Array.from({ length: sizeOf(place, part) }, (_, i) => startOf(place, part) + i)),
  );

function unpack(model: Model, { tree, counts }: Topology, values: Float64Array, part: Part): JointValues {
  requireLength(part, values, part === "q" ? counts.nq : counts.nv);
  const entries = tree
    .filter((place) => sizeOf(place, part) > 0)
    .map((place): [string, number | ArrayLike<number>] => {
      const start = startOf(place, part);
      const size = sizeOf(place, part);
      const name = model.joints[place.joint].name;
      return [name, size === 1 ? values[start] : Array.from(values.subarray(start, start + size))];
    });
  return Object.fromEntries(entries);
}

function layoutOf(joint: Joint, part: Part, size: number): string {
  const { quaternion } = definitionOf(joint);
  if (quaternion !== null) return quaternion[part];
  return size === 0 ? "none, or leave it out" : size === 1 ? "one number" : `a list of ${size}`;
}

function unknownJoint(model: Model, name: string): RequestError {
  const names = model.joints.map((joint) => joint.name);
  const subject = `joint "${name}"`;
  if (!names.includes(name)) return wrong("unknown-joint", subject, name, `is unknown. ${suggestName(name, names)}`);
  const problem = "closes a loop: it has no coordinates of its own. Set those of the tree joints.";
  return wrong("loop-joint", subject, name, problem);
}

const wrong = (code: string, subject: string, value: unknown, rest: string): RequestError =>
  new RequestError({ code, subject, value, message: `${subject} ${rest}` });
