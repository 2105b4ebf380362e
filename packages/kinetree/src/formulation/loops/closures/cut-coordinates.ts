import { acos, atan2, cos, sin } from "../../../graph/elementary.js";
import type { Num } from "../../../graph/graph.js";
import { add, div, lt, mul, neg, select, sqrt, square, sub } from "../../../graph/num.js";
import { axisMotion } from "../../../model/joints/axis.js";
import type { Joint } from "../../../model/types.js";
import { identity3, mat3, mulMatMat, mulMatVec, transpose3, type Mat3 } from "../../../spatial/mat3.js";
import { add3, cross3, dot3, scale3, sub3, vec3, zero3, type Vec3 } from "../../../spatial/vec3.js";
import { withTurns } from "../../joints/loop-joint.js";
import { loopJointOf } from "../../joints/node-joints.js";
import { unit } from "../../skeleton/axis-frame.js";
import type { ParameterScope } from "../../skeleton/real-to-num.js";
import { axesOf, ownAxes } from "../../skeleton/joint-axes.js";
import { jointRelation } from "./frame-relation.js";
import { relationAt, type Differentiable } from "./relation-derivatives.js";

/** Coordinates of a joint as its two frames show them. */
export interface CutCoordinates {
  /** Equal for joints that differ by their numbers alone. */
  readonly key: string;
  readonly numbers: readonly Num[];
  /** @param near one for each of `anglesOf`: the angles of which these frames show the part within a turn; null for the smallest */
  readonly at: (R: Mat3, d: Vec3, numbers: readonly Num[], near: readonly Num[] | null) => CoordinatesAt;
}

/** Values, and the wrench of unit force along each: rate k = force k · (rate of d) + torque k · (relative angular velocity). */
export interface CoordinatesAt {
  /** Zeros for spherical and free joints, whose loads look at rates alone. */
  readonly values: readonly Num[];
  /** Along the outer frame's axes. */
  readonly force: readonly Vec3[];
  /** Along the inner frame's axes. */
  readonly torque: readonly Vec3[];
}

/**
 * How the coordinates of a joint are read off its frames: the inner one stands in the outer one with orientation R and origin
 * d. Angles are near to given ones, or in (-π, π]; the middle one of three is then between the poses where the outer two turn about
 * one line. A screw's advance tells its turns. Null for joints whose coordinates cannot be read off.
 *
 * Wrenches are gradients of the coordinates: on motions that the joint allows, each has power along its own coordinate only;
 * and a spring gives back what it took even where integration has let the frames drift apart.
 */
export function cutCoordinates(joint: Joint, scope: ParameterScope): CutCoordinates | null {
  const axes = axesOf(joint);
  if (axes === null) return ofOnePiece(joint, scope);
  const kinds = axes.map(({ kind }) => kind[0]).join("");
  if (jointRelation(joint, scope) === "unknown" || !/^(s|t{0,3}r{0,3}|r{0,3}t{0,3})$/.test(kinds)) return null;
  const unitAxes = axes.map(({ axis }) => unit(scope.vec(axis)));
  const slides = duals(unitAxes.filter((_, k) => kinds[k] === "t"));
  const turns = unitAxes.filter((_, k) => kinds[k] !== "t");
  const pitch = axes.flatMap((axis) => {
    const { turns, advance } = axisMotion(axis);
    return turns && advance !== 0 ? [scope.num(advance)] : [];
  });
  return readOff({
    key: `coordinates ${kinds} ${pitch.length}`,
    numbers: [...slides, ...turns].flatMap((v) => [...v]).concat(pitch),
    values: (R, d, n, near) => valuesOf(kinds, R, d, n, near),
  });
}

interface Readings extends Pick<CutCoordinates, "key" | "numbers"> {
  readonly values: (R: Mat3, d: Vec3, numbers: readonly Num[], near: readonly Num[] | null) => readonly Num[];
}

/** Coordinates as functions of the frames, which are differentiated as the residuals of a relation are. */
function readOff({ key, numbers, values }: Readings): CutCoordinates {
  const smallest: Differentiable = { key, numbers, residuals: (R, d, n) => values(R, d, n, null) };
  const count = numbers.length;
  return {
    key,
    numbers,
    at: (R, d, n, near) => {
      const all = near ? [...n, ...near] : n;
      const relation: Differentiable = near
        ? {
            key: `${key} near`,
            numbers: all,
            residuals: (R, d, x) => values(R, d, x.slice(0, count), x.slice(count)),
          }
        : smallest;
      const { residuals, force, torque } = relationAt(relation, all, R, d);
      return { values: residuals, force, torque };
    },
  };
}

/** By its own account, or with rates along the axes of the child where the coordinates are a quaternion. */
function ofOnePiece(joint: Joint, scope: ParameterScope): CutCoordinates {
  const coordinates = loopJointOf(joint)?.coordinates;
  if (!coordinates) return alongChild(joint);
  return readOff({
    key: `coordinates ${joint.kind}`,
    numbers: ownAxes(joint, scope.vec).flat(),
    values: (R, _, n, near) => coordinates(mulMatMat(mulMatMat(transpose3(mat3(n)), R), mat3(n)), near),
  });
}

