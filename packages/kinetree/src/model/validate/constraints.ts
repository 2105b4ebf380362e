import { jointSizes } from "../joint-sizes.js";
import type { Constraint, CoordinateRef } from "../types.js";
import { checkKnown, issue, reportUnknownKind, show, type Check } from "./check.js";
import { checkReal } from "./numbers.js";
import { jointKinds } from "./joints.js";

const constraintKinds: readonly Constraint["kind"][] = ["coupler"];

export function checkConstraints(check: Check, constraints: readonly Constraint[]): void {
  /** The coupler that drives a coordinate. */
  const driverOf = new Map<string, Constraint>();
  for (const coupler of constraints) {
    if (coupler.kind !== "coupler") {
      reportUnknownKind(check, `constraint ${show(coupler.name)}`, coupler as never, constraintKinds);
      continue;
    }
    const subject = `coupler "${coupler.name}"`;
    checkPolynomial(check, subject, coupler.polynomial);
    const isDrivenSound = checkCoordinateRef(check, subject, "driven", coupler.driven);
    const { driving } = coupler;
    if (driving !== null && !checkCoordinateRef(check, subject, "driving", driving)) continue;
    if (!isDrivenSound) continue;
    const driven = keyOf(coupler.driven);
    if (driving !== null && keyOf(driving) === driven) {
      const rest = `both driven and driving. A coordinate cannot drive itself: name another one as driving.`;
      check.report(issue("coupler-self", subject, "coordinate", coupler.driven, rest));
      continue;
    }
    const other = driverOf.get(driven);
    if (other === undefined) driverOf.set(driven, coupler);
    else {
      const rest = `already driven by coupler "${other.name}". Leave it to one of them.`;
      check.report(issue("coupler-shared", subject, "driven coordinate", coupler.driven, rest));
    }
  }
  checkCycles(check, driverOf);
}

const keyOf = ({ joint, coordinate }: CoordinateRef): string => `${coordinate} of ${joint}`;

function checkPolynomial(check: Check, subject: string, polynomial: Constraint["polynomial"]): void {
  if (polynomial.length === 0) {
    const rest =
      "must have at least one coefficient. Give the constant one first, then that of the driving coordinate.";
    check.report(issue("wrong-length", subject, "polynomial", polynomial, rest));
  }
  polynomial.forEach((coefficient, k) => checkReal(check, subject, `polynomial[${k}]`, coefficient));
}

/** True if it is a coordinate that is a plain number. */
function checkCoordinateRef(check: Check, subject: string, what: string, ref: CoordinateRef): boolean {
  if (!checkKnown(check, "unknown-joint", subject, `${what} joint`, ref.joint, check.joints)) return false;
  const joint = check.joints.get(ref.joint);
  if (joint === undefined || !jointKinds.includes(joint.kind)) return false; // reported with the joint
  if (joint.kind === "spherical" || joint.kind === "free") {
    const rest =
      `which is ${joint.kind}: its coordinates are a quaternion, not plain numbers. Choose another joint, or a ` +
      `general one with axes.`;
    check.report(issue("coupler-not-scalar", subject, `${what} joint`, ref.joint, rest));
    return false;
  }
  const { nq } = jointSizes(joint);
  if (Number.isInteger(ref.coordinate) && ref.coordinate >= 0 && ref.coordinate < nq) return true;
  const range = nq === 0 ? "which has none: it does not move" : `whose coordinates are numbered 0 to ${nq - 1}`;
  const rest = `must be one of joint "${ref.joint}", ${range}. Choose another coordinate or joint.`;
  check.report(issue("coordinate-index", subject, `${what} coordinate`, ref.coordinate, rest));
  return false;
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
      at = at.driving === null ? undefined : driverOf.get(keyOf(at.driving));
    }
    const from = at === undefined ? -1 : path.indexOf(at);
    if (at === undefined || from < 0) continue;
    const names = path.slice(from).map(({ name }) => name);
    const rest =
      "which drive one another in a circle. Leave one of them out, or let it be driven by another coordinate.";
    check.report(issue("coupler-cycle", `coupler "${at.name}"`, "chain of couplers", names, rest));
  }
}
