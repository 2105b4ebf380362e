import { modelDefaults } from "../defaults.js";
import { jointSizes } from "../joint-sizes.js";
import type { CoordinateProperties, Joint, Real } from "../types.js";
import { checkAxis, checkGeneralAxes, checkNotParallel, checkPerpendicular } from "./axes.js";
import { checkKnown, issue, reportUnknownKind, type Check } from "../check.js";
import { checkLimits, checkNotNegative, checkPose, checkPositive, checkReal } from "./numbers.js";
import { checkRealOrCurve } from "./tables.js";

export const jointKinds: readonly Joint["kind"][] = [
  "weld",
  "revolute",
  "continuous",
  "prismatic",
  "screw",
  "cylindrical",
  "universal",
  "planar",
  "spherical",
  "free",
  "general",
  "flexible",
];

export const jointSubject = ({ name, parent, child }: Pick<Joint, "name" | "parent" | "child">): string =>
  `joint "${name}" (${parent} → ${child})`;

export function checkJoint(check: Check, joint: Joint): void {
  const subject = jointSubject(joint);
  checkKnown(check, "unknown-body", subject, "parent", joint.parent, check.bodies);
  checkKnown(check, "unknown-body", subject, "child", joint.child, check.bodies);
  if (joint.parent === joint.child)
    check.report(
      issue(
        "self-joint",
        subject,
        "parent and child",
        joint.child,
        "must differ. Name the body that carries it as parent.",
      ),
    );
  checkPose(check, subject, "the joint frame on the parent", joint.X_parent_joint);
  checkPose(check, subject, "the joint frame on the child", joint.X_child_joint);
  if (!["auto", "tree", "loop"].includes(joint.role))
    check.report(
      issue("unknown-kind", subject, "role", joint.role, `must be "auto", "tree" or "loop". Use one of them.`),
    );
  if (checkMotion(check, subject, joint)) checkCoordinates(check, subject, joint);
}

/** The axes; false if the kind is unknown, so that nothing more can be said. */
function checkMotion(check: Check, subject: string, joint: Joint): boolean {
  switch (joint.kind) {
    case "weld":
    case "spherical":
    case "free":
    case "flexible":
      return true;
    case "screw":
      checkReal(check, subject, "pitch", joint.pitch);
      checkAxis(check, subject, "axis", joint.axis);
      return true;
    case "revolute":
    case "continuous":
    case "prismatic":
    case "cylindrical":
      checkAxis(check, subject, "axis", joint.axis);
      return true;
    case "universal":
      checkNotParallel(check, subject, joint.axis1, joint.axis2);
      return true;
    case "planar":
      checkPerpendicular(check, subject, joint.axis, joint.xAxis);
      return true;
    case "general":
      checkGeneralAxes(check, subject, joint.axes);
      return true;
    default:
      reportUnknownKind(check, `joint "${(joint as Joint).name}"`, joint, jointKinds);
      return false;
  }
}

/** How messages call a property of coordinate i of nv. */
export const coordinateNaming =
  (nv: number, i: number) =>
  (property: string): string =>
    nv === 1 ? property : `${property} of coordinate ${i}`;

function checkCoordinates(check: Check, subject: string, joint: Joint): void {
  const { nv } = jointSizes(joint);
  if (joint.coordinates.length !== nv) {
    const rest = `must be ${nv}, one for each speed of a ${joint.kind} joint. Give ${nv}.`;
    check.report(issue("coordinate-count", subject, "number of coordinate properties", joint.coordinates.length, rest));
    return;
  }
  for (const [i, properties] of joint.coordinates.entries()) {
    const what = coordinateNaming(nv, i);
    checkCoordinate(check, subject, what, properties);
    if (joint.kind === "spherical" || joint.kind === "free")
      checkDampingOnly(check, subject, what, joint.kind, properties);
    if (joint.kind === "continuous" && (properties.lower !== null || properties.upper !== null)) {
      const rest = "must be absent in a continuous joint. Use a revolute joint for one with limits.";
      check.report(issue("continuous-limits", subject, "range", [properties.lower, properties.upper], rest));
    }
  }
}

function checkCoordinate(
  check: Check,
  subject: string,
  what: (property: string) => string,
  c: CoordinateProperties,
): void {
  const passive = "It would feed energy in; model a drive as an actuator.";
  checkNotNegative(check, subject, what("damping"), c.damping, passive);
  checkNotNegative(check, subject, what("friction"), c.friction, passive);
  checkPositive(
    check,
    subject,
    what("frictionSpeed"),
    c.frictionSpeed,
    "Give the speed at which friction sets in, such as 0.01.",
  );
  checkRealOrCurve(check, subject, what("stiffness"), c.stiffness);
  checkReal(check, subject, what("rest"), c.rest);
  checkLimits(check, subject, what("coordinate"), c.lower, c.upper);
  checkNotNegative(
    check,
    subject,
    what("stopStiffness"),
    c.stopStiffness,
    "A stop pushes back; 0 means there is none.",
  );
  checkNotNegative(check, subject, what("stopDamping"), c.stopDamping, passive);
  checkNotNegative(
    check,
    subject,
    what("armature"),
    c.armature,
    "Give the rotor's inertia times the gear ratio squared.",
  );
  checkDriveLimit(check, subject, what("maxForce"), c.maxForce ?? null);
  checkDriveLimit(check, subject, what("maxSpeed"), c.maxSpeed ?? null);
}

function checkDriveLimit(check: Check, subject: string, what: string, limit: Real | null): void {
  if (limit !== null) checkNotNegative(check, subject, what, limit, "Give its size, or leave it out for none.");
}

/**
 * Stops that can never act are a limit or a stiffness forgotten. Only the builder asks: in plain data, where every property
 * is written out, they are harmless.
 */
export function checkStops(
  { report }: Pick<Check, "report">,
  subject: string,
  what: (property: string) => string,
  c: CoordinateProperties,
): void {
  const { lower, upper, stopStiffness, stopDamping } = c;
  if (stopStiffness !== 0 && lower === null && upper === null) {
    const rest = "which acts at limits, and there are none. Give lower or upper, or leave it out.";
    report(issue("stop-alone", subject, what("stopStiffness"), stopStiffness, rest));
  } else if (stopDamping !== 0 && stopStiffness === 0) {
    const rest = "which acts within stops, and there are none. Give stopStiffness, or leave it out.";
    report(issue("stop-alone", subject, what("stopDamping"), stopDamping, rest));
  }
}

/** Speeds of a spherical or free joint are not rates of coordinates, so nothing that depends on a coordinate can act along them. */
function checkDampingOnly(
  check: Check,
  subject: string,
  what: (property: string) => string,
  kind: string,
  properties: CoordinateProperties,
): void {
  const { damping: _damping, frictionSpeed: _speed, ...rest } = modelDefaults.coordinate;
  for (const property of Object.keys(rest) as (keyof typeof rest)[]) {
    if ((properties[property] ?? null) === rest[property]) continue;
    const fix = `which a ${kind} joint cannot have: it takes damping only. Put a bushing between the two bodies instead.`;
    check.report(issue("coordinate-not-scalar", subject, what(property), properties[property], fix));
  }
}
