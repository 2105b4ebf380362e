import type { JointAxis, Vec3R } from "../types.js";
import { issue, show, type Check } from "../check.js";
import { checkReal, checkReals } from "./numbers.js";
import { itemOf, named, propertyOf, type Part } from "../part.js";

type Direction = readonly [number, number, number];

/** Shorter than this an axis says nothing about its direction. */
export const SHORTEST_AXIS = 1e-12;
/** Sine of the angle (or volume of three unit axes) below which axes count as dependent. */
export const DEPENDENT_AXES = 1e-9;
/** Cosine up to which two axes count as perpendicular. */
export const PERPENDICULAR = 1e-9;

/** Checks an axis and returns its unit vector at the default parameters, or null once a mistake has been reported. */
export function checkAxis(check: Check, part: Part, axis: Vec3R): Direction | null {
  const components = checkReals(check, part, axis, 3);
  if (components === null) return null;
  const [x, y, z] = components;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length >= SHORTEST_AXIS) return [x / length, y / length, z / length];
  const rest = `of length ${length}, must have a direction. Give it one, such as [0, 0, 1].`;
  check.report(issue("zero-axis", part, components, rest));
  return null;
}

/** The two axes of a universal joint. */
export function checkNotParallel(check: Check, joint: Part, axis1: Vec3R, axis2: Vec3R): void {
  const a = checkAxis(check, propertyOf(joint, "axis1"), axis1);
  const b = checkAxis(check, propertyOf(joint, "axis2"), axis2);
  if (a === null || b === null || areIndependent([a, b])) return;
  const rest = "must not be parallel. Use a revolute joint for one axis, or turn axis2.";
  check.report(issue("parallel-axes", propertyOf(joint, "axis2", "pair of axes"), [a, b], rest));
}

/** Normal and x direction of a planar joint. */
export function checkPerpendicular(check: Check, joint: Part, axis: Vec3R, xAxis: Vec3R): void {
  const normal = checkAxis(check, propertyOf(joint, "axis"), axis);
  const x = checkAxis(check, propertyOf(joint, "xAxis"), xAxis);
  if (normal === null || x === null || Math.abs(dot(normal, x)) <= PERPENDICULAR) return;
  const rest = `must be perpendicular to axis ${show(normal)} within ${PERPENDICULAR} rad. Choose xAxis within the plane.`;
  check.report(issue("not-perpendicular", propertyOf(joint, "xAxis"), x, rest));
}

/**
 * The axes of a general joint. Refused is only what is dependent in every configuration: more than three translations or
 * three rotations, neighbouring rotations about one axis, neighbouring translations within a line or plane. Axes that
 * line up in some configurations, as Euler angles do, are the user's business.
 */
export function checkGeneralAxes(check: Check, joint: Part, axes: readonly JointAxis[]): void {
  const list = propertyOf(joint, "axes");
  if (axes.length < 1 || axes.length > 6) {
    const rest = "must be 1 to 6. Use a weld for none, and split the joint if it needs more.";
    check.report(issue("axis-count", named(list, "number of axes"), axes.length, rest));
    return;
  }
  const known = axes.map((axis, i) => checkJointAxis(check, named(itemOf(list, i), `axis ${i}`), axis));
  const directions = known.filter((direction) => direction !== null);
  if (directions.length < axes.length) return;
  for (const kind of ["rotation", "translation"] as const) {
    const count = axes.filter((axis) => axis.kind === kind).length;
    if (count > 3)
      reportDependent(check, named(list, `number of ${kind}s`), count, `three span them all. Leave out ${count - 3}.`);
    else
      for (const run of runsOf(axes, kind))
        if (!areIndependent(run.map((i) => directions[i])))
          reportDependent(
            check,
            named(itemOf(list, run[run.length - 1]), `set of ${kind} axes ${run.join(", ")}`),
            run.map((i) => axes[i].axis),
            "they move the same way. Leave one out, or turn it.",
          );
  }
}

function checkJointAxis(check: Check, part: Part, axis: JointAxis): Direction | null {
  if (axis.kind === "screw") checkReal(check, propertyOf(part, "pitch"), axis.pitch);
  else if (axis.kind !== "rotation" && axis.kind !== "translation") {
    const { kind } = axis as { readonly kind: unknown };
    const rest = `must be "rotation", "translation" or "screw". Use one of them.`;
    check.report(issue("unknown-kind", propertyOf(part, "kind"), kind, rest));
  }
  return checkAxis(check, named(propertyOf(part, "axis"), part.name), axis.axis);
}

const reportDependent = (check: Check, part: Part, value: unknown, rest: string): void =>
  check.report(issue("dependent-axes", part, value, rest));

/** Neighbours of one kind, as lists of their places. Two rotations in a row matter pairwise, translations all together. */
function runsOf(axes: readonly JointAxis[], kind: "rotation" | "translation"): number[][] {
  const runs: number[][] = [];
  for (const [i, axis] of axes.entries()) {
    if (axis.kind !== kind) continue;
    const last = runs.at(-1);
    const continues = last !== undefined && last.at(-1) === i - 1;
    if (kind === "rotation" && continues) runs.push([i - 1, i]);
    else if (continues) last.push(i);
    else runs.push([i]);
  }
  return runs.filter((run) => run.length > 1);
}

/** One, two or three unit vectors. */
function areIndependent(axes: readonly Direction[]): boolean {
  const [a, b, c] = axes;
  if (axes.length < 2) return true;
  const normal: Direction = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  if (axes.length === 2) return Math.sqrt(dot(normal, normal)) > DEPENDENT_AXES;
  return Math.abs(dot(normal, c)) > DEPENDENT_AXES;
}

const dot = (a: Direction, b: Direction): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
