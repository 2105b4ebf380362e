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
import type { Eliminated, Elimination, HingeFields, JointConfiguration, NodeJoint } from "./node-joint.js";

/** S of a one-axis joint: components along z of its angular and linear part. */
interface Axis {
  readonly angular: Num;
  readonly linear: Num;
}

/** The part of a wrench that a joint without armature does not transmit: along z of the torque, or of the force. */
type Plain = NodeJoint["plain"];

/** Elimination of a joint with one speed, about or along the node's z axis. */
export function axisElimination(axisOf: (node: Node, at: JointConfiguration) => Axis, plain: Plain): Elimination {
  // Along a plain axis the gain is ±1, and zero is stored in its place.
  const leftOut = ({ gain }: Pick<HingeFields, "gain">): Plain =>
    (plain === "angular" && gain[2] === 0) || (plain === "linear" && gain[5] === 0) ? plain : null;
  return {
    eliminate: (node, at, I, p, c, [tau], [armature]) =>
      eliminate(axisOf(node, at), armature === 0 ? plain : null, I, p, c, tau, armature),
    inverse: (node, at, I, [armature]) => {
      const S = axisOf(node, at);
      return [div(1, add(alongAxis(S, timesAxis(I, S)), armature))];
    },
    passOn: (node, at, hinge, W, [tau]) => {
      const S = axisOf(node, at);
      const u = add(alongAxis(S, W), tau);
      const rest = subSpatial(W, scaled(u, gainOf(hinge)));
      // Minus the given force is left along a plain axis.
      const part = leftOut(hinge);
      return { u: [u], rest: part ? withZ(rest, part, sub(0, mul(S[part], tau))) : rest };
    },
    resolve: (node, at, hinge, known) => resolve(axisOf(node, at), leftOut(hinge), hinge, known),
  };
}

function eliminate(
  S: Axis,
  untransmitted: Plain,
  I: ArticulatedInertia,
  p: SpatialVector,
  c: SpatialVector,
  tau: Num,
  armature: Num,
): Eliminated {
  const U = timesAxis(I, S);
  const D = add(alongAxis(S, U), armature);
  const u = sub(tau, alongAxis(S, p));
  const inverse = div(1, D);
  const gain = scaled(inverse, U); // U D⁻¹
  const rest = mul(inverse, u);
  const Ia: ArticulatedInertia = {
    A: subOuter(I.A, gain.angular, U.angular, untransmitted === "angular"),
    B: subOuterFull(I.B, gain.angular, U.linear, untransmitted),
    C: subOuter(I.C, gain.linear, U.linear, untransmitted === "linear"),
  };
  const taken: ArticulatedInertia = {
    A: minusOuter(gain.angular, U.angular),
    B: minusOuter(gain.angular, U.linear),
    C: minusOuter(gain.linear, U.linear),
  };
  const pa = addSpatial(addSpatial(p, mulArticulated(Ia, c)), scaled(u, gain));
  const stored = untransmitted ? withZ(gain, untransmitted, 0) : gain;
  return {
    taken,
    Ia,
    pa: untransmitted ? withZ(pa, untransmitted, mul(S[untransmitted], tau)) : pa,
    hinge: { gain: [...stored.angular, ...stored.linear], rest: [rest] },
  };
}

function resolve(S: Axis, plain: Plain, hinge: HingeFields, known: SpatialVector): ReturnType<Elimination["resolve"]> {
  const gain = gainOf(hinge);
  const through = sub(hinge.rest[0], add(dot3(gain.angular, known.angular), dot3(gain.linear, known.linear)));
  if (plain) {
    const own = mul(S[plain], through);
    return { rates: [mul(S[plain], sub(own, known[plain][2]))], acceleration: withZ(known, plain, own) };
  }
  return {
    rates: [through],
    acceleration: {
      angular: add3(known.angular, [0, 0, mul(S.angular, through)]),
      linear: add3(known.linear, [0, 0, mul(S.linear, through)]),
    },
  };
}

const gainOf = ({ gain }: Pick<HingeFields, "gain">): SpatialVector => ({ angular: vec3(gain), linear: vec3(gain, 3) });

const scaled = (x: Num, { angular, linear }: SpatialVector): SpatialVector => ({
  angular: scale3(x, angular),
  linear: scale3(x, linear),
});

/** Sᵀ f */
const alongAxis = (S: Axis, f: SpatialVector): Num => add(mul(S.angular, f.angular[2]), mul(S.linear, f.linear[2]));

/** With another z component of one part. */
const withZ = (v: SpatialVector, part: "angular" | "linear", z: Num): SpatialVector => ({
  ...v,
  [part]: [v[part][0], v[part][1], z],
});

const column = (m: Mat3): Vec3 => [m[0][2], m[1][2], m[2][2]];

/** U = Iᴬ S */
const timesAxis = (I: ArticulatedInertia, { angular, linear }: Axis): SpatialVector => ({
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
