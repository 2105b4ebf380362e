import { realFunctions } from "../../../model/real-arithmetic.js";

/* Frames in plain numbers, for whoever converts states: a unit quaternion w, x, y, z and an origin. */

/** Three numbers along the axes of one frame. */
export type Numbers3 = readonly [number, number, number];
/** w, x, y, z. */
export type NumbersQuat = readonly [number, number, number, number];

/** Where a frame is in another one. */
export interface NumberFrame {
  readonly quat: NumbersQuat;
  readonly p: Numbers3;
}

/** a + b. */
export const sum = (a: Numbers3, b: Numbers3): Numbers3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
/** a − b. */
export const difference = (a: Numbers3, b: Numbers3): Numbers3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** s a. */
export const multiple = (s: number, a: Numbers3): Numbers3 => [s * a[0], s * a[1], s * a[2]];
/** a · b. */
export const inner = (a: Numbers3, b: Numbers3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** a × b. */
export const cross = (a: Numbers3, b: Numbers3): Numbers3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Hamilton product, of unit length to rounding if both factors are. */
export const product = ([w, x, y, z]: NumbersQuat, [W, X, Y, Z]: NumbersQuat): NumbersQuat => [
  w * W - x * X - y * Y - z * Z,
  w * X + x * W + y * Z - z * Y,
  w * Y + y * W + z * X - x * Z,
  w * Z + z * W + x * Y - y * X,
];

/** The inverse of a unit quaternion. */
export const inverse = ([w, x, y, z]: NumbersQuat): NumbersQuat => [w, -x, -y, -z];

/** The same rotation, of unit length. */
export function normalised(q: NumbersQuat): NumbersQuat {
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

/** R(q) v. */
export function turned([w, x, y, z]: NumbersQuat, v: Numbers3): Numbers3 {
  const axis: Numbers3 = [x, y, z];
  const t = multiple(2, cross(axis, v));
  return sum(sum(v, multiple(w, t)), cross(axis, t));
}

/** Rᵀ(q) v. */
export const turnedBack = (q: NumbersQuat, v: Numbers3): Numbers3 => turned(inverse(q), v);

/** A turn about a unit vector. */
export function turnAbout(axis: Numbers3, angle: number): NumbersQuat {
  const sine = realFunctions.sin.of(angle / 2, 0);
  return [realFunctions.cos.of(angle / 2, 0), sine * axis[0], sine * axis[1], sine * axis[2]];
}

/** a_b · b_c = a_c. */
export const composed = (a: NumberFrame, b: NumberFrame): NumberFrame => ({
  quat: product(a.quat, b.quat),
  p: sum(a.p, turned(a.quat, b.p)),
});

/** b_a of a_b. */
export const inverted = ({ quat, p }: NumberFrame): NumberFrame => ({
  quat: inverse(quat),
  p: multiple(-1, turnedBack(quat, p)),
});

/** A frame that is where the other one is. */
export const unmoved: NumberFrame = { quat: [1, 0, 0, 0], p: [0, 0, 0] };
