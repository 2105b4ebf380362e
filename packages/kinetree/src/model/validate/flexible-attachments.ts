import { sectionProperties } from "../bodies/beam-section.js";
import { evaluateReal } from "../evaluate-real.js";
import type { Attachment, Body, Flexible, Model, NumberTriple, Pose } from "../types.js";
import { issue, type Check } from "../check.js";
import { frameOnChild, frameOnParent, jointAt } from "./joints.js";
import { nearestNode, NODE_SLACK, sizeOf } from "./modal-nodes.js";
import { named, propertyOf, thingAt, type Part } from "../part.js";

/** Relative to the length of a beam: what is nearer to its clamped end is held there. */
const AT_THE_END = 1e-9;

/**
 * What holds on to a flexible body holds on to its frame, at its clamped end. A place on the beam itself, or at a node that
 * moves, is one that the user takes to bend along, so it is refused; a bracket beside the beam is rigid and passes.
 */
export function checkFlexibleAttachments(check: Check, model: Model, broken: ReadonlySet<string>): void {
  const bending = new Map(
    model.bodies.flatMap(({ name, flexible }) =>
      flexible === undefined || broken.has(name) ? [] : [[name, flexible] as const],
    ),
  );
  if (bending.size === 0) return;
  const at = (part: Part, body: string, pose: Pose): void => {
    const flexible = bending.get(body);
    if (flexible === undefined) return;
    const place = pose.position.map((real) => evaluateReal(real, check.values)) as unknown as NumberTriple;
    if (!bendsAt(check, flexible, place)) return;
    const rest = `a place where "${body}" bends, but its frame does not. Add a station there, and use the station.`;
    check.report(issue("flexible-attachment", propertyOf(part, "position"), place, rest));
  };
  const ends = (part: Part, thing: object): void => {
    for (const end of ["a", "b", "at"] as const) {
      const found = (thing as Readonly<Record<string, unknown>>)[end] as Attachment | undefined;
      if (found === undefined) continue;
      at(named(propertyOf(propertyOf(part, end), "pose"), end), found.body, found.pose);
    }
  };
  for (const [i, joint] of model.joints.entries()) {
    if (joint.kind === "flexible") continue;
    at(frameOnParent(jointAt(i, joint)), joint.parent, joint.X_parent_joint);
    at(frameOnChild(jointAt(i, joint)), joint.child, joint.X_child_joint);
  }
  for (const [i, load] of model.loads.entries()) ends(thingAt(["loads", i], `${load.kind} "${load.name}"`), load);
  for (const [i, actuator] of model.actuators.entries())
    ends(thingAt(["actuators", i], `actuator "${actuator.name}"`), actuator);
  for (const [i, constraint] of model.constraints.entries())
    ends(thingAt(["constraints", i], `${constraint.kind} "${constraint.name}"`), constraint);
  for (const [i, contact] of model.contacts.entries())
    ends(thingAt(["contacts", i], `contact "${contact.name}"`), contact);
}

function bendsAt(check: Check, flexible: Flexible, place: NumberTriple): boolean {
  if (flexible.kind === "beam") {
    const { length, section } = flexible;
    const { fibreY, fibreZ } = sectionProperties(section);
    const [x, y, z] = place;
    const isWithin = (distance: number, fibre: Body["mass"]): boolean =>
      Math.abs(distance) <= evaluateReal(fibre, check.values);
    return x > AT_THE_END * length && x <= (1 + AT_THE_END) * length && isWithin(y, fibreY) && isWithin(z, fibreZ);
  }
  const found = nearestNode(flexible.nodes, place);
  if (found === null || found.distance > NODE_SLACK * sizeOf(flexible.nodes)) return false;
  return [...found.node.shapes, ...found.node.slopes].some((row) => row.some((x) => x !== 0));
}
