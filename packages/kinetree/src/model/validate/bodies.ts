import { inertiaFault, massFault } from "../mass-properties.js";
import type { Symmetric3 } from "../principal-moments.js";
import type { Real } from "../real.js";
import type { Body, Shape } from "../types.js";
import { issue, reportUnknownKind, type Check } from "./check.js";
import { checkNames } from "./names.js";
import { checkPose, checkPositive, checkReal, checkReals } from "./numbers.js";

const shapeKinds: readonly Shape["kind"][] = ["box", "sphere", "cylinder", "capsule", "mesh"];

export function checkBody(check: Check, body: Body): void {
  const subject = `body "${body.name}"`;
  checkMass(check, subject, body);
  checkReals(check, subject, "centre of mass", body.com, 3);
  checkInertia(check, subject, body);
  checkNames(check, body.frames, `frame of ${subject}`);
  for (const frame of body.frames) checkPose(check, subject, `frame "${frame.name}"`, frame.pose);
  checkNames(
    check,
    body.shapes.filter(({ name }) => name !== ""),
    `shape of ${subject}`,
  );
  for (const [i, shape] of body.shapes.entries()) checkShape(check, subject, shape.name || `${i}`, shape);
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
