import { evaluateReal } from "../evaluate-real.js";
import { shaftElementFields, shaftElementKinds } from "../shaft-elements.js";
import { isShaft, type Shaft, type ShaftPort } from "../shaft.js";
import { reduceShafts } from "../shafts/reduce-shafts.js";
import type { Model, Real, ShaftElement } from "../types.js";
import { issue, reportUnknownKind, type Check } from "../check.js";
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
