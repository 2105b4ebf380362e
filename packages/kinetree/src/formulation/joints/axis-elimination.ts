import type { Num } from "../../graph/graph.js";
import { add, div, mul, neg, sub } from "../../graph/num.js";
import {
  addSpatial,
  mulArticulated,
  subSpatial,
  type ArticulatedInertia,
  type SpatialVector,
} from "../../spatial/inertia.js";
import type { Mat3 } from "../../spatial/mat3.js";
import { add3, dot3, scale3, vec3, type Vec3 } from "../../spatial/vec3.js";
import type { Node } from "../skeleton/skeleton.js";
import type { Elimination, JointConfiguration } from "./node-joint.js";

/** S of a one-axis joint: components along z of its angular and linear part. */
type Axis = (node: Node, at: JointConfiguration) => { readonly angular: Num; readonly linear: Num };

/** The part of a wrench that a joint without armature does not transmit: along z of the torque, or of the force. */
type Plain = "angular" | "linear" | null;

/** Elimination of a joint with one speed, about or along the node's z axis. */
export const axisElimination = (axisOf: Axis, plain: Plain): Elimination => ({
  eliminate: (node, at, I, p, c, [tau], [armature]) => {
    const { angular, linear } = axisOf(node, at);
    const U = timesAxis(I, angular, linear);
    const D = add(add(mul(angular, U.angular[2]), mul(linear, U.linear[2])), armature);
    const u = sub(tau, add(mul(angular, p.angular[2]), mul(linear, p.linear[2])));
    const inverse = div(1, D);
    const gain: SpatialVector = { angular: scale3(inverse, U.angular), linear: scale3(inverse, U.linear) }; // U D⁻¹
    const rest = mul(inverse, u);
    const untransmitted = armature === 0 ? plain : null;
    const Ia: ArticulatedInertia = {
      A: subOuter(I.A, gain.angular, U.angular, untransmitted === "angular"),
      B: subOuterFull(I.B, gain.angular, U.linear, untransmitted),
      C: subOuter(I.C, gain.linear, U.linear, untransmitted === "linear"),
    };
    const pa = addSpatial(addSpatial(p, mulArticulated(Ia, c)), {
      angular: scale3(u, gain.angular),
      linear: scale3(u, gain.linear),
    });
    const known: SpatialVector = {
      angular: untransmitted === "angular" ? [pa.angular[0], pa.angular[1], mul(angular, tau)] : pa.angular,
      linear: untransmitted === "linear" ? [pa.linear[0], pa.linear[1], mul(linear, tau)] : pa.linear,
    };
    // Along a plain axis the gain is 1 and is neither stored nor used: see `resolve`.
    const stored: SpatialVector = {
      angular: untransmitted === "angular" ? [gain.angular[0], gain.angular[1], 0] : gain.angular,
      linear: untransmitted === "linear" ? [gain.linear[0], gain.linear[1], 0] : gain.linear,
    };
    const taken: ArticulatedInertia = {
      A: minusOuter(gain.angular, U.angular),
      B: minusOuter(gain.angular, U.linear),
      C: minusOuter(gain.linear, U.linear),
    };
    return { taken, Ia, pa: known, hinge: { gain: [...stored.angular, ...stored.linear], rest: [rest] } };
  },

  inverse: (node, at, I, armature) => {
    const { angular, linear } = axisOf(node, at);
    const U = timesAxis(I, angular, linear);
    return [div(1, add(add(mul(angular, U.angular[2]), mul(linear, U.linear[2])), armature[0]))];
  },

  passOn: (node, at, hinge, W, tau) => {
    const { angular, linear } = axisOf(node, at);
    const u = add(add(mul(angular, W.angular[2]), mul(linear, W.linear[2])), tau[0]);
    const gain: SpatialVector = { angular: vec3(hinge.gain), linear: vec3(hinge.gain, 3) };
    const rest = subSpatial(W, { angular: scale3(u, gain.angular), linear: scale3(u, gain.linear) });
    // Along a plain axis the gain is ±1 and not stored: what is left there is minus the given force.
    if (plain === "angular" && hinge.gain[2] === 0) {
      const z = sub(0, mul(angular, tau[0]));
      return { u: [u], rest: { angular: [rest.angular[0], rest.angular[1], z], linear: rest.linear } };
    }
    if (plain === "linear" && hinge.gain[5] === 0) {
      const z = sub(0, mul(linear, tau[0]));
      return { u: [u], rest: { angular: rest.angular, linear: [rest.linear[0], rest.linear[1], z] } };
    }
    return { u: [u], rest };
  },

  resolve: (node, at, hinge, known) => {
    const { angular, linear } = axisOf(node, at);
    const through = sub(
      hinge.rest[0],
      add(dot3(vec3(hinge.gain), known.angular), dot3(vec3(hinge.gain, 3), known.linear)),
    );
    // gain · z is ±1 where it was left out of the record.
    if (plain === "angular" && hinge.gain[2] === 0) {
      const own = mul(angular, through);
      return {
        rates: [mul(angular, sub(own, known.angular[2]))],
        acceleration: { angular: [known.angular[0], known.angular[1], own], linear: known.linear },
      };
    }
    if (plain === "linear" && hinge.gain[5] === 0) {
      const own = mul(linear, through);
      return {
        rates: [mul(linear, sub(own, known.linear[2]))],
        acceleration: { angular: known.angular, linear: [known.linear[0], known.linear[1], own] },
      };
    }
    return {
      rates: [through],
      acceleration: {
        angular: add3(known.angular, [0, 0, mul(angular, through)]),
        linear: add3(known.linear, [0, 0, mul(linear, through)]),
      },
    };
  },
});

const column = (m: Mat3): Vec3 => [m[0][2], m[1][2], m[2][2]];

/** U = Iᴬ S */
const timesAxis = (I: ArticulatedInertia, angular: Num, linear: Num): SpatialVector => ({
  angular: add3(scale3(angular, column(I.A)), scale3(linear, column(I.B))),
  linear: add3(scale3(angular, I.B[2]), scale3(linear, column(I.C))),
});

/** −a bᵀ */
const minusOuter = (a: Vec3, b: Vec3): Mat3 =>
  a.map((x) => [neg(mul(x, b[0])), neg(mul(x, b[1])), neg(mul(x, b[2]))]) as unknown as Mat3;

/** M − a bᵀ for a result known to be symmetric; the last row and column are zero where the caller knows them to be. */
function subOuter(m: Mat3, a: Vec3, b: Vec3, lastIsZero: boolean): Mat3 {
  const entry = (i: 0 | 1 | 2, j: 0 | 1 | 2): Num => (lastIsZero && j === 2 ? 0 : sub(m[i][j], mul(a[i], b[j])));
  const [xx, yy, zz, xy, xz, yz] = [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)];
  return [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
}

function subOuterFull(m: Mat3, a: Vec3, b: Vec3, untransmitted: Plain): Mat3 {
  const entry = (i: 0 | 1 | 2, j: 0 | 1 | 2): Num =>
    (untransmitted === "angular" && i === 2) || (untransmitted === "linear" && j === 2)
      ? 0
      : sub(m[i][j], mul(a[i], b[j]));
  const row = (i: 0 | 1 | 2): Vec3 => [entry(i, 0), entry(i, 1), entry(i, 2)];
  return [row(0), row(1), row(2)];
}
