import type { Num } from "../graph/graph.js";
import { add, div, mul, sub } from "../graph/num.js";
import type { Program } from "../kernel/program.js";
import type { Rec } from "../kernel/record.js";
import {
  addArticulated,
  addPair,
  articulatedFields,
  articulatedFrom,
  articulatedOfRigid,
  gyroscopicForce,
  mulArticulated,
  rigidFrom,
  subPair,
  type ArticulatedInertia,
  type Pair,
} from "../spatial/inertia.js";
import { mulMatMat, mulMatVec, subMat, transpose3, type Mat3 } from "../spatial/mat3.js";
import {
  accelerationToInner,
  articulatedBodyToOuter,
  articulatedToOuter,
  centripetal,
  forceToOuter,
  motionToInner,
  vectorToInner,
  type Placement,
} from "../spatial/placement.js";
import { add3, cross3, dot3, scale3, sub3, vec3, zero3, type Vec3 } from "../spatial/vec3.js";
import { solveSymmetric } from "./solve-symmetric.js";
import type { Node } from "./skeleton.js";
import {
  emptyFrame,
  relativeMotion,
  type FrameFields,
  type InertiaFields,
  type PairFields,
  type PostureFields,
  type RateFields,
  type SpinFields,
  type TreeProgram,
} from "./tree-program.js";

/** Articulated inertia and bias force that the children hand to a node. */
type ArticulatedFields = {
  A: readonly Num[];
  B: readonly Num[];
  C: readonly Num[];
  angular: readonly Num[];
  linear: readonly Num[];
};
/** What is left of a joint once it is eliminated: see `eliminate`. */
type HingeFields = {
  gain: readonly Num[];
  rest: readonly Num[];
  biasAngular: readonly Num[];
  biasLinear: readonly Num[];
};

/**
 * Forward dynamics by articulated bodies: v̇ from t, q, v and the loads, at a cost linear in the number of nodes.
 * Featherstone, Rigid Body Dynamics Algorithms (2008), Table 7.1, with two changes: accelerations are classical, those of the
 * node's origin, so that no linear velocity enters a tree of revolute joints; and gravity is an upward acceleration of ground.
 * Quantities of node i are in frame i.
 */
