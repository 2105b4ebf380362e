import type { Num } from "../../graph/graph.js";
import { add, div, mul, sqrt } from "../../graph/num.js";
import { norm2 } from "../../linalg/matrix.js";
import { mulMatVec } from "../../spatial/mat3.js";
import { matrixOfQuat, mulQuat, type Quat } from "../../spatial/quaternion.js";
import { add3, cross3, dot3, scale3, vec3, type Vec3 } from "../../spatial/vec3.js";

/**
 * How coordinates follow a step δ in the tangent space, one entry for each speed. Plain coordinates add; rotations multiply by the
 * Cayley map of δ, q ⊗ (1, δ/2) / |(1, δ/2)|: a turn by 2 atan(|δ|/2), so true to δ up to the third order, and of unit length.
 */
export interface Chart {
  /** Whether q̇ differs from v. */
  readonly isCurved: boolean;
  /** Coordinates before the quaternion, where there is one. */
  readonly quaternionAt: number;
  /** q̇ = N(q) v, or the change of q along a direction of the tangent space, which has the same form. */
  readonly rates: (q: readonly Num[], v: readonly Num[]) => readonly Num[];
  /** q moved by δ: a shift is along the axes of the child before it turns. */
  readonly moved: (q: readonly Num[], delta: readonly Num[]) => readonly Num[];
  /** The same for numbers, by size · δ: out[at…] from q[at…] and delta[v…]; out may be q. */
  readonly moveInto: (
    out: Float64Array,
    q: Float64Array,
    at: number,
    delta: Float64Array,
    v: number,
    nv: number,
    size: number,
  ) => void;
  /** The coordinates at δ from the start of a step: a shift is along the axes of the parent. */
  readonly retracted: (q0: readonly Num[], delta: readonly Num[]) => readonly Num[];
  /** δ̇ for the speeds v at q = retracted(q₀, δ): v itself; ω + ½ δ × ω + ¼ δ (δ·ω) for a turn; R v for a shift. */
  readonly deltaRates: (q: readonly Num[], delta: readonly Num[], v: readonly Num[]) => readonly Num[];
}

const sum = (q: readonly Num[], delta: readonly Num[]): readonly Num[] => q.map((x, k) => add(x, delta[k]));

/** Coordinates that are the integrals of the speeds. */
export const plainChart: Chart = {
  isCurved: false,
  quaternionAt: 0,
  rates: (_, v) => [...v],
  moved: sum,
  moveInto: (out, q, at, delta, v, nv, size) => {
    for (let k = 0; k < nv; k++) out[at + k] = q[at + k] + size * delta[v + k];
  },
  retracted: sum,
  deltaRates: (_, __, v) => [...v],
};

/** A unit quaternion whose speeds are the angular velocity along the child's axes. */
export const rotationChart: Chart = {
  isCurved: true,
  quaternionAt: 0,
  rates: (q, v) => mulQuat(quatOf(q), [0, ...vec3(v)]).map((x) => mul(0.5, x)),
  moved: (q, delta) => turned(quatOf(q), vec3(delta)),
  moveInto: (out, q, at, delta, v, _, size) => {
    turnInto(out, q, at, 0.5 * size * delta[v], 0.5 * size * delta[v + 1], 0.5 * size * delta[v + 2]);
  },
  retracted: (q0, delta) => turned(quatOf(q0), vec3(delta)),
  deltaRates: (_, delta, v) => [...turnRate(vec3(delta), vec3(v))],
};

/** A position and a unit quaternion, with angular and linear velocity along the child's axes. */
export const poseChart: Chart = {
  isCurved: true,
  quaternionAt: 3,
  rates: (q, v) => {
    const turning = mulQuat(quatOf(q, 3), [0, ...vec3(v)]).map((x) => mul(0.5, x));
    return [...mulMatVec(matrixOfQuat(quatOf(q, 3)), vec3(v, 3)), ...turning];
  },
  moved: (q, delta) => {
    const quat = quatOf(q, 3);
    const turn = turned(quat, vec3(delta));
    return [...add3(vec3(q), mulMatVec(matrixOfQuat(quat), vec3(delta, 3))), ...turn];
  },
  moveInto: (out, q, at, delta, v, _, size) => {
    shiftInto(out, at, q, at + 3, size * delta[v + 3], size * delta[v + 4], size * delta[v + 5]);
    turnInto(out, q, at + 3, 0.5 * size * delta[v], 0.5 * size * delta[v + 1], 0.5 * size * delta[v + 2]);
  },
  retracted: (q0, delta) => {
    const turn = turned(quatOf(q0, 3), vec3(delta));
    return [...add3(vec3(q0), vec3(delta, 3)), ...turn];
  },
  deltaRates: (q, delta, v) => {
    const turn = turnRate(vec3(delta), vec3(v));
    return [...turn, ...mulMatVec(matrixOfQuat(quatOf(q, 3)), vec3(v, 3))];
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

/** out = q ⊗ (1, x, y, z), of unit length. */
function turnInto(out: Float64Array, q: Float64Array, at: number, x: number, y: number, z: number): void {
  const [w, a, b, c] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  const product = [
    w - a * x - b * y - c * z,
    a + w * x + b * z - c * y,
    b + w * y + c * x - a * z,
    c + w * z + a * y - b * x,
  ];
  const length = Math.sqrt(product.reduce((s, e) => s + e * e, 0));
  for (let k = 0; k < 4; k++) out[at + k] = product[k] / length;
}
