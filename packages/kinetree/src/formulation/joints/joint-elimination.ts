import type { Num } from "../../graph/graph.js";
import { add, div, mul, neg, sub } from "../../graph/num.js";
import { addPair, mulArticulated, subPair, type ArticulatedInertia, type Pair } from "../../spatial/inertia.js";
import { identity3, mulMatMat, mulMatVec, subMat, transpose3, type Mat3 } from "../../spatial/mat3.js";
import { add3, dot3, scale3, sub3, vec3, zero3, type Vec3 } from "../../spatial/vec3.js";
import type { Node } from "../skeleton/skeleton.js";
import { solveSymmetric } from "./solve-symmetric.js";
import type { FrameFields } from "../skeleton/records.js";

/** What is left of a joint once it is eliminated: see `eliminate`. */
export type HingeFields = {
  gain: readonly Num[];
  rest: readonly Num[];
  biasAngular: readonly Num[];
  biasLinear: readonly Num[];
};

interface Eliminated {
  /** What the joint takes off, Iᵃ − Iᴬ; only of one-axis joints. */
  readonly taken?: ArticulatedInertia;
  readonly Ia: ArticulatedInertia;
  readonly pa: Pair;
  readonly hinge: HingeFields;
}

const noInertia: ArticulatedInertia = {
  A: [zero3, zero3, zero3],
  B: [zero3, zero3, zero3],
  C: [zero3, zero3, zero3],
};

/**
 * Iᵃ = Iᴬ − U D⁻¹ Uᵀ and pᵃ = pᴬ + Iᵃ c + U D⁻¹ u, with U = Iᴬ S, D = Sᵀ U, u = τ − Sᵀ pᴬ. Rows along which the joint
 * transmits nothing are set to zero rather than computed, and the force along them is τ.
 */
export function eliminate(
  node: Node,
  frame: FrameFields,
  I: ArticulatedInertia,
  p: Pair,
  c: Pair,
  tau: readonly Num[],
  armature: readonly Num[],
): Eliminated {
  const bias = { biasAngular: [...c.angular], biasLinear: [...c.linear] };
  switch (node.motion) {
    case "weld":
    case "bend":
      return { Ia: I, pa: addPair(p, mulArticulated(I, c)), hinge: { gain: [], rest: [], ...bias } };
    case "spherical": {
      // A α + B a + n = τ: the node's own α follows from its a, whatever the parent's is.
      const solved = solveSymmetric(I.A, [I.B[0], I.B[1], I.B[2]], [sub3(vec3(tau), p.angular)]);
      const gain = solved.matrix; // A⁻¹ B
      const rest = solved.vectors[0]; // A⁻¹ (τ − n)
      const C = subSymmetric(I.C, mulMatMat(transpose3(I.B), gain));
      const linear = add3(add3(p.linear, mulMatVec(transpose3(I.B), rest)), mulMatVec(C, c.linear));
      return {
        Ia: { ...noInertia, C },
        pa: { angular: vec3(tau), linear },
        hinge: { gain: gain.flat(), rest: [...rest], ...bias },
      };
    }
    case "free": {
      // Nothing is transmitted but the generalised force itself: Iᴬ a + pᴬ = τ.
      const { angular, linear } = solveFree(I, subPair({ angular: vec3(tau), linear: vec3(tau, 3) }, p));
      return {
        Ia: noInertia,
        pa: { angular: vec3(tau), linear: vec3(tau, 3) },
        hinge: { gain: [], rest: [...angular, ...linear], ...bias },
      };
    }
    default:
      return eliminateAxis(node, frame, I, p, c, tau[0], armature[0], bias);
  }
}

