import { ModelError } from "../errors/kinetree-error.js";
import { drivenAndDriving } from "../model/constraints/coordinate-relation.js";
import { evaluateReal, parameterDefaults } from "../model/evaluate-real.js";
import type { Body, CoordinateRef, Joint, Model } from "../model/types.js";
import { NONE, type TreeChoice } from "./choose-tree.js";
import { GROUND_NODE, type LinkGraph } from "./link-graph.js";
import { isRequired } from "./required-joints.js";
import type { TreeBody } from "./types.js";

/* Models that have no spanning tree, or none whose equations can be solved. */

/** Refuses joints of role "tree" that close a loop among themselves or with joints to stations: one of them has to be cut. */
export function refuseRoleConflicts(model: Model, graph: LinkGraph): void {
  const required = (joint: number): boolean => isRequired(model.joints[joint]);
  // Carrier of each node in the forest of required joints; null at its roots.
  const carrier = new Map<number, { readonly joint: number; readonly from: number } | null>();
  for (const start of [GROUND_NODE, ...model.bodies.keys()]) {
    if (carrier.has(start)) continue;
    carrier.set(start, null);
    const waiting = [start];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      for (const joint of graph.jointsAt(node)) {
        if (!required(joint) || joint === carrier.get(node)?.joint) continue;
        const other = graph.across(joint, node);
        if (carrier.has(other)) throw conflict(model, loopOf(carrier, joint, node, other));
        carrier.set(other, { joint, from: node });
        waiting.push(other);
      }
    }
  }
}

type Carriers = ReadonlyMap<number, { readonly joint: number; readonly from: number } | null>;

/** The joints of the loop that `joint` closes between two nodes of one forest. */
function loopOf(carrier: Carriers, joint: number, a: number, b: number): readonly number[] {
  const toA = jointsToRoot(carrier, a);
  const toB = jointsToRoot(carrier, b);
  const onlyA = toA.filter((each) => !toB.includes(each));
  const onlyB = toB.filter((each) => !toA.includes(each));
  return [...onlyA, joint, ...onlyB].sort((p, q) => p - q);
}

function jointsToRoot(carrier: Carriers, node: number): readonly number[] {
  const joints: number[] = [];
  for (let link = carrier.get(node); link; link = carrier.get(link.from)) joints.push(link.joint);
  return joints;
}

function conflict(model: Model, loop: readonly number[]): ModelError {
  const names = loop.map((joint) => `"${model.joints[joint].name}"`).join(", ");
  const stations = loop.some((joint) => model.joints[joint].kind === "flexible") ? ", or lead to stations," : "";
  return new ModelError({
    code: "tree-roles-form-loop",
    subject: `model "${model.name}"`,
    value: loop.map((joint) => model.joints[joint].name),
    message:
      `model "${model.name}": joints ${names} all have role "tree"${stations} and form a loop, which a tree cannot hold. ` +
      `Give one of ${stations === "" ? "them" : "the former"} role "loop" or "auto".`,
  });
}

/** Beyond this many names the list stops helping. */
const LONGEST_LIST = 12;

/** Refuses bodies that no chain of joints ties to the ground. */
export function refuseDisconnected(model: Model, graph: LinkGraph, { carrier }: TreeChoice): void {
  const lost = [...model.bodies.keys()].filter((body) => carrier[body] === NONE);
  if (lost.length === 0) return;
  refuseHeldByStation(model, graph, lost);
  const names = lost.map((body) => model.bodies[body].name);
  const shown = names
    .slice(0, LONGEST_LIST)
    .map((name) => `"${name}"`)
    .join(", ");
  const more = names.length > LONGEST_LIST ? ` and ${names.length - LONGEST_LIST} more` : "";
  const cut = lost.flatMap((body) => graph.jointsAt(body)).find((joint) => model.joints[joint].role === "loop");
  const hint = cut === undefined ? "" : ` (Joint "${model.joints[cut].name}" does not count: its role is "loop".)`;
  const isOne = names.length === 1;
  const message =
    `model "${model.name}": ${isOne ? "body" : "bodies"} ${shown}${more} ${isOne ? "hangs" : "hang"} on nothing: ` +
    `no chain of joints leads to the ground.${hint} Add a joint that does; ` +
    `a free joint to the ground if ${isOne ? "it" : "they"} should float.`;
  throw new ModelError({ code: "disconnected-bodies", subject: `model "${model.name}"`, value: names, message });
}

