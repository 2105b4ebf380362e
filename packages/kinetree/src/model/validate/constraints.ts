import { coordinateRelation } from "../constraints/coordinate-relation.js";
import type { Attachment, Constraint, CoordinateRef, Motion } from "../types.js";
import { bodyOfBothEnds, checkEndsOnOneBody } from "./attachments.js";
import { checkAxis } from "./axes.js";
import { issue, reportUnknownKind, type Check } from "../check.js";
import { checkCoordinateRef } from "./coordinate-refs.js";
import { checkNotZero, checkPositive, checkReal } from "./numbers.js";
import { itemOf, named, propertyOf, thingAt, type Part } from "../part.js";

/** Every kind of constraint, as messages list them. */
export const constraintKinds: readonly Constraint["kind"][] = [
  "coupler",
  "gear",
  "rack-and-pinion",
  "motion",
  "distance",
  "point-on-line",
  "point-on-plane",
];

const motionKinds: readonly Motion["kind"][] = ["polynomial", "sine"];

export function checkConstraints(check: Check, constraints: readonly Constraint[]): void {
  /** What drives a coordinate. */
  const driverOf = new Map<string, Constraint>();
  for (const [i, constraint] of constraints.entries()) {
    const part = constraintAt(i, constraint);
    const driven = checkConstraint(check, part, constraint);
    if (driven === null) continue;
    const key = keyOf(driven);
    const other = driverOf.get(key);
    if (other === undefined) driverOf.set(key, constraint);
    else {
      const property = constraint.kind === "rack-and-pinion" ? "rack" : "driven";
      const rest = `already driven by ${subjectOf(other)}. Leave it to one of them.`;
      check.report(issue("coupler-shared", propertyOf(part, property, `${property} coordinate`), driven, rest));
    }
  }
  checkCycles(check, constraints, driverOf);
}

const subjectOf = ({ kind, name }: Constraint): string => `${kind} "${name}"`;

const constraintAt = (index: number, constraint: Constraint): Part =>
  thingAt(["constraints", index], subjectOf(constraint));

const keyOf = ({ joint, coordinate }: CoordinateRef): string => `${coordinate} of ${joint}`;

/** Checks one by itself; the coordinate that it drives, or null if it drives none or is not sound. */
function checkConstraint(check: Check, part: Part, constraint: Constraint): CoordinateRef | null {
  switch (constraint.kind) {
    case "coupler":
      checkPolynomial(check, propertyOf(part, "polynomial"), constraint.polynomial);
      return checkPair(check, part, constraint.driven, constraint.driving, null);
    case "gear":
      checkNotZero(check, propertyOf(part, "ratio"), constraint.ratio, FOLLOWS_FIX);
      checkReal(check, propertyOf(part, "offset"), constraint.offset);
      return checkPair(check, part, constraint.driven, constraint.driving, "rotation");
    case "rack-and-pinion": {
      const { rack, pinion, radius, offset } = constraint;
      checkNotZero(check, propertyOf(part, "radius"), radius, FOLLOWS_FIX);
      checkReal(check, propertyOf(part, "offset"), offset);
      const isRackSound = checkCoordinateRef(check, propertyOf(part, "rack"), rack, "translation");
      return checkCoordinateRef(check, propertyOf(part, "pinion"), pinion, "rotation") && isRackSound ? rack : null;
    }
    case "motion":
      checkMotion(check, propertyOf(part, "motion", "its motion"), constraint.motion);
      return checkCoordinateRef(check, propertyOf(part, "driven"), constraint.driven) ? constraint.driven : null;
    case "distance":
      checkEnds(check, part, constraint);
      checkPositive(check, propertyOf(part, "length"), constraint.length, LENGTH_FIX);
      return null;
    case "point-on-line":
      checkEnds(check, part, constraint);
      checkAxis(check, propertyOf(part, "axis"), constraint.axis);
      return null;
    case "point-on-plane":
      checkEnds(check, part, constraint);
      checkAxis(check, propertyOf(part, "normal"), constraint.normal);
      return null;
    default:
      reportUnknownKind(
        check,
        thingAt(part.path, `constraint "${(constraint as Constraint).name}"`),
        constraint,
        constraintKinds,
      );
      return null;
  }
}