export function articulatedBody(tree: TreeProgram, loads: NodeLoads, vdot: Rec): void {
  const { program, skeleton } = tree;
  const { nodes } = skeleton;
  const hinges: Rec<HingeFields>[] = [];
  const nothing = program.zeros<ArticulatedFields>(ARTICULATED);
  const handed: Rec<ArticulatedFields>[][] = nodes.map(() => []);
  nodes.forEach((node) => tree.spin(node.index));

  // Tips to base: each node eliminates its joint and hands the rest to its parent.
  for (const node of [...nodes].reverse()) {
    const { index, parent, children } = node;
    const { key, rec, outer, inner } = tree.frames[index];
    // An only child hands up what it is at its joint, and the parent takes it from there: fewer numbers pass through memory.
    const only = children.length === 1 ? tree.frames[children[0]] : null;
    const isOnly = parent >= 0 && nodes[parent].children.length === 1;
    const inputs = {
      frame: rec,
      posture: tree.posture(index),
      inertia: tree.inertias[index],
      own: tree.spin(index),
      parent: isOnly && node.motion !== "free" ? tree.still : tree.spin(parent),
      rate: tree.rate(index),
      effort: loads.effort(index),
      armature: loads.armature(index),
      external: loads.wrench(index),
      children: gather(program, handed[index]) ?? nothing,
      childFrame: only ? only.rec : program.zeros<FrameFields>(emptyFrame),
    };
    const articulate = (x: ArticulateInputs) => {
      const omega = vec3(x.own.omega);
      const rigid = rigidFrom(x.inertia);
      const handedUp = { I: articulatedFrom(x.children), p: pairFrom(x.children) };
      const outboard = only ? articulatedBodyToOuter(only.outer(x.childFrame), omega, handedUp) : handedUp;
      const I = addArticulated(articulatedOfRigid(rigid), outboard.I); // Iᴬ
      const p = subPair(addPair(gyroscopicForce(rigid, omega), outboard.p), pairFrom(x.external)); // pᴬ
      const X = inner(x.frame, x.posture);
      const c = jointAcceleration(node, x, omega);
      const { Ia, pa, hinge } = eliminate(node, x.frame, I, p, c, x.effort.tau, x.armature.armature);
      const atJoint = { I: articulatedToOuter(X, Ia), p: forceToOuter(X, pa) };
      const up = isOnly ? atJoint : articulatedBodyToOuter(outer(x.frame), vec3(x.parent.omega), atJoint);
      return { hinge, up: { ...articulatedFields(up.I), ...pairFields(up.p) } };
    };
    const name = `articulate ${key} ${isOnly} ${only ? only.outerKey : "-"}`;
    const outputs = program.step(name, inputs, articulate, {}, { group: index, keep: ["hinge"] });
    hinges[index] = outputs.hinge;
    if (parent >= 0) handed[parent].push(outputs.up);
  }

  // Base to tips: accelerations.
  const ground = program.constants<PairFields>({ angular: [0, 0, 0], linear: skeleton.gravity.map((g) => sub(0, g)) });
  const accelerations: Rec<PairFields>[] = [];
  for (const node of nodes) {
    const { index, parent } = node;
    const { key, rec, outer, inner } = tree.frames[index];
    const inputs = {
      frame: rec,
      posture: tree.posture(index),
      hinge: hinges[index],
      spin: tree.spin(parent),
      parent: parent < 0 ? ground : accelerations[parent],
    };
    const direct = !node.reversed || node.nv < 3;
    const target = program.slice(vdot, node.v, { vdot: node.nv });
    const outputs = program.step(
      `accelerate ${key}`,
      inputs,
      (x) => {
        const atJoint = accelerationToInner(outer(x.frame), vec3(x.spin.omega), pairFrom(x.parent));
        const carriedOn = motionToInner(inner(x.frame, x.posture), atJoint);
        const known = addPair(carriedOn, { angular: vec3(x.hinge.biasAngular), linear: vec3(x.hinge.biasLinear) }); // a′
        const { rates, acceleration } = resolve(node, x.frame, x.hinge, known);
        return { acceleration: pairFields(acceleration), vdot: { vdot: rates } };
      },
      direct && node.nv > 0 ? { vdot: target } : {},
    );
    accelerations[index] = outputs.acceleration;
    if (!direct) tree.toUser(node, outputs.vdot, target);
  }
}

type ArticulateInputs = {
  readonly frame: FrameFields;
  readonly posture: PostureFields;
  readonly inertia: InertiaFields;
  readonly own: SpinFields;
  readonly parent: SpinFields;
  readonly rate: RateFields;
  readonly effort: { readonly tau: readonly Num[] };
  readonly armature: { readonly armature: readonly Num[] };
  readonly external: PairFields;
  readonly children: ArticulatedFields;
  readonly childFrame: FrameFields;
};

const ARTICULATED = { A: 6, B: 9, C: 6, angular: 3, linear: 3 } as const;

/** Children summed in one step at most. */
const MOST_CHILDREN = 8;

/**
 * The sum of what several children hand up. Summing apart from the children lets them all be one kernel whose iterations do
 * not wait for one another.
 */
function gather(program: Program, given: readonly Rec<ArticulatedFields>[]): Rec<ArticulatedFields> | null {
  let rest = [...given];
  while (rest.length > 1) {
    const sums: Rec<ArticulatedFields>[] = [];
    for (let i = 0; i < rest.length; i += MOST_CHILDREN) {
      const part = rest.slice(i, i + MOST_CHILDREN);
      if (part.length === 1) sums.push(part[0]);
      else {
        const inputs = Object.fromEntries(part.map((rec, k) => [`child${k}`, rec]));
        sums.push(program.step("gather", inputs, (x) => ({ sum: Object.values(x).reduce(sumFields) })).sum);
      }
    }
    rest = sums;
  }
  return rest[0] ?? null;
}

const sumFields = (a: ArticulatedFields, b: ArticulatedFields): ArticulatedFields => ({
  A: a.A.map((x, i) => add(x, b.A[i])),
  B: a.B.map((x, i) => add(x, b.B[i])),
  C: a.C.map((x, i) => add(x, b.C[i])),
  angular: a.angular.map((x, i) => add(x, b.angular[i])),
  linear: a.linear.map((x, i) => add(x, b.linear[i])),
});

