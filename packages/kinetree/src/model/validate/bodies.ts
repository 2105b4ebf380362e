import { principalMoments, type Symmetric3 } from "../principal-moments.js";
import type { Real } from "../real.js";
import type { Body, Shape } from "../types.js";
import { issue, reportUnknownKind, type Check } from "./check.js";
import { checkNames } from "./names.js";
import { checkPose, checkPositive, checkReal, checkReals } from "./numbers.js";

/** Relative to the largest principal moment: what rounding in CAD exports does to a flat plate, whose moments add up exactly. */
export const INERTIA_TOLERANCE = 1e-9;

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

function checkMass(check: Check, subject: string, { mass: given, massless }: Body): void {
  const mass = checkReal(check, subject, "mass", given);
  if (mass === null) return;
  if (massless && mass !== 0)
    check.report(
      issue(
        "massless-with-mass",
        subject,
        "mass",
        mass,
        "must be 0 in a massless body. Leave out massless, or the mass.",
      ),
    );
  if (!massless && mass <= 0) {
    const rest = "must be > 0. Give the mass in kg, or say massless: true if the body only carries others.";
    check.report(issue("mass-not-positive", subject, "mass", mass, rest));
  }
}

/** Point masses and thin rods, with moments that are exactly zero, are bodies too. */
function checkInertia(check: Check, subject: string, body: Body): void {
  const inertia = checkReals(check, subject, "inertia", body.inertia, 6);
  if (inertia === null) return;
  if (body.massless) {
    if (inertia.some((entry) => entry !== 0)) {
      const rest = "must be all 0 in a massless body. Leave out massless, or the inertia.";
      check.report(issue("massless-with-mass", subject, "inertia", inertia, rest));
    }
    return;
  }
  const moments = principalMoments(inertia as unknown as Symmetric3);
  const [low, middle, high] = moments;
  const tolerance = INERTIA_TOLERANCE * Math.max(Math.abs(low), Math.abs(high));
  if (low < -tolerance) {
    const rest =
      `principal moments ${moments.join(", ")} kg m², none may be negative. ` +
      `Check the order xx, yy, zz, xy, xz, yz and the sign of the products of inertia.`;
    check.report(issue("inertia-not-positive", subject, "inertia", inertia, rest));
  } else if (high > low + middle + tolerance) {
    const rest =
      `principal moments ${moments.join(", ")} kg m², none may exceed the sum of the other two: no body has that inertia. ` +
      `Check the units, the order xx, yy, zz, xy, xz, yz, and that it is about the mass centre.`;
    check.reportUnphysical(issue("inertia-triangle", subject, "inertia", inertia, rest));
  }
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
