import { neg } from "../../graph/num.js";
import { addSpatial, subSpatial, type ArticulatedInertia, type SpatialVector } from "../../spatial/inertia.js";
import { mat3, mulMatMat, mulMatVec, transpose3 } from "../../spatial/mat3.js";
import { vectorToInner } from "../../spatial/placement.js";
import { matrixOfQuat, type Quat } from "../../spatial/quaternion.js";
import { add3, cross3, neg3, sub3, vec3, type Vec3 } from "../../spatial/vec3.js";
import { freeBias } from "./bias.js";
import { noInertia, solveSymmetric, subSymmetric, unitRates } from "./blocks.js";
import { freeTurn, poseChart } from "./charts.js";
import type { Elimination, NodeJoint, Reversal, ReversedPosture } from "./node-joint.js";

const elimination: Elimination = {
  eliminate: (_, __, I, p, ___, tau) => {
    // Nothing is transmitted but the generalised force itself: Iᴬ a + pᴬ = τ.
    const { angular, linear } = solveFree(I, subSpatial({ angular: vec3(tau), linear: vec3(tau, 3) }, p));
    return {
      Ia: noInertia,
      pa: { angular: vec3(tau), linear: vec3(tau, 3) },
      hinge: { gain: [], rest: [...angular, ...linear] },
    };
  },
  // Symmetric, so that columns are rows.
  inverse: (_, __, I) =>
    unitRates(6).flatMap((unit) => {
      const { angular, linear } = solveFree(I, { angular: vec3(unit), linear: vec3(unit, 3) });
      return [...angular, ...linear];
    }),
  passOn: (_, __, ___, W, tau) => {
    const u = addSpatial(W, { angular: vec3(tau), linear: vec3(tau, 3) });
    return { u: [...u.angular, ...u.linear], rest: subSpatial(W, u) };
  },
  resolve: (_, __, hinge, known) => {
    const acceleration = { angular: vec3(hinge.rest), linear: vec3(hinge.rest, 3) };
    const relative = subSpatial(acceleration, known);
    return { rates: [...relative.angular, ...relative.linear], acceleration };
  },
};

/** 6 × 6 system by blocks: α first, then a from the Schur complement of A. */
function solveFree(I: ArticulatedInertia, f: SpatialVector): SpatialVector {
  const first = solveSymmetric(I.A, [I.B[0], I.B[1], I.B[2]], [f.angular]);
  const BT = transpose3(I.B);
  const schur = subSymmetric(I.C, mulMatMat(BT, first.matrix));
  const linear = solveSymmetric(schur, null, [sub3(f.linear, mulMatVec(BT, first.vectors[0]))]).vectors[0];
  return { angular: sub3(first.vectors[0], mulMatVec(first.matrix, linear)), linear };
}

const into = ({ R }: ReversedPosture, v: Vec3): Vec3 => mulMatVec(transpose3(mat3(R)), v);
const outOf = ({ R }: ReversedPosture, v: Vec3): Vec3 => mulMatVec(mat3(R), v);

const reversal: Reversal = {
  motion: (posture, rate) => {
    const angular = vec3(rate);
    const linear = add3(vec3(rate, 3), cross3(angular, vec3(posture.p)));
    return [...into(posture, angular).map(neg), ...into(posture, linear).map(neg)];
  },
  motionBack: (posture, rate) => {
    const angular = neg3(outOf(posture, vec3(rate)));
    const linear = sub3(neg3(outOf(posture, vec3(rate, 3))), cross3(angular, vec3(posture.p)));
    return [...angular, ...linear];
  },
  force: (posture, tau) => {
    const force = vec3(tau, 3);
    const torque = sub3(vec3(tau), cross3(vec3(posture.p), force));
    return [...into(posture, torque).map(neg), ...into(posture, force).map(neg)];
  },
};

/** Turns and moves without limits. */
export const free: NodeJoint = {
  chart: poseChart,
  plain: null,
  hasPitch: false,
  posture: (node, q) => {
    const R = matrixOfQuat(q.slice(3) as unknown as Quat);
    const p = vec3(q);
    if (!node.reversed) return { R: R.flat(), p: [...p] };
    // The child is seen from the parent as the parent would be from the child.
    const back = vectorToInner([{ rotation: { matrix: R } }], p);
    return { R: transpose3(R).flat(), p: back.map(neg) };
  },
  placement: ({ R, p }) => [{ shift: vec3(p) }, { rotation: { matrix: mat3(R) } }],
  relative: (_, __, rate) => ({ angular: vec3(rate), linear: vec3(rate, 3) }),
  columns: (node, _, posture) =>
    unitRates(6).map((unit): SpatialVector => {
      const own = node.reversed ? reversal.motion(posture, unit) : unit;
      return { angular: vec3(own), linear: vec3(own, 3) };
    }),
  bias: freeBias,
  elimination,
  reversal,
  turn: freeTurn,
  loop: { relation: null, coordinates: null, relatesAngles: false, turns: null },
};