/** Refuses a flexible body that is connected to the rest by stations alone: its frame needs a joint of its own. */
function refuseHeldByStation(model: Model, graph: LinkGraph, lost: readonly number[]): void {
  const isLost = new Set(lost);
  const flexibleJoints = [...model.joints.keys()].filter((joint) => model.joints[joint].kind === "flexible");
  for (const carrier of flexibleJoints) {
    const station = graph.childOf[carrier];
    const holder = graph
      .jointsAt(station)
      .find((joint) => joint !== carrier && !isLost.has(graph.across(joint, station)));
    if (!isLost.has(graph.parentOf[carrier]) || holder === undefined) continue;
    const { parent: body, child } = model.joints[carrier];
    const { name, parent, child: held } = model.joints[holder];
    const message =
      `body "${body}": it is held by its station "${child}" alone, through joint "${name}" (${parent} → ${held}), but a ` +
      `flexible body is carried by its frame. Give the frame a joint, such as a free joint from the ground to "${body}"; ` +
      `"${name}" then closes a loop. Or turn the body round, so that its frame is where it is held.`;
    throw new ModelError({ code: "held-by-station", subject: `body "${body}"`, value: child, message });
  }
}

/** Refuses couplers, gears, racks and prescribed motions of cut joints: a cut joint has no coordinates to couple. */
export function refuseCoupledCuts(model: Model, cuts: readonly number[]): void {
  const cutNames = new Set(cuts.map((joint) => model.joints[joint].name));
  for (const constraint of model.constraints) {
    const { kind, name } = constraint;
    const cut = drivenAndDriving(constraint).find((ref) => cutNames.has(ref.joint));
    if (!cut) continue;
    const message =
      `${kind} "${name}": joint "${cut.joint}" closes a loop, so it has no coordinate of its own to couple. Give it the ` +
      `role "tree", so that another joint of the loop is cut.`;
    throw new ModelError({ code: "coupled-cut", subject: `${kind} "${name}"`, value: cut.joint, message });
  }
}

/**
 * Refuses a moving joint with nothing but massless bodies outboard of it: no force would be needed to move it, so its
 * acceleration has no value. An armature is inertia enough, so is a coupler to other joints, and bodies that a cut joint or
 * a constraint between points connects to the rest are held by that, so they pass here. A station moves with the mass of its
 * flexible body.
 */
export function refuseMasslessTips(
  model: Model,
  graph: LinkGraph,
  tree: readonly TreeBody[],
  positionOf: Int32Array,
  cuts: readonly number[],
): void {
  const values = parameterDefaults(model);
  const isHeld = tree.map(({ body }) => hasInertia(model.bodies[body], values));
  for (const cut of cuts)
    for (const end of [graph.parentOf[cut], graph.childOf[cut]])
      if (end !== GROUND_NODE) isHeld[positionOf[end]] = true;
  const tied = new Set(model.constraints.flatMap((each) => ("a" in each ? [each.a.body, each.b.body] : [])));
  tree.forEach(({ body }, i) => (isHeld[i] ||= tied.has(model.bodies[body].name)));
  for (let i = tree.length - 1; i >= 0; i--) if (isHeld[i] && tree[i].parent >= 0) isHeld[tree[i].parent] = true;

  // Coupled coordinates move together; whether all of them together have inertia shows in their equations.
  const coupled = new Set(model.constraints.flatMap(drivenAndDriving).map(keyOf));
  const isCarried = ({ name, kind, coordinates }: Joint): boolean =>
    kind === "flexible" ||
    coordinates.every(
      ({ armature }, coordinate) =>
        evaluateReal(armature, values) > 0 || coupled.has(keyOf({ joint: name, coordinate })),
    );
  // The first in tree order is the joint nearest to the ground: the bodies outboard of it have no mass either.
  const tip = tree.findIndex(({ joint, nv }, i) => nv > 0 && !isHeld[i] && !isCarried(model.joints[joint]));
  if (tip < 0) return;
  const joint = model.joints[tree[tip].joint];
  const body = model.bodies[tree[tip].body].name;
  throw new ModelError({
    code: "massless-tip",
    subject: `joint "${joint.name}" (${joint.parent} → ${joint.child})`,
    value: body,
    message:
      `joint "${joint.name}" (${joint.parent} → ${joint.child}): it moves body "${body}", which has no mass, nor has anything ` +
      `that hangs on it. Give one of them mass, give the joint an armature, or weld "${body}".`,
  });
}

/** Unphysical numbers are left to the equations, unless they are all zero. */
function hasInertia({ mass, inertia, unphysical }: Body, values: ReadonlyMap<string, number>): boolean {
  if (evaluateReal(mass, values) > 0) return true;
  return unphysical === true && [mass, ...inertia].some((entry) => evaluateReal(entry, values) !== 0);
}

const keyOf = ({ joint, coordinate }: CoordinateRef): string => `${coordinate} of ${joint}`;