const FOLLOWS_FIX = "To hold the coordinate still, prescribe its motion: a polynomial with one coefficient.";

const LENGTH_FIX = "Give the length of the rod in metres; for no distance use a spherical joint that closes the loop.";

/** The driven coordinate, if both are sound and differ. */
function checkPair(
  check: Check,
  part: Part,
  driven: CoordinateRef,
  driving: CoordinateRef | null,
  wanted: "rotation" | null,
): CoordinateRef | null {
  const isDrivenSound = checkCoordinateRef(check, propertyOf(part, "driven"), driven, wanted);
  if (driving !== null && !checkCoordinateRef(check, propertyOf(part, "driving"), driving, wanted)) return null;
  if (!isDrivenSound) return null;
  if (driving === null || keyOf(driving) !== keyOf(driven)) return driven;
  const rest = `both driven and driving. A coordinate cannot drive itself: name another one as driving.`;
  check.report(issue("coupler-self", propertyOf(part, "driving", "coordinate"), driven, rest));
  return null;
}

type Polynomial = Extract<Constraint, { kind: "coupler" }>["polynomial"];

function checkPolynomial(check: Check, part: Part, polynomial: Polynomial): void {
  if (polynomial.length === 0) {
    const rest =
      "must have at least one coefficient. Give the constant one first, then that of the driving coordinate.";
    check.report(issue("wrong-length", part, polynomial, rest));
  }
  polynomial.forEach((coefficient, k) => checkReal(check, itemOf(part, k), coefficient));
}

function checkMotion(check: Check, part: Part, motion: Motion): void {
  switch (motion.kind) {
    case "polynomial": {
      const { coefficients } = motion;
      const list = propertyOf(part, "coefficients");
      if (coefficients.length === 0) {
        const rest = "must have at least one. Give the value at time 0, then the speed, then half the acceleration.";
        check.report(issue("wrong-length", list, coefficients, rest));
      }
      coefficients.forEach((c, k) => checkReal(check, named(itemOf(list, k), `coefficients[${k}] of ${part.name}`), c));
      return;
    }
    case "sine":
      for (const key of ["amplitude", "angularFrequency", "phase", "offset"] as const)
        checkReal(check, propertyOf(part, key), motion[key]);
      return;
    default:
      reportUnknownKind(check, thingAt(part.path, `motion of ${part.subject}`), motion, motionKinds);
  }
}

function checkEnds(check: Check, part: Part, ends: { readonly a: Attachment; readonly b: Attachment }): void {
  if (!checkEndsOnOneBody(check, part, ends)) return;
  const rest = "must be two bodies: points of one body never move apart. Attach one end elsewhere.";
  check.report(issue("constraint-within-body", bodyOfBothEnds(part), ends.a.body, rest));
}

/** Every coordinate has at most one driver, so each circle is found by walking from driven to driving. */
function checkCycles(
  check: Check,
  constraints: readonly Constraint[],
  driverOf: ReadonlyMap<string, Constraint>,
): void {
  const seen = new Set<Constraint>();
  for (const start of driverOf.values()) {
    const path: Constraint[] = [];
    let at: Constraint | undefined = start;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      path.push(at);
      const driving: CoordinateRef | null = coordinateRelation(at)?.driving ?? null;
      at = driving === null ? undefined : driverOf.get(keyOf(driving));
    }
    const from = at === undefined ? -1 : path.indexOf(at);
    if (at === undefined || from < 0) continue;
    const names = path.slice(from).map(({ name }) => name);
    const rest =
      "which drive one another in a circle. Leave one of them out, or let it be driven by another coordinate.";
    const part = named(constraintAt(constraints.indexOf(at), at), "chain of couplers");
    check.report(issue("coupler-cycle", part, names, rest));
  }
}
