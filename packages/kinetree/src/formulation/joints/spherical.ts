import type { Num } from "../../graph/graph.js";
import { neg } from "../../graph/num.js";
import type { SpatialVector } from "../../spatial/inertia.js";
import { identity3, mat3, mulMatMat, mulMatVec, transpose3, type Mat3 } from "../../spatial/mat3.js";
import { matrixOfQuat, type Quat } from "../../spatial/quaternion.js";
import { add3, neg3, sub3, vec3, zero3 } from "../../spatial/vec3.js";
import { turningBias } from "./bias.js";
import { noInertia, solveSymmetric, subSymmetric, unitRates } from "./blocks.js";
import { freeTurn, rotationChart } from "./charts.js";
import { alwaysUpright, displacements, type LoopJoint } from "./loop-joint.js";
import type { Elimination, NodeJoint, Reversal } from "./node-joint.js";

const elimination: Elimination = {
  eliminate: (_, __, I, p, c, tau) => {
    // A α + B a + n = τ: the node's own α follows from its a, whatever the parent's is.
    const solved = solveSymmetric(I.A, [I.B[0], I.B[1], I.B[2]], [sub3(vec3(tau), p.angular)]);
    const gain = solved.matrix; // A⁻¹ B
    const rest = solved.vectors[0]; // A⁻¹ (τ − n)
    const C = subSymmetric(I.C, mulMatMat(transpose3(I.B), gain));
    const linear = add3(add3(p.linear, mulMatVec(transpose3(I.B), rest)), mulMatVec(C, c.linear));
    return {
      Ia: { ...noInertia, C },
      pa: { angular: vec3(tau), linear },
      hinge: { gain: gain.flat(), rest: [...rest] },
    };
  },
  inverse: (_, __, I) => solveSymmetric(I.A, identity3, []).matrix.flat(),
  passOn: (_, __, hinge, W, tau) => {
    const u = add3(W.angular, vec3(tau));
    // U D⁻¹ = [1; Bᵀ A⁻¹]: what is left of the torque is minus what was given along the rates.
    return {
      u,
      rest: { angular: sub3(W.angular, u), linear: sub3(W.linear, mulMatVec(transpose3(gainOf(hinge)), u)) },
    };
  },
  resolve: (_, __, hinge, known) => {
    const angular = sub3(vec3(hinge.rest), mulMatVec(gainOf(hinge), known.linear));
    return { rates: sub3(angular, known.angular), acceleration: { angular, linear: known.linear } };
  },
};

const gainOf = ({ gain }: { readonly gain: readonly Num[] }): Mat3 => [vec3(gain), vec3(gain, 3), vec3(gain, 6)];

const reversal: Reversal = {
  motion: ({ R }, rate) => mulMatVec(transpose3(mat3(R)), vec3(rate)).map(neg),
  motionBack: ({ R }, rate) => neg3(mulMatVec(mat3(R), vec3(rate))),
  force: ({ R }, tau) => mulMatVec(transpose3(mat3(R)), vec3(tau)).map(neg),
};

const loop: LoopJoint = {
  relation: { key: "spherical", rows: displacements, residuals: (_, d) => d, upright: alwaysUpright, coincident: 3 },
  coordinates: null,
  relatesAngles: false,
  turns: null,
};

/** Turns about any axis. */
export const spherical: NodeJoint = {
  chart: rotationChart,
  plain: null,
  hasPitch: false,
  posture: (node, q) => {
    const R = matrixOfQuat(q as unknown as Quat);
    return { R: (node.reversed ? transpose3(R) : R).flat() };
  },
  placement: ({ R }) => [{ rotation: { matrix: mat3(R) } }],
  placementAfter: (E, { R }) => [{ rotation: { matrix: mulMatMat(E, mat3(R)) } }],
  relative: (_, __, rate) => ({ angular: vec3(rate), linear: zero3 }),
  columns: (node, _, posture) =>
    unitRates(3).map((unit): SpatialVector => {
      const own = node.reversed ? reversal.motion(posture, unit) : unit;
      return { angular: vec3(own), linear: zero3 };
    }),
  bias: turningBias,
  elimination,
  reversal,
  turn: freeTurn,
  loop,
};
