import { modelDefaults } from "../defaults.js";
import { jointSizes } from "../joint-sizes.js";
import { definitionOf, jointKinds } from "../joints.js";
import type { CoordinateProperties, Joint, Real } from "../types.js";
import { checkAxis, checkGeneralAxes, checkNotParallel, checkPerpendicular } from "./axes.js";
import { checkKnown, issue, reportUnknownKind, type Check } from "../check.js";
import { checkLimits, checkNotNegative, checkPose, checkPositive, checkReal } from "./numbers.js";
import { itemOf, named, propertyOf, thingAt, type Part } from "../part.js";
import { checkRealOrCurve } from "./tables.js";

export const jointSubject = ({ name, parent, child }: Pick<Joint, "name" | "parent" | "child">): string =>
  `joint "${name}" (${parent} → ${child})`;

export const jointAt = (index: number, joint: Pick<Joint, "name" | "parent" | "child">): Part =>
  thingAt(["joints", index], jointSubject(joint));

/** The two frames of a joint. */
export const frameOnParent = (joint: Part): Part =>
  propertyOf(joint, "X_parent_joint", "the joint frame on the parent");
export const frameOnChild = (joint: Part): Part => propertyOf(joint, "X_child_joint", "the joint frame on the child");

export function checkJoint(check: Check, joint: Joint, index: number): void {
  const part = jointAt(index, joint);
  checkKnown(check, "unknown-body", propertyOf(part, "parent"), joint.parent, check.bodies);
  checkKnown(check, "unknown-body", propertyOf(part, "child"), joint.child, check.bodies);
  if (joint.parent === joint.child) {
    const rest = "must differ. Name the body that carries it as parent.";
    check.report(issue("self-joint", propertyOf(part, "child", "parent and child"), joint.child, rest));
  }
  checkPose(check, frameOnParent(part), joint.X_parent_joint);
  checkPose(check, frameOnChild(part), joint.X_child_joint);
  if (!["auto", "tree", "loop"].includes(joint.role)) {
    const rest = `must be "auto", "tree" or "loop". Use one of them.`;
    check.report(issue("unknown-kind", propertyOf(part, "role"), joint.role, rest));
  }
  if (checkMotion(check, part, joint)) checkCoordinates(check, part, joint);
}

/** The fields of its kind; false if the kind is unknown, so that nothing more can be said. */
function checkMotion(check: Check, part: Part, joint: Joint): boolean {
  if (!jointKinds.includes(joint.kind)) {
    reportUnknownKind(check, thingAt(part.path, `joint "${joint.name}"`), joint as never, jointKinds);
    return false;
  }
  definitionOf(joint).check(joint, {
    real: (field, value) => checkReal(check, propertyOf(part, field), value),
    direction: (field, axis) => checkAxis(check, propertyOf(part, field), axis),
    notParallel: (axis1, axis2) => checkNotParallel(check, part, axis1, axis2),
    perpendicular: (axis, xAxis) => checkPerpendicular(check, part, axis, xAxis),
    axes: (axes) => checkGeneralAxes(check, part, axes),
  });
  return true;
}

/** Coordinate i of nv; that of a joint with one needs no number. */
export const coordinateAt = (joint: Part, nv: number, i: number): Part =>
  named(itemOf(propertyOf(joint, "coordinates"), i), nv === 1 ? "" : `coordinate ${i}`);

function checkCoordinates(check: Check, part: Part, joint: Joint): void {
  const { nv } = jointSizes(joint);
  const { takes } = definitionOf(joint);
  if (joint.coordinates.length !== nv) {
    const rest = `must be ${nv}, one for each speed of a ${joint.kind} joint. Give ${nv}.`;
    const list = propertyOf(part, "coordinates", "number of coordinate properties");
    check.report(issue("coordinate-count", list, joint.coordinates.length, rest));
    return;
  }
  for (const [i, properties] of joint.coordinates.entries()) {
    const coordinate = coordinateAt(part, nv, i);
    checkCoordinate(check, coordinate, properties);
    if (takes === "damping-only") checkDampingOnly(check, coordinate, joint.kind, properties);
    if (takes === "no-limits" && (properties.lower !== null || properties.upper !== null)) {
      const rest = `must be absent in a ${joint.kind} joint. Use a revolute joint for one with limits.`;
      const given = propertyOf(coordinate, properties.lower === null ? "upper" : "lower", "range");
      check.report(issue("continuous-limits", given, [properties.lower, properties.upper], rest));
    }
  }
}

function checkCoordinate(check: Check, part: Part, c: CoordinateProperties): void {
  const passive = "It would feed energy in; model a drive as an actuator.";
  const given = (key: keyof CoordinateProperties): Part => propertyOf(part, key);
  checkNotNegative(check, given("damping"), c.damping, passive);
  checkNotNegative(check, given("friction"), c.friction, passive);
  const speedFix = "Give the speed at which friction sets in, such as 0.01.";
  checkPositive(check, given("frictionSpeed"), c.frictionSpeed, speedFix);
  checkRealOrCurve(check, given("stiffness"), c.stiffness);
  checkReal(check, given("rest"), c.rest);
  checkLimits(check, part, "coordinate", [c.lower, c.upper]);
  const stopFix = "A stop pushes back; 0 means there is none.";
  checkNotNegative(check, given("stopStiffness"), c.stopStiffness, stopFix);
  checkNotNegative(check, given("stopDamping"), c.stopDamping, passive);
  checkNotNegative(check, given("armature"), c.armature, "Give the rotor's inertia times the gear ratio squared.");
  checkDriveLimit(check, given("maxForce"), c.maxForce ?? null);
  checkDriveLimit(check, given("maxSpeed"), c.maxSpeed ?? null);
}

function checkDriveLimit(check: Check, part: Part, limit: Real | null): void {
  if (limit !== null) checkNotNegative(check, part, limit, "Give its size, or leave it out for none.");
}

/**
 * Stops that can never act are a limit or a stiffness forgotten. Only the builder asks: in plain data, where every property
 * is written out, they are harmless.
 */
export function checkStops({ report }: Pick<Check, "report">, part: Part, c: CoordinateProperties): void {
  const { lower, upper, stopStiffness, stopDamping } = c;
  if (stopStiffness !== 0 && lower === null && upper === null) {
    const rest = "which acts at limits, and there are none. Give lower or upper, or leave it out.";
    report(issue("stop-alone", propertyOf(part, "stopStiffness"), stopStiffness, rest));
  } else if (stopDamping !== 0 && stopStiffness === 0) {
    const rest = "which acts within stops, and there are none. Give stopStiffness, or leave it out.";
    report(issue("stop-alone", propertyOf(part, "stopDamping"), stopDamping, rest));
  }
}

/** Speeds of a spherical or free joint are not rates of coordinates, so nothing that depends on a coordinate can act along them. */
function checkDampingOnly(check: Check, part: Part, kind: string, properties: CoordinateProperties): void {
  const { damping: _damping, frictionSpeed: _speed, ...rest } = modelDefaults.coordinate;
  for (const property of Object.keys(rest) as (keyof typeof rest)[]) {
    if ((properties[property] ?? null) === rest[property]) continue;
    const fix = `which a ${kind} joint cannot have: it takes damping only. Put a bushing between the two bodies instead.`;
    check.report(issue("coordinate-not-scalar", propertyOf(part, property), properties[property], fix));
  }
}