/** Spherical and free joints: rates are those of the child's frame along its own axes. */
function alongChild({ kind, coordinates }: Joint): CutCoordinates {
  const count = coordinates.length;
  const isTurn = (k: number): boolean => k < 3;
  return {
    key: `coordinates ${kind}`,
    numbers: [],
    at: (R) => ({
      values: new Array<Num>(count).fill(0),
      force: coordinates.map((_, k) => (isTurn(k) ? zero3 : transpose3(R)[k - 3])),
      torque: coordinates.map((_, k) => (isTurn(k) ? identity3[k] : zero3)),
    }),
  };
}

/** Vectors that find the parts of a sum of the given ones: b_i · a_j = 1 for i = j, else 0; in the space that these span. */
function duals(a: readonly Vec3[]): readonly Vec3[] {
  if (a.length < 2) return a;
  if (a.length === 2) {
    const c = dot3(a[0], a[1]);
    const scale = div(1, sub(1, square(c)));
    const dual = (one: Vec3, other: Vec3): Vec3 => scale3(scale, sub3(one, scale3(c, other)));
    return [dual(a[0], a[1]), dual(a[1], a[0])];
  }
  const scale = div(1, dot3(a[0], cross3(a[1], a[2])));
  return a.map((_, i) => scale3(scale, cross3(a[(i + 1) % 3], a[(i + 2) % 3])));
}

/** `n`: duals of the slides, axes of the turns, and the pitch of a screw. */
function valuesOf(kinds: string, R: Mat3, d: Vec3, n: readonly Num[], near: readonly Num[] | null): readonly Num[] {
  const vectors = Array.from(kinds, (_, k) => vec3(n, 3 * k));
  const slideCount = Array.from(kinds).filter((kind) => kind === "t").length;
  const [slides, turns] = [vectors.slice(0, slideCount), vectors.slice(slideCount)];
  const shift = kinds.startsWith("t") ? d : mulMatVec(transpose3(R), d);
  const shifts = slides.map((dual) => dot3(dual, shift));
  const smallest = anglesOf(turns, R, near);
  const angles = near ? smallest.map((angle, k) => withTurns(angle, near[k])) : smallest;
  if (kinds === "s" && n.length > 3) return [withTurns(angles[0], div(dot3(turns[0], d), n[3]))];
  return kinds.startsWith("t") ? [...shifts, ...angles] : [...angles, ...shifts];
}

/** R = R(a1, q1) R(a2, q2) …, solved for the angles, without turns. */
function anglesOf(axes: readonly Vec3[], R: Mat3, near: readonly Num[] | null): readonly Num[] {
  const [a1, a2, a3] = axes;
  const seen = (v: Vec3): Vec3 => mulMatVec(R, v);
  const seenBack = (v: Vec3): Vec3 => mulMatVec(transpose3(R), v);
  switch (axes.length) {
    case 0:
      return [];
    case 1: {
      // Of a turn about the axis alone: 2 sin and 2 cos. A small tilt beside it does no harm.
      const sine: Vec3 = [sub(R[2][1], R[1][2]), sub(R[0][2], R[2][0]), sub(R[1][0], R[0][1])];
      const trace = add(R[0][0], add(R[1][1], R[2][2]));
      return [atan2(dot3(a1, sine), sub(trace, dot3(a1, seen(a1))))];
    }
    case 2:
      // R a2 = R1 a2, and R2 Rᵀ a1 = a1.
      return [angleAbout(a1, a2, seen(a2)), angleAbout(a2, seenBack(a1), a1)];
    default: {
      const middle = middleAngle(a1, a2, a3, dot3(a1, seen(a3)), near ? near[1] : 0);
      // R a3 = R1 (R2 a3), and R3 (Rᵀ a1) = R2ᵀ a1.
      return [
        angleAbout(a1, turned(a2, middle, a3), seen(a3)),
        middle,
        angleAbout(a3, seenBack(a1), turned(a2, neg(middle), a1)),
      ];
    }
  }
}

/**
 * q2 with a1 · R(a2, q2) a3 = `cosine`: A cos q2 + B sin q2 + C = cosine has two solutions, of which it gives the one between
 * the same dead points as `near`.
 */
function middleAngle(a1: Vec3, a2: Vec3, a3: Vec3, cosine: Num, near: Num): Num {
  const C = mul(dot3(a1, a2), dot3(a2, a3));
  const A = sub(dot3(a1, a3), C);
  const B = dot3(a1, cross3(a2, a3));
  const swing = acos(div(sub(cosine, C), sqrt(add(square(A), square(B)))));
  const isBefore = lt(mul(A, sin(near)), mul(B, cos(near)));
  return add(atan2(B, A), mul(select(isBefore, -1, 1), swing));
}

/** The turn about a unit vector that takes the direction of one vector to that of another, both seen along it. */
function angleAbout(axis: Vec3, from: Vec3, to: Vec3): Num {
  return atan2(dot3(axis, cross3(from, to)), sub(dot3(from, to), mul(dot3(axis, from), dot3(axis, to))));
}

/** v turned about a unit vector. Rodrigues' formula. */
function turned(axis: Vec3, angle: Num, v: Vec3): Vec3 {
  const along = scale3(dot3(axis, v), axis);
  return add3(along, add3(scale3(cos(angle), sub3(v, along)), scale3(sin(angle), cross3(axis, v))));
}