/** What acts on the nodes, by node index. */
export interface NodeLoads {
  /** Generalised forces along the node's rates. */
  readonly effort: (node: number) => Rec<{ tau: readonly Num[] }>;
  /** Inertia that moves with the rate alone. */
  readonly armature: (node: number) => Rec<{ armature: readonly Num[] }>;
  /** External wrench on the node, at its origin. */
  readonly wrench: (node: number) => Rec<PairFields>;
}

export const pairFrom = (f: PairFields): Pair => ({ angular: vec3(f.angular), linear: vec3(f.linear) });
export const pairFields = (p: Pair): PairFields => ({ angular: [...p.angular], linear: [...p.linear] });

/** Acceleration of the node that velocities alone cause, in its own axes (Featherstone's c, for classical accelerations). */
export function velocityAcceleration(
  node: Node,
  X: Placement,
  frame: FrameFields,
  omega_parent: Vec3,
  omega: Vec3,
  rate: readonly Num[],
): Pair {
  const relative = relativeMotion(node, frame, rate);
  const inward = centripetal(X, omega_parent);
  // ω × S q̇ turns the joint axis; twice that for a sliding origin (Coriolis), where a free joint's own turn counts once.
  const angular = cross3(omega, relative.angular);
  if (node.motion !== "free") return { angular, linear: add3(inward, scale3(2, cross3(omega, relative.linear))) };
  const omega_carried = vectorToInner(X, omega_parent);
  const coriolis = add3(cross3(omega_carried, relative.linear), cross3(omega, relative.linear));
  return { angular: cross3(omega_carried, relative.angular), linear: add3(inward, coriolis) };
}

/**
 * Acceleration that the motion across the joint alone causes, beyond that of the joint's frame on the parent: the axis turns
 * with the node, and a sliding origin feels Coriolis and the centripetal acceleration of its slide.
 */
function jointAcceleration(node: Node, x: ArticulateInputs, omega: Vec3): Pair {
  const relative = relativeMotion(node, x.frame, x.rate.rate);
  switch (node.motion) {
    case "revolute":
    case "spherical":
    case "weld":
      return { angular: cross3(omega, relative.angular), linear: zero3 };
    case "prismatic":
    case "screw": {
      const carrier = sub3(omega, relative.angular);
      const inward = cross3(carrier, cross3(carrier, [0, 0, x.posture.slide[0]]));
      return {
        angular: cross3(omega, relative.angular),
        linear: add3(inward, scale3(2, cross3(omega, relative.linear))),
      };
    }
    case "free": {
      const R: Placement = [{ rotation: { matrix: matrixFrom(x.posture.R) } }];
      const fixed = vectorToInner(
        x.frame.matrix.length > 0 ? [{ rotation: { matrix: matrixFrom(x.frame.matrix) } }] : [],
        vec3(x.parent.omega),
      );
      const carrier = vectorToInner(R, fixed);
      const inward = cross3(carrier, cross3(carrier, vectorToInner(R, vec3(x.posture.p))));
      const coriolis = add3(cross3(carrier, relative.linear), cross3(omega, relative.linear));
      return { angular: cross3(carrier, relative.angular), linear: add3(inward, coriolis) };
    }
  }
}

const matrixFrom = (m: readonly Num[]): Mat3 => [vec3(m), vec3(m, 3), vec3(m, 6)];

interface Eliminated {
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
function eliminate(
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
  return { Ia, pa: known, hinge: { gain: [...stored.angular, ...stored.linear], rest: [rest], ...bias } };
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

/**
 * q̈ = D⁻¹ (u − Uᵀ a′) and a = a′ + S q̈ from the acceleration a′ that the parent and the velocities impart. Along a plain axis
 * a′ cancels from the node's own acceleration, which is found first.
 */
function resolve(
  node: Node,
  frame: FrameFields,
  hinge: HingeFields,
  known: Pair,
): { rates: readonly Num[]; acceleration: Pair } {
  switch (node.motion) {
    case "weld":
      return { rates: [], acceleration: known };
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
