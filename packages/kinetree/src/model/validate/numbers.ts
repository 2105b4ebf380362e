import { evaluateReal, parametersOf } from "../evaluate-real.js";
import { DEEPEST_EXPRESSION, isTooDeep } from "../expression-depth.js";
import type { Pose, Real } from "../real.js";
import { realFunctions } from "../real-arithmetic.js";
import { checkKnown, issue, type Check } from "../check.js";

/** How far the length of a quaternion may be from 1: a file's seven digits are not enough, a rounded product is. */
export const UNIT_TOLERANCE = 1e-9;

/** Checks one number and returns it at the default parameters, or null once a mistake has been reported. */
export function checkReal(check: Check, subject: string, what: string, real: Real): number | null {
  if (typeof real === "number" && Number.isFinite(real)) return real; // almost all of them
  if (isTooDeep(real)) {
    const rest = `nested deeper than ${DEEPEST_EXPRESSION} levels. Make a parameter of a part of it.`;
    check.report(issue("expression-depth", subject, what, real, rest));
    return null;
  }
  if (!isReal(real)) {
    const fix = `must be a number, a parameter or an expression of both. Write a number or param("name").`;
    check.report(issue("not-a-number", subject, what, real, fix));
    return null;
  }
  for (const name of parametersOf(real))
    if (!checkKnown(check, "unknown-parameter", subject, `the parameter of its ${what}`, name, check.values))
      return null;
  const value = evaluateReal(real, check.values);
  if (Number.isFinite(value)) return value;
  const where = typeof real === "number" ? "" : " at the default values of its parameters";
  check.report(
    issue(
      "non-finite",
      subject,
      what,
      value,
      `must be finite${where}. Look for a division by zero or a missing value.`,
    ),
  );
  return null;
}

/** Checks a list of numbers of known length; null once a mistake has been reported. */
export function checkReals(
  check: Check,
  subject: string,
  what: string,
  list: readonly Real[],
  length: number,
): number[] | null {
  if (!Array.isArray(list) || list.length !== length) {
    check.report(
      issue("wrong-length", subject, what, list, `must be a list of ${length} numbers. Give all ${length}.`),
    );
    return null;
  }
  const values = list.map((real: Real, i) => checkReal(check, subject, `${what}[${i}]`, real));
  return values.every((value) => value !== null) ? values : null;
}

/** A number that must not be negative. */
export function checkNotNegative(check: Check, subject: string, what: string, real: Real, fix: string): number | null {
  const value = checkReal(check, subject, what, real);
  if (value !== null && value < 0) check.report(issue("negative-value", subject, what, value, `must be >= 0. ${fix}`));
  return value;
}

/** A number that must be greater than zero. */
export function checkPositive(check: Check, subject: string, what: string, real: Real, fix: string): number | null {
  const value = checkReal(check, subject, what, real);
  if (value !== null && value <= 0) check.report(issue("not-positive", subject, what, value, `must be > 0. ${fix}`));
  return value;
}

/** Two ends of a range, either of which may be open. */
export function checkLimits(check: Check, subject: string, what: string, lower: Real | null, upper: Real | null): void {
  const low = lower === null ? null : checkLimit(check, subject, `lower limit of ${what}`, lower);
  const high = upper === null ? null : checkLimit(check, subject, `upper limit of ${what}`, upper);
  if (low !== null && high !== null && low > high) {
    const rest = `must not reach from above to below. Swap the two limits.`;
    check.report(issue("reversed-limits", subject, `range of ${what}`, [low, high], rest));
  }
}

function checkLimit(check: Check, subject: string, what: string, limit: Real): number | null {
  if (limit !== Infinity && limit !== -Infinity) return checkReal(check, subject, what, limit);
  const rest = "must be finite. Leave it out for none; in plain data, write null.";
  check.report(issue("non-finite", subject, what, limit, rest));
  return null;
}

export function checkPose(check: Check, subject: string, what: string, pose: Pose): void {
  checkReals(check, subject, `position of ${what}`, pose.position, 3);
  const rotation = checkReals(check, subject, `rotation of ${what}`, pose.rotation, 4);
  if (rotation === null) return;
  const length = Math.sqrt(rotation.reduce((sum, component) => sum + component * component, 0));
  if (Math.abs(length - 1) <= UNIT_TOLERANCE) return;
  const rest =
    `a quaternion of length ${length}, must have length 1 within ${UNIT_TOLERANCE}. ` +
    `Normalise it: divide its components (w, x, y, z) by their length.`;
  check.report(issue("quaternion-not-unit", subject, `rotation of ${what}`, rotation, rest));
}

/** Numbers may come from files, so the type alone is no proof. */
function isReal(value: unknown): value is Real {
  if (typeof value === "number") return true;
  if (typeof value !== "object" || value === null) return false;
  if ("parameter" in value) return typeof value.parameter === "string";
  if (!("op" in value && "args" in value && Array.isArray(value.args) && typeof value.op === "string")) return false;
  if (!Object.hasOwn(realFunctions, value.op)) return false;
  const { arity } = realFunctions[value.op as keyof typeof realFunctions];
  return value.args.length === arity && value.args.every(isReal);
}
