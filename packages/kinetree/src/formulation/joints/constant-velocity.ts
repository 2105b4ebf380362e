import { atan2, cos, sin } from "../../graph/elementary.js";
import type { Num } from "../../graph/graph.js";
import { abs, add, div, mul, nearest, neg, sqrt, square, sub } from "../../graph/num.js";
import { norm2 } from "../../linalg/matrix.js";
import {
  addSpatial,
  mulArticulated,
  power,
  subSpatial,
  type ArticulatedInertia,
  type SpatialVector,
} from "../../spatial/inertia.js";
import { mat3, mulMatMat, subMat, type Mat3 } from "../../spatial/mat3.js";
import { add3, scale3, vec3, zero3, type Vec3 } from "../../spatial/vec3.js";
import type { PostureFields } from "../skeleton/records.js";
import type { Node } from "../skeleton/skeleton.js";
import { turningBias } from "./bias.js";
import { signOf, subSymmetric } from "./blocks.js";
import { plainChart } from "./charts.js";
import { alwaysUpright, displacements, turnsBetween, withTurns, type LoopJoint } from "./loop-joint.js";
import type { Elimination, NodeJoint } from "./node-joint.js";

/* R = Rx(α/2) Ry(β) Rx(α/2), with z along the shaft. Its inverse is the same motion at −α, −β: a sign reverses the joint. */

/** From sin and cos of α/2, then of β. */
function rotationOf([sh, ch, s, c]: readonly Num[]): Mat3 {
  const xy = mul(sh, s);
  const xz = mul(ch, s);
  const yz = mul(mul(sh, ch), add(1, c));
  return [
    [c, xy, xz],
    [xy, sub(square(ch), mul(square(sh), c)), neg(yz)],
    [neg(xz), yz, sub(mul(square(ch), c), square(sh))],
  ];
}

/** Columns of S in the node's axes for a unit rate of α, and of β, at right angles to each other. */
const columnsOf = ([sh, ch, s, c]: readonly Num[]): readonly [Vec3, Vec3] => {
  const half = mul(0.5, s);
  return [
    [mul(0.5, add(1, c)), mul(sh, half), mul(ch, half)],
    [0, ch, neg(sh)],
  ];
};

/** S as the user's rates have it. */
function motions(node: Node, { sinCos }: PostureFields): readonly [Vec3, Vec3] {
  const [a, b] = columnsOf(sinCos);
  return node.reversed ? [scale3(-1, a), scale3(-1, b)] : [a, b];
}

const turning = (angular: Vec3): SpatialVector => ({ angular, linear: zero3 });

const along = (S: readonly [Vec3, Vec3], [a, b]: readonly Num[]): Vec3 => add3(scale3(a, S[0]), scale3(b, S[1]));

/** D⁻¹ = (Sᵀ Iᴬ S + armature)⁻¹ by D = L diag Lᵀ: entries aa, ab, bb. */
function inverseOf(
  S: readonly [Vec3, Vec3],
  U: readonly [SpatialVector, SpatialVector],
  armature: readonly Num[],
): readonly [Num, Num, Num] {
  const aa = add(power(turning(S[0]), U[0]), armature[0]);
  const ab = power(turning(S[0]), U[1]);
  const bb = add(power(turning(S[1]), U[1]), armature[1]);
  const first = div(1, aa);
  const l = mul(ab, first);
  const second = div(1, sub(bb, mul(l, ab)));
  const mixed = neg(mul(l, second));
  return [sub(first, mul(l, mixed)), mixed, second];
}

/** x a + y b */
const combined = (x: Num, a: SpatialVector, y: Num, b: SpatialVector): SpatialVector => ({
  angular: add3(scale3(x, a.angular), scale3(y, b.angular)),
  linear: add3(scale3(x, a.linear), scale3(y, b.linear)),
});

const outer = (a: Vec3, b: Vec3): Mat3 => [scale3(a[0], b), scale3(a[1], b), scale3(a[2], b)];

function plusOuter(m: Mat3, a: Vec3, b: Vec3): Mat3 {
  const product = outer(a, b);
  return [add3(m[0], product[0]), add3(m[1], product[1]), add3(m[2], product[2])];
}

/** U D⁻¹ Uᵀ, from U D⁻¹ and U. */
const takenOff = (gain: readonly SpatialVector[], U: readonly SpatialVector[]): ArticulatedInertia => ({
  A: plusOuter(outer(gain[0].angular, U[0].angular), gain[1].angular, U[1].angular),
  B: plusOuter(outer(gain[0].angular, U[0].linear), gain[1].angular, U[1].linear),
  C: plusOuter(outer(gain[0].linear, U[0].linear), gain[1].linear, U[1].linear),
});

const forces = (S: readonly [Vec3, Vec3], I: ArticulatedInertia): readonly [SpatialVector, SpatialVector] => [
  mulArticulated(I, turning(S[0])),
  mulArticulated(I, turning(S[1])),
];

const gainOf = (gain: readonly Num[], k: 0 | 1): SpatialVector => ({
  angular: vec3(gain, 6 * k),
  linear: vec3(gain, 6 * k + 3),
});

