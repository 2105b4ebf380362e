import type { Num } from "../../graph/graph.js";
import { add, div, mul, sqrt } from "../../graph/num.js";
import { norm2 } from "../../linalg/matrix.js";
import { mulMatVec } from "../../spatial/mat3.js";
import { matrixOfQuat, mulQuat, type Quat } from "../../spatial/quaternion.js";
import { add3, cross3, dot3, scale3, vec3, type Vec3 } from "../../spatial/vec3.js";

/**
 * How coordinates follow a step. Rotations multiply by the Cayley map of δ, q ⊗ (1, δ/2) / √(1 + δ²/4): a turn by 2 atan(|δ|/2), so
 * true to δ up to the third order, and of unit length by construction.
 *
 * δ has one entry for each speed. Integrators integrate it: its shift is along the axes of the parent, so that a shift does not
 * depend on the turn of the same step, and the step by −δ leads back. Corrections by Newton's method are directions x of the speeds instead,
 * whose shift is along the axes of the child: `moved` makes δ of them, [ω, R v]. Hundreds of them may follow one another on the host, from
 * a pose that was only given to some digits: there, and only there, the quaternion is divided by its own length.
 */
export interface Chart {
  /** Whether q̇ differs from v. */
  readonly isCurved: boolean;
  /** q̇ = N(q) v, or the change of q along a direction of the tangent space, which has the same form. */
  readonly rates: (q: readonly Num[], v: readonly Num[]) => readonly Num[];
  /** retract(q₀, δ) */
  readonly retracted: (q0: readonly Num[], delta: readonly Num[]) => readonly Num[];
  /** δ̇ for the speeds v at q = retract(q₀, δ): v itself; ω + ½ δ × ω + ¼ δ (δ·ω) for a turn; R v for a shift. */
  readonly deltaRates: (q: readonly Num[], delta: readonly Num[], v: readonly Num[]) => readonly Num[];
  /** q moved along x. */
  readonly moved: (q: readonly Num[], x: readonly Num[]) => readonly Num[];
  /** out ← retract(q₀, size · δ), in numbers; out may be q₀. */
  readonly retractInto: HostStep;
  /** out ← q₀ moved along size · x, in numbers; out may be q₀. */
  readonly moveInto: HostStep;
  /** δ with q = retract(q₀, δ). */
  readonly differenceInto: (delta: Float64Array, q0: Float64Array, q: Float64Array, at: Place) => void;
}

/** Where the coordinates and the speeds of a joint begin, and how many speeds there are. */
export interface Place {
  readonly q: number;
  readonly v: number;
  readonly nv: number;
}

type HostStep = (out: Float64Array, q0: Float64Array, step: Float64Array, size: number, at: Place) => void;

const sum = (q: readonly Num[], delta: readonly Num[]): readonly Num[] => q.map((x, k) => add(x, delta[k]));

const sumInto: HostStep = (out, q0, step, size, { q, v, nv }) => {
  for (let k = 0; k < nv; k++) out[q + k] = q0[q + k] + size * step[v + k];
};

/** Coordinates that are the integrals of the speeds. */
export const plainChart: Chart = {
  isCurved: false,
  rates: (_, v) => [...v],
  retracted: sum,
  deltaRates: (_, __, v) => [...v],
  moved: sum,
  retractInto: sumInto,
  moveInto: sumInto,
  differenceInto: (delta, q0, end, { q, v, nv }) => {
    for (let k = 0; k < nv; k++) delta[v + k] = end[q + k] - q0[q + k];
  },
};

/** A unit quaternion whose speeds are the angular velocity along the child's axes. */
export const rotationChart: Chart = {
  isCurved: true,
  rates: (q, v) => mulQuat(quatOf(q), [0, ...vec3(v)]).map((x) => mul(0.5, x)),
  retracted: (q0, delta) => turned(quatOf(q0), vec3(delta)),
  deltaRates: (_, delta, v) => [...turnRate(vec3(delta), vec3(v))],
  moved: (q, x) => turned(quatOf(q), vec3(x)),
  retractInto: (out, q0, step, size, { q, v }) => turnInto(out, q0, q, step, v, size),
  moveInto: (out, q0, step, size, { q, v }) => unitTurnInto(out, q0, q, step, v, size),
  differenceInto: (delta, q0, end, { q, v }) => turnBetweenInto(delta, v, q0, end, q),
};

