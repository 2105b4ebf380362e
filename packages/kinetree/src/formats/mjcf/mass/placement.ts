import { realFunctions } from "../../../model/real-arithmetic.js";

/* Poses of plain numbers: numbers of a file are literal, so the model's expressions are not needed. */

export type Vec3 = readonly [number, number, number];
/** Unit quaternion w, x, y, z. */
export type Quat = readonly [number, number, number, number];

/** X_outer_inner: maps inner coordinates to outer ones. */
export interface Placement {
  readonly position: Vec3;
  readonly rotation: Quat;
}

export const origin: Vec3 = [0, 0, 0];
export const noTurn: Quat = [1, 0, 0, 0];
export const nowhere: Placement = { position: origin, rotation: noTurn };

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (s: number, a: Vec3): Vec3 => [s * a[0], s * a[1], s * a[2]];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const norm = (a: Vec3): number => Math.sqrt(dot(a, a));

/** Hamilton product: quat_a_b · quat_b_c = quat_a_c. */
export const multiply = (p: Quat, q: Quat): Quat => [
  p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
  p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
  p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
  p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1],
];

export const conjugate = ([w, x, y, z]: Quat): Quat => [w, -x, -y, -z];

/** R(q) v = v + w t + u × t with u the vector part and t = 2 u × v. */
export function rotate(q: Quat, v: Vec3): Vec3 {
  const u: Vec3 = [q[1], q[2], q[3]];
  const t = scale(2, cross(u, v));
  return add(add(v, scale(q[0], t)), cross(u, t));
}

export const at = (position: Vec3): Placement => ({ position, rotation: noTurn });

/** X_a_b · X_b_c = X_a_c. */
export const compose = (X_a_b: Placement, X_b_c: Placement): Placement => ({
  position: add(X_a_b.position, rotate(X_a_b.rotation, X_b_c.position)),
  rotation: normalized(multiply(X_a_b.rotation, X_b_c.rotation)),
});

/** X_b_a from X_a_b. */
export function inverse({ position, rotation }: Placement): Placement {
  const back = conjugate(rotation);
  return { position: scale(-1, rotate(back, position)), rotation: back };
}

/** Far from 1 only by rounding, or because a file rounds: only the direction of the four numbers counts. */
export function normalized(q: Quat): Quat {
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  // Dividing a unit quaternion would only disturb exact zeros and ones.
  return Math.abs(length - 1) <= 2 * Number.EPSILON ? q : [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

/** Turn by `angle` [rad] about a unit vector. The literals ±π/2 and ±π mean a quarter and a half turn exactly. */
export function turnAbout(axis: Vec3, angle: number): Quat {
  const sign = Math.sign(angle);
  if (Math.abs(angle) === Math.PI) return [0, sign * axis[0], sign * axis[1], sign * axis[2]];
  const isQuarter = Math.abs(angle) === Math.PI / 2;
  const cosine = isQuarter ? Math.SQRT1_2 : realFunctions.cos.of(angle / 2, 0);
  const sine = isQuarter ? sign * Math.SQRT1_2 : realFunctions.sin.of(angle / 2, 0);
  return [cosine, sine * axis[0], sine * axis[1], sine * axis[2]];
}

/** The shortest turn that takes the z axis to a direction; half a turn about x if they are opposite. */
export function turnZTo(direction: Vec3): Quat {
  const across = cross([0, 0, 1], direction);
  const sine = norm(across);
  const angle = realFunctions.atan2.of(sine, direction[2]);
  return turnAbout(sine < 1e-10 * norm(direction) ? [1, 0, 0] : scale(1 / sine, across), angle);
}

/** Quaternion of the frame with these unit axes (Shepperd's method: divides by the largest component). */
export function quatFromAxes(x: Vec3, y: Vec3, z: Vec3): Quat {
  const trace = x[0] + y[1] + z[2];
  const candidates = [trace, x[0], y[1], z[2]];
  const largest = candidates.indexOf(Math.max(...candidates));
  if (largest === 0) return normalized([1 + trace, y[2] - z[1], z[0] - x[2], x[1] - y[0]]);
  if (largest === 1) return normalized([y[2] - z[1], 1 + 2 * x[0] - trace, x[1] + y[0], x[2] + z[0]]);
  if (largest === 2) return normalized([z[0] - x[2], x[1] + y[0], 1 + 2 * y[1] - trace, y[2] + z[1]]);
  return normalized([x[1] - y[0], x[2] + z[0], y[2] + z[1], 1 + 2 * z[2] - trace]);
}