function eliminateAxis(
  node: Node,
  frame: FrameFields,
  I: ArticulatedInertia,
  p: Pair,
  c: Pair,
  tau: Num,
  armature: Num,
  bias: { biasAngular: Num[]; biasLinear: Num[] },
): Eliminated {
  const { angular, linear } = axisOf(node, frame);
  const column = (m: Mat3): Vec3 => [m[0][2], m[1][2], m[2][2]];
  const U: Pair = {
    angular: add3(scale3(angular, column(I.A)), scale3(linear, column(I.B))),
    linear: add3(scale3(angular, I.B[2]), scale3(linear, column(I.C))),
  };
  const D = add(add(mul(angular, U.angular[2]), mul(linear, U.linear[2])), armature);
  const u = sub(tau, add(mul(angular, p.angular[2]), mul(linear, p.linear[2])));
  const inverse = div(1, D);
  const gain: Pair = { angular: scale3(inverse, U.angular), linear: scale3(inverse, U.linear) }; // U D⁻¹
  const rest = mul(inverse, u);
  const transmitsNothing = armature === 0 ? node.motion : "screw";
  const Ia: ArticulatedInertia = {
    A: subOuter(I.A, gain.angular, U.angular, transmitsNothing === "revolute"),
    B: subOuterFull(I.B, gain.angular, U.linear, transmitsNothing),
    C: subOuter(I.C, gain.linear, U.linear, transmitsNothing === "prismatic"),
  };
  const pa = addPair(addPair(p, mulArticulated(Ia, c)), {
    angular: scale3(u, gain.angular),
    linear: scale3(u, gain.linear),
  });
  const known: Pair = {
    angular: transmitsNothing === "revolute" ? [pa.angular[0], pa.angular[1], mul(angular, tau)] : pa.angular,
    linear: transmitsNothing === "prismatic" ? [pa.linear[0], pa.linear[1], mul(linear, tau)] : pa.linear,
  };
  // Along a plain axis the gain is 1 and is neither stored nor used: see `resolve`.
  const stored: Pair = {
    angular: transmitsNothing === "revolute" ? [gain.angular[0], gain.angular[1], 0] : gain.angular,
    linear: transmitsNothing === "prismatic" ? [gain.linear[0], gain.linear[1], 0] : gain.linear,
  };
  const off = (a: Vec3, b: Vec3): Mat3 =>
    a.map((x) => [neg(mul(x, b[0])), neg(mul(x, b[1])), neg(mul(x, b[2]))]) as unknown as Mat3;
  const taken: ArticulatedInertia = {
    A: off(gain.angular, U.angular),
    B: off(gain.angular, U.linear),
    C: off(gain.linear, U.linear),
  };
  return { taken, Ia, pa: known, hinge: { gain: [...stored.angular, ...stored.linear], rest: [rest], ...bias } };
}

/** S of a one-axis joint: components along z of its angular and linear part. */
function axisOf(node: Node, frame: FrameFields): { angular: Num; linear: Num } {
  const sign = node.reversed ? -1 : 1;
  if (node.motion === "revolute") return { angular: sign, linear: 0 };
  if (node.motion === "prismatic") return { angular: 0, linear: sign };
  return { angular: sign, linear: mul(sign, frame.pitch[0]) };
}

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

function subOuterFull(m: Mat3, a: Vec3, b: Vec3, transmitsNothing: Node["motion"]): Mat3 {
  const entry = (i: 0 | 1 | 2, j: 0 | 1 | 2): Num =>
    (transmitsNothing === "revolute" && i === 2) || (transmitsNothing === "prismatic" && j === 2)
      ? 0
      : sub(m[i][j], mul(a[i], b[j]));
  const row = (i: 0 | 1 | 2): Vec3 => [entry(i, 0), entry(i, 1), entry(i, 2)];
  return [row(0), row(1), row(2)];
}

const subSymmetric = (a: Mat3, b: Mat3): Mat3 => {
  const m = subMat(a, b);
  return [m[0], [m[0][1], m[1][1], m[1][2]], [m[0][2], m[1][2], m[2][2]]];
};

/** 6 × 6 system by blocks: α first, then a from the Schur complement of A. */
function solveFree(I: ArticulatedInertia, f: Pair): Pair {
  const first = solveSymmetric(I.A, [I.B[0], I.B[1], I.B[2]], [f.angular]);
  const BT = transpose3(I.B);
  const schur = subSymmetric(I.C, mulMatMat(BT, first.matrix));
  const linear = solveSymmetric(schur, null, [sub3(f.linear, mulMatVec(BT, first.vectors[0]))]).vectors[0];
  return { angular: sub3(first.vectors[0], mulMatVec(first.matrix, linear)), linear };
}

/** D⁻¹ along the rates of a joint, row by row. */
export function inverseOf(
  node: Node,
  frame: FrameFields,
  I: ArticulatedInertia,
  armature: readonly Num[],
): readonly Num[] {
  switch (node.motion) {
    case "weld":
    case "bend":
      return [];
    case "spherical":
      return solveSymmetric(I.A, identity3, []).matrix.flat();
    case "free": {
      const units = Array.from({ length: 6 }, (_, k) => Array.from({ length: 6 }, (_, i): Num => (i === k ? 1 : 0)));
      // Symmetric, so that columns are rows.
      return units.flatMap((unit) => {
        const { angular, linear } = solveFree(I, { angular: vec3(unit), linear: vec3(unit, 3) });
        return [...angular, ...linear];
      });
    }
    default: {
      const { angular, linear } = axisOf(node, frame);
      const U: Pair = {
        angular: add3(
          scale3(angular, [I.A[0][2], I.A[1][2], I.A[2][2]]),
          scale3(linear, [I.B[0][2], I.B[1][2], I.B[2][2]]),
        ),
        linear: add3(scale3(angular, I.B[2]), scale3(linear, [I.C[0][2], I.C[1][2], I.C[2][2]])),
      };
      return [div(1, add(add(mul(angular, U.angular[2]), mul(linear, U.linear[2])), armature[0]))];
    }
  }
}

/**
 * What wrenches W on a node, and forces τ along its rates, leave for the parent once the joint is eliminated:
 * u = Sᵀ W + τ along the rates, and W − U D⁻¹ u in the node's axes. Rows along which the joint transmits nothing are zero.
 */
