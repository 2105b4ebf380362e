import { inertiaFault, massFault } from "../bodies/mass-properties.js";
import type { Symmetric3 } from "../bodies/principal-moments.js";
import type { Real } from "../real.js";
import type { Body, Shape } from "../types.js";
import { checkBeam, checkFollowing } from "./beams.js";
import { issue, reportUnknownKind, type Check } from "../check.js";
import { checkModalBody, checkWholeMass } from "./modal-bodies.js";
import { checkNames } from "./names.js";
import { checkPose, checkPositive, checkReal, checkReals } from "./numbers.js";

const shapeKinds: readonly Shape["kind"][] = ["box", "sphere", "cylinder", "capsule", "mesh"];

/** False if something is wrong with how the body bends. */
export function checkBody(check: Check, body: Body): boolean {
  const subject = `body "${body.name}"`;
  const isSound = checkFlexibleBody(check, subject, body);
  checkNames(check, body.frames, `frame of ${subject}`);
  for (const frame of body.frames) checkPose(check, subject, `frame "${frame.name}"`, frame.pose);
  checkNames(
    check,
    body.shapes.filter(({ name }) => name !== ""),
    `shape of ${subject}`,
  );
  for (const [i, shape] of body.shapes.entries()) checkShape(check, subject, shape.name || `${i}`, shape);
  return isSound;
}

/** The mass of a beam follows from the beam, so nothing is said of it while the beam is wrong. */
function checkFlexibleBody(given: Check, subject: string, body: Body): boolean {
  let isSound = true;
  const report: Check["report"] = (found) => {
    isSound = false;
    given.report(found);
  };
  const check: Check = { ...given, report };
  const { flexible } = body;
  if (flexible === undefined) checkMassProperties(given, subject, body);
  else if (body.massless) {
    const rest = "must be false: a body that bends has mass. Leave it out.";
    check.report(issue("flexible-massless", subject, "massless", body.massless, rest));
  } else if (flexible.kind === "beam") {
    checkBeam(check, subject, flexible);
    if (isSound && checkFollowing(check, subject, body, flexible)) checkMassProperties(check, subject, body);
  } else if (flexible.kind === "modal") {
    checkModalBody(check, subject, flexible);
    checkMassProperties(check, subject, body);
    if (isSound) checkWholeMass(check, subject, body, flexible);
  } else reportUnknownKind(check, `flexible of ${subject}`, flexible, ["beam", "modal"]);
  return isSound;
}

function checkMassProperties(check: Check, subject: string, body: Body): void {
  checkMass(check, subject, body);
  checkReals(check, subject, "centre of mass", body.com, 3);
  checkInertia(check, subject, body);
}

function checkMass(check: Check, subject: string, { mass: given, massless, unphysical }: Body): void {
  const mass = checkReal(check, subject, "mass", given);
  if (mass === null) return;
  if (massless) {
    const rest = "must be 0 in a massless body. Leave out massless, or the mass.";
    if (mass !== 0) check.report(issue("massless-with-mass", subject, "mass", mass, rest));
    return;
  }
  const fault = unphysical === true ? null : massFault(mass);
  if (fault !== null) check.report(issue(fault.code, subject, "mass", mass, `${fault.rest} ${fault.fix}`));
}

function checkInertia(check: Check, subject: string, { inertia: given, massless, unphysical }: Body): void {
  const inertia = checkReals(check, subject, "inertia", given, 6);
  if (inertia === null) return;
  if (massless) {
    const rest = "must be all 0 in a massless body. Leave out massless, or the inertia.";
    if (inertia.some((entry) => entry !== 0))
      check.report(issue("massless-with-mass", subject, "inertia", inertia, rest));
    return;
  }
  const fault = unphysical === true ? null : inertiaFault(inertia as unknown as Symmetric3);
  if (fault === null) return;
  const report = fault.code === "inertia-triangle" ? check.reportUnphysical : check.report;
  report(issue(fault.code, subject, "inertia", inertia, `${fault.rest} ${fault.fix}`));
}

function checkShape(check: Check, body: string, name: string, shape: Shape): void {
  const subject = `shape ${/^\d/.test(name) ? name : `"${name}"`} of ${body}`;
  checkPose(check, subject, "pose", shape.pose);
  if (shape.color !== null && !(shape.color.length === 4 && shape.color.every((part) => part >= 0 && part <= 1))) {
    const rest = "must be red, green, blue and opacity, each from 0 to 1. Divide by 255 if they are bytes.";
    check.report(issue("color-range", subject, "colour", shape.color, rest));
  }
  const positive = (what: string, real: Real): void => {
    checkPositive(check, subject, what, real, "Give the size in metres.");
  };
  switch (shape.kind) {
    case "box":
      checkReals(check, subject, "size", shape.size, 3)?.forEach((edge, i) => positive(`size[${i}]`, edge));
      return;
    case "sphere":
      return positive("radius", shape.radius);
    case "cylinder":
    case "capsule":
      positive("radius", shape.radius);
      return positive("length", shape.length);
    case "mesh":
      // A negative scale mirrors a mesh on purpose.
      checkReals(check, subject, "scale", shape.scale, 3);
      return;
    default:
      reportUnknownKind(check, subject, shape, shapeKinds);
  }
}
