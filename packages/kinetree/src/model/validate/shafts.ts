import { evaluateReal } from "../evaluate-real.js";
import { jointKinds } from "../joints.js";
import { jointSizes } from "../joint-sizes.js";
import { shaftElementDefinitions, shaftElementFields, shaftElementKinds } from "../shaft-elements.js";
import { isShaft, type Shaft, type ShaftPort } from "../shaft.js";
import { reduceShafts } from "../shafts/reduce-shafts.js";
import { speedKinds } from "../speed-kinds.js";
import type { Model, Real, ShaftElement } from "../types.js";
import { checkKnown, issue, reportUnknownKind, type Check } from "../check.js";
import { named, propertyOf, thingAt, type Part } from "../part.js";
import { checkAttachment } from "./attachments.js";
import { checkAxis } from "./axes.js";
import { checkFields } from "./fields.js";
import { checkNotNegative } from "./numbers.js";

const subjectOf = ({ kind, name }: ShaftElement): string => `${kind} "${name}"`;

export function checkShaft(check: Check, shaft: Shaft, index: number): void {
  const part = thingAt(["shafts", index], `shaft "${shaft.name}"`);
  checkNotNegative(check, propertyOf(part, "inertia"), shaft.inertia, "Give the moment of inertia about its axis.");
  if (shaft.damping !== undefined)
    checkNotNegative(check, propertyOf(part, "damping"), shaft.damping, "It would feed energy in.");
  if (shaft.mount === undefined) return;
  const mount = propertyOf(part, "mount");
  checkAttachment(check, propertyOf(mount, "at"), shaft.mount.at);
  checkAxis(check, propertyOf(mount, "axis"), shaft.mount.axis);
}

export function checkShaftElement(check: Check, element: ShaftElement, index: number): void {
  const place = ["shaftElements", index];
  if (!shaftElementKinds.includes(element.kind)) {
    const { name } = element as ShaftElement;
    reportUnknownKind(check, thingAt(place, `shaft element "${name}"`), element as never, shaftElementKinds);
    return;
  }
  const part = thingAt(place, subjectOf(element));
  checkFields(check, part, shaftElementFields(element.kind), element);
  checkEnds(check, part, element);
}

/** Two ends on one shaft or one coordinate. */
function checkEnds(check: Check, part: Part, element: ShaftElement): void {
  const ports = Object.entries(shaftElementFields(element.kind)).flatMap(([name, { type }]) => {
    if (type !== "port" && type !== "shaft") return [];
    const value = (element as unknown as Readonly<Record<string, ShaftPort | string>>)[name];
    return [[name, typeof value === "string" ? `shaft "${value}"` : portName(value)] as const];
  });
  ports.forEach(([name, end], i) => {
    if (!ports.slice(0, i).some(([, other]) => other === end)) return;
    const rest = "which is another end of it too. Give it another shaft or joint.";
    check.report(issue("load-within-coordinate", propertyOf(part, name), end, rest));
  });
}

const portName = (port: ShaftPort): string =>
  isShaft(port) ? `shaft "${port.shaft}"` : `joint "${port.joint}", ${port.coordinate}`;

/** An end of an element: it must turn, and for a reaction elsewhere be a joint that does nothing else. */
export function checkPort(check: Check, part: Part, port: ShaftPort): void {
  if (isShaft(port)) {
    checkKnown(check, "unknown-shaft", named(propertyOf(part, "shaft"), part.name), port.shaft, check.shafts);
    return;
  }
  const ofJoint = propertyOf(part, "joint");
  if (!checkKnown(check, "unknown-joint", ofJoint, port.joint, check.joints)) return;
  const joint = check.joints.get(port.joint);
  if (joint === undefined || !jointKinds.includes(joint.kind)) return; // reported with the joint
  const { nv } = jointSizes(joint);
  const isThere = Number.isInteger(port.coordinate) && port.coordinate >= 0 && port.coordinate < nv;
  if (!isThere || speedKinds(joint)[port.coordinate] !== "rotation") {
    const rest = `must be a speed of joint "${port.joint}" (${joint.kind}) that turns. Choose another coordinate or joint.`;
    check.report(issue("coordinate-index", propertyOf(part, "coordinate"), port.coordinate, rest));
    return;
  }
  if (port.reaction === "parent") return;
  const ofReaction = propertyOf(part, "reaction");
  if (port.reaction !== "none") {
    const rest = `must be "parent" or "none". Use one of the two.`;
    check.report(issue("unknown-kind", ofReaction, port.reaction, rest));
  } else if (nv !== 1) {
    const rest = `must be "parent": joint "${port.joint}" (${joint.kind}) does more than turn about one axis. Use a revolute or continuous joint.`;
    check.report(issue("shaft-reaction", ofReaction, port.reaction, rest));
  }
}

/** The name of an element that an actuator commands. */
export function checkCommanded(check: Check, part: Part, name: string): void {
  if (!checkKnown(check, "unknown-shaft-element", part, name, check.shaftElements)) return;
  const element = check.shaftElements.get(name);
  if (element === undefined || !shaftElementKinds.includes(element.kind)) return;
  if (shaftElementDefinitions[element.kind].uncommanded !== null) return;
  const rest = `a ${element.kind}, which takes no command. Name a clutch, a brake, a motor, an engine or a gearbox.`;
  check.report(issue("shaft-command", part, name, rest));
}

/** What only shows once all shafts and elements are there: closed trains, and shafts without inertia. */
export function checkShaftNetwork(check: Check, model: Pick<Model, "shafts" | "shaftElements">): void {
  if (model.shafts.length === 0) return;
  const value = (real: Real): number => evaluateReal(real, check.values);
  const reduced = reduceShafts(model, value, value);
  if (!("of" in reduced)) return;
  if (reduced.of === "relation") {
    const element = model.shaftElements[reduced.element];
    const part = thingAt(["shaftElements", reduced.element], subjectOf(element));
    const rest = "whose shafts are tied to each other already. Leave it out, or put a spring or a clutch in between.";
    check.report(issue("shaft-train", named(part, "kind"), element.kind, rest));
    return;
  }
  const { name } = model.shafts[reduced.shaft];
  const part = propertyOf(thingAt(["shafts", reduced.shaft], `shaft "${name}"`), "inertia");
  const rest =
    `its own and what gears and differentials tie to it, must be > 0: nothing would limit its acceleration. Give an inertia ` +
    `to it, or to each output of its differential.`;
  check.report(issue("shaft-inertia", part, reduced.inertia, rest));
}
