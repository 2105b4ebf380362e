import { coordinateRelation } from "../coordinate-relation.js";
import type { Attachment, Constraint, CoordinateRef, Motion } from "../types.js";
import { checkEndsOnOneBody } from "./attachments.js";
import { checkAxis } from "./axes.js";
import { issue, reportUnknownKind, type Check } from "../check.js";
import { checkCoordinateRef } from "./coordinate-refs.js";
import { checkPositive, checkReal } from "./numbers.js";

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
  for (const constraint of constraints) {
    const driven = checkConstraint(check, constraint);
    if (driven === null) continue;
    const key = keyOf(driven);
    const other = driverOf.get(key);
    if (other === undefined) driverOf.set(key, constraint);
    else {
      const what = constraint.kind === "rack-and-pinion" ? "rack coordinate" : "driven coordinate";
      const rest = `already driven by ${subjectOf(other)}. Leave it to one of them.`;
      check.report(issue("coupler-shared", subjectOf(constraint), what, driven, rest));
    }
  }
  checkCycles(check, driverOf);
}

const subjectOf = ({ kind, name }: Constraint): string => `${kind} "${name}"`;

const keyOf = ({ joint, coordinate }: CoordinateRef): string => `${coordinate} of ${joint}`;

/** Checks one by itself; the coordinate that it drives, or null if it drives none or is not sound. */
function checkConstraint(check: Check, constraint: Constraint): CoordinateRef | null {
  const subject = subjectOf(constraint);
  switch (constraint.kind) {
    case "coupler":
      checkPolynomial(check, subject, constraint.polynomial);
      return checkPair(check, subject, constraint.driven, constraint.driving, null);
    case "gear":
      checkReal(check, subject, "ratio", constraint.ratio);
      checkReal(check, subject, "offset", constraint.offset);
      return checkPair(check, subject, constraint.driven, constraint.driving, "rotation");
    case "rack-and-pinion": {
      const { rack, pinion, radius, offset } = constraint;
      checkReal(check, subject, "radius", radius);
      checkReal(check, subject, "offset", offset);
      const isRackSound = checkCoordinateRef(check, subject, "rack", rack, "translation");
      return checkCoordinateRef(check, subject, "pinion", pinion, "rotation") && isRackSound ? rack : null;
    }
    case "motion":
      checkMotion(check, subject, constraint.motion);
      return checkCoordinateRef(check, subject, "driven", constraint.driven) ? constraint.driven : null;
    case "distance":
      checkEnds(check, subject, constraint);
      checkPositive(check, subject, "length", constraint.length, LENGTH_FIX);
      return null;
    case "point-on-line":
      checkEnds(check, subject, constraint);
      checkAxis(check, subject, "axis", constraint.axis);
      return null;
    case "point-on-plane":
      checkEnds(check, subject, constraint);
      checkAxis(check, subject, "normal", constraint.normal);
      return null;
    default:
      reportUnknownKind(check, `constraint "${(constraint as Constraint).name}"`, constraint, constraintKinds);
      return null;
  }
}

const LENGTH_FIX = "Give the length of the rod in metres; for no distance use a spherical joint that closes the loop.";

/** The driven coordinate, if both are sound and differ. */
function checkPair(
  check: Check,
  subject: string,
  driven: CoordinateRef,
  driving: CoordinateRef | null,
  wanted: "rotation" | null,
): CoordinateRef | null {
  const isDrivenSound = checkCoordinateRef(check, subject, "driven", driven, wanted);
  if (driving !== null && !checkCoordinateRef(check, subject, "driving", driving, wanted)) return null;
  if (!isDrivenSound) return null;
  if (driving === null || keyOf(driving) !== keyOf(driven)) return driven;
  const rest = `both driven and driving. A coordinate cannot drive itself: name another one as driving.`;
  check.report(issue("coupler-self", subject, "coordinate", driven, rest));
  return null;
}

type Polynomial = Extract<Constraint, { kind: "coupler" }>["polynomial"];

function checkPolynomial(check: Check, subject: string, polynomial: Polynomial): void {
  if (polynomial.length === 0) {
    const rest =
      "must have at least one coefficient. Give the constant one first, then that of the driving coordinate.";
    check.report(issue("wrong-length", subject, "polynomial", polynomial, rest));
  }
  polynomial.forEach((coefficient, k) => checkReal(check, subject, `polynomial[${k}]`, coefficient));
}

function checkMotion(check: Check, subject: string, motion: Motion): void {
  switch (motion.kind) {
    case "polynomial": {
      const { coefficients } = motion;
      if (coefficients.length === 0) {
        const rest = "must have at least one. Give the value at time 0, then the speed, then half the acceleration.";
        check.report(issue("wrong-length", subject, "coefficients of its motion", coefficients, rest));
      }
      coefficients.forEach((c, k) => checkReal(check, subject, `coefficients[${k}] of its motion`, c));
      return;
    }
    case "sine":
      for (const key of ["amplitude", "angularFrequency", "phase", "offset"] as const)
        checkReal(check, subject, `${key} of its motion`, motion[key]);
      return;
    default:
      reportUnknownKind(check, `motion of ${subject}`, motion, motionKinds);
  }
}

function checkEnds(check: Check, subject: string, ends: { readonly a: Attachment; readonly b: Attachment }): void {
  if (!checkEndsOnOneBody(check, subject, ends)) return;
  const rest = "must be two bodies: points of one body never move apart. Attach one end elsewhere.";
  check.report(issue("constraint-within-body", subject, "body of both ends", ends.a.body, rest));
}

/** Every coordinate has at most one driver, so each circle is found by walking from driven to driving. */
function checkCycles(check: Check, driverOf: ReadonlyMap<string, Constraint>): void {
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
    check.report(issue("coupler-cycle", subjectOf(at), "chain of couplers", names, rest));
  }
}
