import { inertiaFault, massFault } from "../bodies/mass-properties.js";
import type { Symmetric3 } from "../bodies/principal-moments.js";
import type { Real } from "../real.js";
import type { Body, Shape } from "../types.js";
import { checkBeam, checkFollowing } from "./beams.js";
import { issue, reportUnknownKind, type Check } from "../check.js";
import { checkModalBody, checkWholeMass } from "./modal-bodies.js";
import { checkNames } from "./names.js";
import { checkPose, checkPositive, checkReal, checkReals } from "./numbers.js";
import { itemOf, memberOf, named, propertyOf, thingAt, type Part } from "../part.js";

const shapeKinds: readonly Shape["kind"][] = ["box", "sphere", "cylinder", "capsule", "mesh"];

/** False if something is wrong with how the body bends. */
export function checkBody(check: Check, body: Body, index: number): boolean {
  const subject = `body "${body.name}"`;
  const part = thingAt(["bodies", index], subject);
  const isSound = checkFlexibleBody(check, part, body);
  const frames = propertyOf(part, "frames");
  checkNames(check, frames.path, body.frames.entries(), `frame of ${subject}`);
  for (const [i, frame] of body.frames.entries())
    checkPose(check, named(propertyOf(itemOf(frames, i), "pose"), `frame "${frame.name}"`), frame.pose);
  const namedShapes = [...body.shapes.entries()].filter(([, { name }]) => name !== "");
  checkNames(check, [...part.path, "shapes"], namedShapes, `shape of ${subject}`);
  for (const [i, shape] of body.shapes.entries()) checkShape(check, part, i, shape);
  return isSound;
}

/** The mass of a beam follows from the beam, so nothing is said of it while the beam is wrong. */
function checkFlexibleBody(given: Check, part: Part, body: Body): boolean {
  let isSound = true;
  const report: Check["report"] = (found) => {
    isSound = false;
    given.report(found);
  };
  const check: Check = { ...given, report };
  const { flexible } = body;
  const bends = memberOf(part, "flexible");
  if (flexible === undefined) checkMassProperties(given, part, body);
  else if (body.massless) {
    const rest = "must be false: a body that bends has mass. Leave it out.";
    check.report(issue("flexible-massless", propertyOf(part, "massless"), body.massless, rest));
  } else if (flexible.kind === "beam") {
    checkBeam(check, bends, flexible);
    if (isSound && checkFollowing(check, part, body, flexible)) checkMassProperties(check, part, body);
  } else if (flexible.kind === "modal") {
    checkModalBody(check, bends, flexible);
    checkMassProperties(check, part, body);
    if (isSound) checkWholeMass(check, part, body, flexible);
  } else reportUnknownKind(check, thingAt(bends.path, `flexible of ${part.subject}`), flexible, ["beam", "modal"]);
  return isSound;
}

function checkMassProperties(check: Check, part: Part, body: Body): void {
  checkMass(check, propertyOf(part, "mass"), body);
  checkReals(check, propertyOf(part, "com", "centre of mass"), body.com, 3);
  checkInertia(check, propertyOf(part, "inertia"), body);
}

function checkMass(check: Check, part: Part, { mass: given, massless, unphysical }: Body): void {
  const mass = checkReal(check, part, given);
  if (mass === null) return;
  if (massless) {
    const rest = "must be 0 in a massless body. Leave out massless, or the mass.";
    if (mass !== 0) check.report(issue("massless-with-mass", part, mass, rest));
    return;
  }
  const fault = unphysical === true ? null : massFault(mass);
  if (fault !== null) check.report(issue(fault.code, part, mass, `${fault.rest} ${fault.fix}`));
}

function checkInertia(check: Check, part: Part, { inertia: given, massless, unphysical }: Body): void {
  const inertia = checkReals(check, part, given, 6);
  if (inertia === null) return;
  if (massless) {
    const rest = "must be all 0 in a massless body. Leave out massless, or the inertia.";
    if (inertia.some((entry) => entry !== 0)) check.report(issue("massless-with-mass", part, inertia, rest));
    return;
  }
  const fault = unphysical === true ? null : inertiaFault(inertia as unknown as Symmetric3);
  if (fault === null) return;
  const report = fault.code === "inertia-triangle" ? check.reportUnphysical : check.report;
  report(issue(fault.code, part, inertia, `${fault.rest} ${fault.fix}`));
}

function checkShape(check: Check, body: Part, index: number, shape: Shape): void {
  const name = shape.name || `${index}`;
  const subject = `shape ${/^\d/.test(name) ? name : `"${name}"`} of ${body.subject}`;
  const part = thingAt([...body.path, "shapes", index], subject);
  checkPose(check, propertyOf(part, "pose"), shape.pose);
  if (shape.color !== null && !(shape.color.length === 4 && shape.color.every((part) => part >= 0 && part <= 1))) {
    const rest = "must be red, green, blue and opacity, each from 0 to 1. Divide by 255 if they are bytes.";
    check.report(issue("color-range", propertyOf(part, "color", "colour"), shape.color, rest));
  }
  const positive = (of: Part, real: Real): void => {
    checkPositive(check, of, real, "Give the size in metres.");
  };
  const size = propertyOf(part, "size");
  switch (shape.kind) {
    case "box":
      checkReals(check, size, shape.size, 3)?.forEach((edge, i) => positive(itemOf(size, i), edge));
      return;
    case "sphere":
      return positive(propertyOf(part, "radius"), shape.radius);
    case "cylinder":
    case "capsule":
      positive(propertyOf(part, "radius"), shape.radius);
      return positive(propertyOf(part, "length"), shape.length);
    case "mesh":
      // A negative scale mirrors a mesh on purpose.
      checkReals(check, propertyOf(part, "scale"), shape.scale, 3);
      return;
    default:
      reportUnknownKind(check, part, shape, shapeKinds);
  }
}
