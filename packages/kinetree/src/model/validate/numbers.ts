import { evaluateReal, parametersOf } from "../evaluate-real.js";
import { DEEPEST_EXPRESSION, isTooDeep } from "./expression-depth.js";
import type { Pose, Real } from "../real.js";
import { realFunctions } from "../real-arithmetic.js";
import { checkKnown, issue, type Check } from "../check.js";
import { itemOf, named, propertyOf, type Part } from "../part.js";

/** How far the length of a quaternion may be from 1: a file's seven digits are not enough, a rounded product is. */
export const UNIT_TOLERANCE = 1e-9;

/** Checks one number and returns it at the default parameters, or null once a mistake has been reported. */
export function checkReal(check: Check, part: Part, real: Real): number | null {
  if (isFiniteNumber(real)) return real; // almost all of them
  if (isTooDeep(real)) {
    const rest = `nested deeper than ${DEEPEST_EXPRESSION} levels. Make a parameter of a part of it.`;
    check.report(issue("expression-depth", part, real, rest));
    return null;
  }
  if (!isReal(real)) {
    const fix = `must be a number, a parameter or an expression of both. Write a number or param("name").`;
    check.report(issue("not-a-number", part, real, fix));
    return null;
  }
  const parameter = named(part, `the parameter of its ${part.name}`);
  for (const name of parametersOf(real))
    if (!checkKnown(check, "unknown-parameter", parameter, name, check.values)) return null;
  const value = evaluateReal(real, check.values);
  if (Number.isFinite(value)) return value;
  const where = typeof real === "number" ? "" : " at the default values of its parameters";
  const rest = `must be finite${where}. Look for a division by zero or a missing value.`;
  check.report(issue("non-finite", part, value, rest));
  return null;
}

/** Nothing more is asked of such a number, so that long lists need no name for each. */
export const isFiniteNumber = (real: unknown): real is number => typeof real === "number" && Number.isFinite(real);

/** Checks a list of numbers of known length; null once a mistake has been reported. */
export function checkReals(check: Check, part: Part, list: readonly Real[], length: number): number[] | null {
  if (!Array.isArray(list) || list.length !== length) {
    check.report(issue("wrong-length", part, list, `must be a list of ${length} numbers. Give all ${length}.`));
    return null;
  }
  const values = list.map((real: Real, i) => (isFiniteNumber(real) ? real : checkReal(check, itemOf(part, i), real)));
  return values.every((value) => value !== null) ? values : null;
}

/** A number that must not be negative. */
export function checkNotNegative(check: Check, part: Part, real: Real, fix: string): number | null {
  const value = checkReal(check, part, real);
  if (value !== null && value < 0) check.report(issue("negative-value", part, value, `must be >= 0. ${fix}`));
  return value;
}

/** A number that must be greater than zero. */
export function checkPositive(check: Check, part: Part, real: Real, fix: string): number | null {
  const value = checkReal(check, part, real);
  if (value !== null && value <= 0) check.report(issue("not-positive", part, value, `must be > 0. ${fix}`));
  return value;
}

/** A number that says how one thing follows another. */
export function checkNotZero(check: Check, part: Part, real: Real, fix: string): number | null {
  const value = checkReal(check, part, real);
  if (value === 0) check.report(issue("zero-value", part, value, `must not be 0. ${fix}`));
  return value;
}

/** The ends of a range of `what`, either of which may be open: two properties of `part`. */
export function checkLimits(
  check: Check,
  part: Part,
  what: string,
  [lower, upper]: readonly [Real | null, Real | null],
  [lowerKey, upperKey]: readonly [string, string] = ["lower", "upper"],
): void {
  const low = lower === null ? null : checkLimit(check, propertyOf(part, lowerKey, `lower limit of ${what}`), lower);
  const high = upper === null ? null : checkLimit(check, propertyOf(part, upperKey, `upper limit of ${what}`), upper);
  if (low !== null && high !== null && low > high) {
    const rest = `must not reach from above to below. Swap the two limits.`;
    check.report(issue("reversed-limits", propertyOf(part, lowerKey, `range of ${what}`), [low, high], rest));
  }
}

function checkLimit(check: Check, part: Part, limit: Real): number | null {
  if (limit !== Infinity && limit !== -Infinity) return checkReal(check, part, limit);
  const rest = "must be finite. Leave it out for none; in plain data, write null.";
  check.report(issue("non-finite", part, limit, rest));
  return null;
}

export function checkPose(check: Check, part: Part, pose: Pose): void {
  checkReals(check, propertyOf(part, "position"), pose.position, 3);
  const turned = propertyOf(part, "rotation");
  const rotation = checkReals(check, turned, pose.rotation, 4);
  if (rotation === null) return;
  const length = Math.sqrt(rotation.reduce((sum, component) => sum + component * component, 0));
  if (Math.abs(length - 1) <= UNIT_TOLERANCE) return;
  const rest =
    `a quaternion of length ${length}, must have length 1 within ${UNIT_TOLERANCE}. ` +
    `Normalise it: divide its components (w, x, y, z) by their length.`;
  check.report(issue("quaternion-not-unit", turned, rotation, rest));
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
