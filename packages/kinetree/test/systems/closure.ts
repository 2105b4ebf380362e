import { createEvaluator } from "../../src/evaluate/evaluator.js";
import type { Evaluator } from "../../src/evaluate/evaluator-types.js";
import type { State } from "../../src/state/state.js";
import { newMatrix, type Matrix } from "../../src/linalg/matrix.js";
import { singularValues } from "../support/svd.js";
import { evaluateReal, parameterDefaults } from "../../src/model/evaluate-real.js";
import { GROUND, type Attachment, type Constraint, type Joint, type Model, type Vec3R } from "../../src/model/types.js";

/* Closure of loops from body poses and point Jacobians alone: a road of its own, beside the library's constraints. */

type Vec = readonly number[];
type Quat = ArrayLike<number>;

const sub = (a: Vec, b: Vec): Vec => a.map((value, i) => value - b[i]);
const dot = (a: Vec, b: Vec): number => a.reduce((sum, value, i) => sum + value * b[i], 0);
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const size = (a: Vec): number => Math.sqrt(dot(a, a));
const unit = (a: Vec): Vec => a.map((value) => value / size(a));

function rotate(q: Quat, v: Vec): Vec {
  const u = [q[1], q[2], q[3]];
  const t = cross(u, v).map((value) => 2 * value);
  return v.map((value, i) => value + q[0] * t[i] + cross(u, t)[i]);
}
const inverse = (q: Quat): Quat => [q[0], -q[1], -q[2], -q[3]];

/** Two directions across a given one. */
function across(axis: Vec): readonly [Vec, Vec] {
  const least = axis.map(Math.abs).indexOf(Math.min(...axis.map(Math.abs)));
  const first = unit(
    cross(
      axis,
      [0, 1, 2].map((i) => (i === least ? 1 : 0)),
    ),
  );
  return [first, unit(cross(axis, first))];
}

/** Gaps of everything that closes loops, and their rates as rows over the speeds. */
export interface Closure {
  /** Length and direction gaps [m, 1]. */
  readonly gaps: readonly number[];
  readonly rows: readonly (readonly number[])[];
}

interface Placed {
  readonly body: string;
  /** Origin and rotation of the attached frame in the world. */
  readonly origin: Vec;
  readonly turned: (v: Vec) => Vec;
}

export function closureOf(model: Model, state: State, evaluator: Evaluator = createEvaluator(model)): Closure {
  const values = parameterDefaults(model);
  const numbers = (v: Vec3R): Vec => v.map((each) => evaluateReal(each, values));
  const motions = new Map(evaluator.bodies(state).map((motion) => [motion.name, motion]));
  const poseOf = (body: string): { position: Vec; quaternion: Quat } => {
    const motion = motions.get(body);
    return motion ? { position: [...motion.position], quaternion: motion.quaternion } : groundPose;
  };
  const placed = ({ body, pose }: Attachment): Placed => {
    const { position, quaternion } = poseOf(body);
    const offset = rotate(quaternion, numbers(pose.position));
    const rotation = pose.rotation.map((each) => evaluateReal(each, values));
    return {
      body,
      origin: position.map((value, i) => value + offset[i]),
      turned: (v) => rotate(quaternion, rotate(rotation, v)),
    };
  };
  /** Rows of the velocity of the point of a body that is at a place of the world: angular, then linear. */
  const rowsAt = (body: string, point: Vec): number[][] => {
    const { position, quaternion } = poseOf(body);
    const J =
      body === GROUND
        ? newMatrix(6, state.v.length)
        : evaluator.pointJacobian(state, body, [...rotate(inverse(quaternion), sub(point, position))]);
    return Array.from({ length: 6 }, (_, i) => [...J.data.subarray(i * J.cols, (i + 1) * J.cols)]);
  };
  const gaps: number[] = [];
  const rows: Vec[] = [];
  const relative = (a: Placed, b: Placed): Vec[] => {
    const [onA, onB] = [rowsAt(a.body, b.origin), rowsAt(b.body, b.origin)];
    return onB.map((row, i) => sub(row, onA[i]));
  };
  const along = (direction: Vec, part: readonly Vec[]): Vec =>
    part[0].map((_, column) =>
      dot(
        direction,
        part.map((row) => row[column]),
      ),
    );

  const addJoint = (joint: Joint): void => {
    const a = placed({ body: joint.parent, pose: joint.X_parent_joint });
    const b = placed({ body: joint.child, pose: joint.X_child_joint });
    const rate = relative(a, b);
    gaps.push(...sub(b.origin, a.origin));
    rows.push(...rate.slice(3));
    if (joint.kind === "spherical") return;
    if (joint.kind !== "revolute")
      throw new Error(`joint "${joint.name}": closure of ${joint.kind} is not written here`);
    const axis = unit(numbers(joint.axis));
    for (const direction of across(a.turned(axis))) {
      gaps.push(dot(direction, cross(a.turned(axis), b.turned(axis))));
      rows.push(along(direction, rate.slice(0, 3)));
    }
  };
  const addConstraint = (constraint: Constraint): void => {
    if (constraint.kind !== "distance" && constraint.kind !== "point-on-line")
      throw new Error(`constraint "${constraint.name}": closure of ${constraint.kind} is not written here`);
    const [a, b] = [placed(constraint.a), placed(constraint.b)];
    const gap = sub(b.origin, a.origin);
    if (constraint.kind === "distance") {
      const [onA, onB] = [rowsAt(a.body, a.origin), rowsAt(b.body, b.origin)];
      gaps.push(size(gap) - evaluateReal(constraint.length, values));
      rows.push(along(unit(gap), onB.map((row, i) => sub(row, onA[i])).slice(3)));
      return;
    }
    for (const direction of across(a.turned(unit(numbers(constraint.axis))))) {
      gaps.push(dot(direction, gap));
      rows.push(along(direction, relative(a, b).slice(3)));
    }
  };
  for (const cut of evaluator.topology.cuts) addJoint(model.joints[cut]);
  model.constraints.forEach(addConstraint);
  return { gaps, rows };
}

const groundPose = { position: [0, 0, 0], quaternion: [1, 0, 0, 0] } as const;

export const largest = (values: readonly number[]): number => Math.max(0, ...values.map(Math.abs));

export function matrixOf(rows: readonly (readonly number[])[]): Matrix {
  const out = newMatrix(rows.length, rows[0].length);
  rows.forEach((row, i) => out.data.set(row, i * out.cols));
  return out;
}

/** Rows that are really there: singular values above rounding, with room for geometry that is nearly singular. */
export function rankOf(rows: readonly (readonly number[])[]): number {
  if (rows.length === 0) return 0;
  const values = singularValues(matrixOf(rows));
  return values.filter((value) => value > 1e-9 * values[0]).length;
}