export function passOn(
  node: Node,
  frame: FrameFields,
  hinge: Pick<HingeFields, "gain">,
  W: Pair,
  tau: readonly Num[],
): { readonly u: readonly Num[]; readonly rest: Pair } {
  switch (node.motion) {
    case "weld":
    case "bend":
      return { u: [], rest: W };
    case "modal": {
      // What pushes the body itself does not push the amplitudes: see `row-forces.ts` for what stations hand on.
      const taken = tau.map((u, k): Pair => {
        const gain = { angular: vec3(hinge.gain, 6 * k), linear: vec3(hinge.gain, 6 * k + 3) };
        return { angular: scale3(u, gain.angular), linear: scale3(u, gain.linear) };
      });
      return { u: tau, rest: taken.reduce(subPair, W) };
    }
    case "spherical": {
      const u = add3(W.angular, vec3(tau));
      const gain: Mat3 = [vec3(hinge.gain), vec3(hinge.gain, 3), vec3(hinge.gain, 6)];
      // U D⁻¹ = [1; Bᵀ A⁻¹]: what is left of the torque is minus what was given along the rates.
      return { u, rest: { angular: sub3(W.angular, u), linear: sub3(W.linear, mulMatVec(transpose3(gain), u)) } };
    }
    case "free": {
      const u = addPair(W, { angular: vec3(tau), linear: vec3(tau, 3) });
      return { u: [...u.angular, ...u.linear], rest: subPair(W, u) };
    }
    default: {
      const { angular, linear } = axisOf(node, frame);
      const u = add(add(mul(angular, W.angular[2]), mul(linear, W.linear[2])), tau[0]);
      const plainAngular = node.motion === "revolute" && hinge.gain[2] === 0;
      const plainLinear = node.motion === "prismatic" && hinge.gain[5] === 0;
      const gain: Pair = { angular: vec3(hinge.gain), linear: vec3(hinge.gain, 3) };
      const rest = subPair(W, { angular: scale3(u, gain.angular), linear: scale3(u, gain.linear) });
      // Along a plain axis the gain is ±1 and not stored: what is left there is minus the given force.
      if (plainAngular)
        return {
          u: [u],
          rest: { angular: [rest.angular[0], rest.angular[1], sub(0, mul(angular, tau[0]))], linear: rest.linear },
        };
      if (plainLinear)
        return {
          u: [u],
          rest: { angular: rest.angular, linear: [rest.linear[0], rest.linear[1], sub(0, mul(linear, tau[0]))] },
        };
      return { u: [u], rest };
    }
  }
}

/**
 * q̈ = D⁻¹ (u − Uᵀ a′) and a = a′ + S q̈ from the acceleration a′ that the parent and the velocities impart. Along a plain axis
 * a′ cancels from the node's own acceleration, which is found first.
 */
export function resolve(
  node: Node,
  frame: FrameFields,
  hinge: HingeFields,
  known: Pair,
): { rates: readonly Num[]; acceleration: Pair } {
  switch (node.motion) {
    case "weld":
    case "bend":
      return { rates: [], acceleration: known };
    case "modal": {
      const along = (k: number): Num =>
        add(dot3(vec3(hinge.gain, 6 * k), known.angular), dot3(vec3(hinge.gain, 6 * k + 3), known.linear));
      return { rates: hinge.rest.map((rest, k) => sub(rest, along(k))), acceleration: known };
    }
    case "spherical": {
      const gain: Mat3 = [vec3(hinge.gain), vec3(hinge.gain, 3), vec3(hinge.gain, 6)];
      const angular = sub3(vec3(hinge.rest), mulMatVec(gain, known.linear));
      return { rates: sub3(angular, known.angular), acceleration: { angular, linear: known.linear } };
    }
    case "free": {
      const acceleration = { angular: vec3(hinge.rest), linear: vec3(hinge.rest, 3) };
      const relative = subPair(acceleration, known);
      return { rates: [...relative.angular, ...relative.linear], acceleration };
    }
    default: {
      const { angular, linear } = axisOf(node, frame);
      const through = sub(
        hinge.rest[0],
        add(dot3(vec3(hinge.gain), known.angular), dot3(vec3(hinge.gain, 3), known.linear)),
      );
      // gain · z is ±1 where it was left out of the record.
      const plainAngular = node.motion === "revolute" && hinge.gain[2] === 0;
      const plainLinear = node.motion === "prismatic" && hinge.gain[5] === 0;
      if (plainAngular) {
        const own = mul(angular, through);
        const z = known.angular[2];
        return {
          rates: [mul(angular, sub(own, z))],
          acceleration: { angular: [known.angular[0], known.angular[1], own], linear: known.linear },
        };
      }
      if (plainLinear) {
        const own = mul(linear, through);
        const z = known.linear[2];
        return {
          rates: [mul(linear, sub(own, z))],
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
    }
  }
}