const elimination: Elimination = {
  eliminate: (node, { posture }, I, p, c, tau, armature) => {
    const S = motions(node, posture);
    const U = forces(S, I);
    const [aa, ab, bb] = inverseOf(S, U, armature);
    const gain = [combined(aa, U[0], ab, U[1]), combined(ab, U[0], bb, U[1])]; // U D⁻¹
    const u = S.map((motion, k) => sub(tau[k], power(turning(motion), p)));
    const taken = takenOff(gain, U);
    const Ia: ArticulatedInertia = {
      A: subSymmetric(I.A, taken.A),
      B: subMat(I.B, taken.B),
      C: subSymmetric(I.C, taken.C),
    };
    return {
      Ia,
      pa: addSpatial(addSpatial(p, mulArticulated(Ia, c)), combined(u[0], gain[0], u[1], gain[1])),
      hinge: {
        gain: gain.flatMap(({ angular, linear }) => [...angular, ...linear]),
        rest: [add(mul(aa, u[0]), mul(ab, u[1])), add(mul(ab, u[0]), mul(bb, u[1]))],
      },
    };
  },
  inverse: (node, { posture }, I, armature) => {
    const S = motions(node, posture);
    const [aa, ab, bb] = inverseOf(S, forces(S, I), armature);
    return [aa, ab, ab, bb];
  },
  passOn: (node, { posture }, hinge, W, tau) => {
    const u = motions(node, posture).map((motion, k) => add(power(turning(motion), W), tau[k]));
    return { u, rest: subSpatial(W, combined(u[0], gainOf(hinge.gain, 0), u[1], gainOf(hinge.gain, 1))) };
  },
  resolve: (node, { posture }, hinge, known) => {
    const rates = ([0, 1] as const).map((k) => sub(hinge.rest[k], power(known, gainOf(hinge.gain, k))));
    const own = along(motions(node, posture), rates);
    return { rates, acceleration: { angular: add3(known.angular, own), linear: known.linear } };
  },
};

const loop: LoopJoint = {
  relation: {
    key: "constant-velocity",
    rows: [...displacements, "twist about the shaft"],
    residuals: (R, d, near) => [...d, twistOf(R, near)],
    upright: alwaysUpright,
    coincident: 3,
  },
  // w, x and y of the quaternion, 4 w times each.
  coordinates: (R, near) => {
    const [w, x, y] = [quarterOf(R), sub(R[2][1], R[1][2]), sub(R[0][2], R[2][0])];
    const [a, b] = [mul(2, atan2(x, w)), mul(2, atan2(y, sqrt(add(square(w), square(x)))))];
    if (!near) return [a, b];
    // A turn of α is a half turn at both ends, which takes β to −β.
    const half = mul(0.5, turnsBetween(a, near[0]));
    const isOdd = mul(2, abs(sub(half, nearest(half))));
    return [withTurns(a, near[0]), withTurns(mul(sub(1, mul(2, isOdd)), b), near[1])];
  },
  relatesAngles: true,
  turns: [
    { axis: [1, 0, 0], coordinate: 0, share: 0.5 },
    { axis: [0, 1, 0], coordinate: 1, share: 1 },
    { axis: [1, 0, 0], coordinate: 0, share: 0.5 },
  ],
};

/**
 * The angle by which one shaft is ahead: 2 z / (p · q) of the quaternion q, where p is that of the bends near by. R tells q up to its
 * sign, which is p's here; where the bends are zero this is 2 z / w. Without the division, half turns would pass for bends.
 */
function twistOf(R: Mat3, [a, b]: readonly Num[]): Num {
  const [ca, sa, cb, sb] = [cos(mul(0.5, a)), sin(mul(0.5, a)), cos(mul(0.5, b)), sin(mul(0.5, b))];
  const p = [mul(ca, cb), mul(sa, cb), sb];
  // Products of w, x, y and z, 4 times each.
  const ofZ = [sub(R[1][0], R[0][1]), add(R[2][0], R[0][2]), add(R[2][1], R[1][2])];
  const [wx, wy, xy] = [sub(R[2][1], R[1][2]), sub(R[0][2], R[2][0]), add(R[1][0], R[0][1])];
  const xx = sub(add(1, R[0][0]), add(R[1][1], R[2][2]));
  const yy = sub(add(1, R[1][1]), add(R[0][0], R[2][2]));
  const ofP = [
    [quarterOf(R), wx, wy],
    [wx, xx, xy],
    [wy, xy, yy],
  ];
  const along = (row: readonly Num[]): Num => row.reduce<Num>((sum, x, k) => add(sum, mul(p[k], x)), 0);
  return div(mul(2, along(ofZ)), along(ofP.map(along)));
}

/** 4 w² of the quaternion. */
const quarterOf = (R: Mat3): Num => add(1, add(R[0][0], add(R[1][1], R[2][2])));

/** Bends about two axes across its z axis, without twist. */
export const constantVelocity: NodeJoint = {
  chart: plainChart,
  plain: null,
  hasPitch: false,
  posture: (node, q) => {
    const half = mul(0.5 * signOf(node), q[0]);
    const bend = mul(signOf(node), q[1]);
    const sinCos = [sin(half), cos(half), sin(bend), cos(bend)];
    return { sinCos, R: rotationOf(sinCos).flat() };
  },
  placement: ({ R }) => [{ rotation: { matrix: mat3(R) } }],
  placementAfter: (E, { R }) => [{ rotation: { matrix: mulMatMat(E, mat3(R)) } }],
  relative: (node, { posture }, rate) => turning(along(motions(node, posture), rate)),
  columns: (node, _, posture) => motions(node, posture).map(turning),
  bias: turningBias,
  // α̇ β̇ (∂Sα/∂β + ∂Sβ/∂α) + α̇² ∂Sα/∂α; signs of a reversed joint cancel.
  sway: (_, { posture: { sinCos } }, [a, b]) => {
    const [sh, ch, s, c] = sinCos;
    const fold = mul(0.5, sub(c, 1));
    const mixed: Vec3 = [mul(-0.5, s), mul(sh, fold), mul(ch, fold)];
    const bent = mul(mul(0.25, s), mul(a, a));
    return turning(add3(scale3(mul(a, b), mixed), [0, mul(ch, bent), neg(mul(sh, bent))]));
  },
  elimination,
  reversal: null,
  turn: (step, v) => norm2(step, v, 2, 1),
  loop,
};