/** A position and a unit quaternion, with angular and linear velocity along the child's axes. */
export const poseChart: Chart = {
  isCurved: true,
  rates: (q, v) => {
    const turning = mulQuat(quatOf(q, 3), [0, ...vec3(v)]).map((x) => mul(0.5, x));
    return [...mulMatVec(matrixOfQuat(quatOf(q, 3)), vec3(v, 3)), ...turning];
  },
  retracted: (q0, delta) => {
    const turn = turned(quatOf(q0, 3), vec3(delta));
    return [...add3(vec3(q0), vec3(delta, 3)), ...turn];
  },
  deltaRates: (q, delta, v) => {
    const turn = turnRate(vec3(delta), vec3(v));
    return [...turn, ...mulMatVec(matrixOfQuat(quatOf(q, 3)), vec3(v, 3))];
  },
  moved: (q, x) => poseChart.retracted(q, [...vec3(x), ...mulMatVec(matrixOfQuat(quatOf(q, 3)), vec3(x, 3))]),
  retractInto: (out, q0, step, size, { q, v }) => {
    for (let k = 0; k < 3; k++) out[q + k] = q0[q + k] + size * step[v + 3 + k];
    turnInto(out, q0, q + 3, step, v, size);
  },
  moveInto: (out, q0, step, size, { q, v }) => {
    shiftInto(out, q, q0, q + 3, size * step[v + 3], size * step[v + 4], size * step[v + 5]);
    unitTurnInto(out, q0, q + 3, step, v, size);
  },
  differenceInto: (delta, q0, end, { q, v }) => {
    for (let k = 0; k < 3; k++) delta[v + 3 + k] = end[q + k] - q0[q + k];
    turnBetweenInto(delta, v, q0, end, q + 3);
  },
};

/** Angles by which steps turn a node, by its motion. */
export const noTurn = (): number => 0;
export const axisTurn = (step: Float64Array, v: number): number => Math.abs(step[v]);
export const freeTurn = (step: Float64Array, v: number): number => norm2(step, v, 3, 1);

const quatOf = (q: readonly Num[], at = 0): Quat => q.slice(at) as unknown as Quat;

/** q ⊗ (1, δ/2) / √(1 + δ²/4) */
function turned(start: Quat, delta: Vec3): Quat {
  const half = scale3(0.5, delta);
  const scale = div(1, sqrt(add(1, dot3(half, half))));
  const q = mulQuat(start, [1, ...half]);
  return [mul(scale, q[0]), mul(scale, q[1]), mul(scale, q[2]), mul(scale, q[3])];
}

const turnRate = (d: Vec3, omega: Vec3): Vec3 =>
  add3(add3(omega, scale3(0.5, cross3(d, omega))), scale3(mul(0.25, dot3(d, omega)), d));

/** out[at..] = q[at..] + R(quaternion at `first`) (x, y, z), by v + 2 w (r × v) + 2 r × (r × v). */
function shiftInto(
  out: Float64Array,
  at: number,
  q: Float64Array,
  first: number,
  x: number,
  y: number,
  z: number,
): void {
  const [w, a, b, c] = [q[first], q[first + 1], q[first + 2], q[first + 3]];
  const [cx, cy, cz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  out[at] = q[at] + x + w * cx + b * cz - c * cy;
  out[at + 1] = q[at + 1] + y + w * cy + c * cx - a * cz;
  out[at + 2] = q[at + 2] + z + w * cz + a * cy - b * cx;
}

/** out = q ⊗ (1, h) / √(1 + h²) with h = size · δ / 2, for the quaternions at `at`. */
function turnInto(out: Float64Array, q: Float64Array, at: number, delta: Float64Array, v: number, size: number): void {
  const scale = 1 / Math.sqrt(1 + productInto(out, q, at, delta, v, 0.5 * size));
  for (let k = at; k < at + 4; k++) out[k] *= scale;
}

/** The same, divided by the length that rounding has given it. */
function unitTurnInto(
  out: Float64Array,
  q: Float64Array,
  at: number,
  delta: Float64Array,
  v: number,
  size: number,
): void {
  productInto(out, q, at, delta, v, 0.5 * size);
  const [w, x, y, z] = [out[at], out[at + 1], out[at + 2], out[at + 3]];
  const length = Math.sqrt(w * w + x * x + y * y + z * z);
  for (let k = at; k < at + 4; k++) out[k] /= length;
}

/** out = q ⊗ (1, h), h = half · δ; gives h². */
function productInto(
  out: Float64Array,
  q: Float64Array,
  at: number,
  delta: Float64Array,
  v: number,
  half: number,
): number {
  const [x, y, z] = [half * delta[v], half * delta[v + 1], half * delta[v + 2]];
  const [w, a, b, c] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  out[at] = w - a * x - b * y - c * z;
  out[at + 1] = a + w * x + b * z - c * y;
  out[at + 2] = b + w * y + c * x - a * z;
  out[at + 3] = c + w * z + a * y - b * x;
  return x * x + y * y + z * z;
}

/** δ = 2 × the vector part of q₀* ⊗ q over its scalar part, for the quaternions at `at`. */
function turnBetweenInto(delta: Float64Array, v: number, q0: Float64Array, q: Float64Array, at: number): void {
  const [a, b, c, d] = [q0[at], q0[at + 1], q0[at + 2], q0[at + 3]];
  const [e, f, g, h] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  const w = a * e + b * f + c * g + d * h;
  delta[v] = (2 * (a * f - b * e - c * h + d * g)) / w;
  delta[v + 1] = (2 * (a * g - c * e - d * f + b * h)) / w;
  delta[v + 2] = (2 * (a * h - d * e - b * g + c * f)) / w;
}
