import type { Num } from "../../graph/graph.js";
import { add, div, mul, neg, sub } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import {
  addArticulated,
  addPair,
  articulatedFields,
  articulatedFrom,
  articulatedOfRigid,
  forceOfRigid,
  gyroscopicForce,
  mulArticulated,
  pairFields,
  pairFrom,
  rigidFrom,
  subPair,
  type ArticulatedInertia,
  type Pair,
  type PairFields,
} from "../../spatial/inertia.js";
import { mat3 } from "../../spatial/mat3.js";
import {
  articulatedToOuter,
  forceToOuter,
  motionToInner,
  rigidToOuter,
  type Placement,
} from "../../spatial/placement.js";
import { vec3, zero3 } from "../../spatial/vec3.js";
import type { ArticulatedFields } from "../articulated-body.js";
import { velocityAcceleration } from "../joint-acceleration.js";
import { motionColumns, power } from "../motion-columns.js";
import type { NodeLoads } from "../node-loads.js";
import type { PoseFields } from "../records.js";
import type { Node } from "../skeleton.js";
import type { Closure } from "./closures.js";
import type { ColumnFields, CompoundKinematics, FollowFields } from "./compound-kinematics.js";

type One = { x: readonly Num[] };
/** Motion of a node for a unit of each independent speed, [angular, linear], at the origin of the compound's parent. */
type JacobianFields = { J: readonly Num[] };
/** What the bodies of a compound add up to, at the origin of its parent: see `eliminateCompound`. */
type SumFields = {
  M: readonly Num[];
  F: readonly Num[];
  h: readonly Num[];
  A: readonly Num[];
  B: readonly Num[];
  C: readonly Num[];
  angular: readonly Num[];
  linear: readonly Num[];
};
/** ÿ = rest − gain a of the parent's acceleration a. */
type SolvedFields = { gain: readonly Num[]; rest: readonly Num[] };

/**
 * A compound within the recursion over articulated bodies. In its independent speeds y and the acceleration a of its parent,
 * with Jᵢ the motion of node i for a unit of each independent speed and fᵢ its force when neither y nor the parent accelerate,
 *   M ÿ + Fᵀ a + h = 0,  M = Σ Jᵢᵀ Iᵢ Jᵢ,  F = Σ Iᵢ Jᵢ,  h = Σ Jᵢᵀ fᵢ − Gᵀ τ,
 * and the parent feels (Σ Iᵢ − F M⁻¹ Fᵀ) a + Σ fᵢ − F M⁻¹ h: an articulated body like any other. The cost is linear in the number
 * of bodies. (Jain, Robot and Multibody Dynamics, 2011, chapter 11, with bodies summed instead of stacked.)
 */
export class CompoundDynamics {
  readonly #kinematics: CompoundKinematics;
  readonly #loads: NodeLoads;
  readonly #jacobians = new Map<number, Rec<JacobianFields>>();
  readonly #biases = new Map<number, Rec<PairFields>>();
  readonly #bias: ReadonlyMap<number, Rec<One>>;
  #solved: Rec<SolvedFields> | null = null;

  constructor(kinematics: CompoundKinematics, loads: NodeLoads) {
    this.#kinematics = kinematics;
    this.#loads = loads;
    const { trace } = kinematics;
    this.#bias = kinematics.solve((closure) => biasOf(kinematics, closure, trace.rowsOf(closure).length));
  }

  get #tree() {
    return this.#kinematics.trace.tree;
  }

  /** Independent speeds. */
  get #count(): number {
    return this.#kinematics.compound.independent.length;
  }

  #nodes(): readonly Node[] {
    return this.#kinematics.compound.nodes.map((index) => this.#tree.skeleton.nodes[index]);
  }

  #jacobian(node: Node): Rec<JacobianFields> {
    const known = this.#jacobians.get(node.index);
    if (known) return known;
    const { program } = this.#tree;
    const count = this.#count;
    const inputs = {
      parent: this.#jacobians.get(node.parent) ?? program.zeros<JacobianFields>({ J: 6 * count }),
      columns: this.#kinematics.columns(node.index),
      ...Object.fromEntries(speedsOf(node).map((v, k) => [`g${k}`, this.#kinematics.follow(v)])),
    };
    const { J } = program.step(`compound jacobian ${count} ${node.nv}`, inputs, (x) => {
      const { S } = x.columns as ColumnFields;
      const follows = x as unknown as Readonly<Record<string, FollowFields>>;
      return {
        J: {
          J: (x.parent as JacobianFields).J.map((start, e) => {
            const [j, i] = [Math.floor(e / 6), e % 6];
            return speedsOf(node).reduce<Num>((sum, _, k) => add(sum, mul(S[6 * k + i], follows[`g${k}`].g[j])), start);
          }),
        },
      };
    });
    this.#jacobians.set(node.index, J);
    return J;
  }

  /** Acceleration of the compound's parent that forces are summed for: none, or on the ground the one that stands for gravity. */
  #start(): Rec<PairFields> {
    const { program, skeleton } = this.#tree;
    if (this.#kinematics.compound.parent >= 0) return program.zeros<PairFields>({ angular: 3, linear: 3 });
    return program.constants<PairFields>({ angular: [0, 0, 0], linear: skeleton.gravity.map((g) => sub(0, g)) });
  }

  /** Acceleration of a node that all speeds cause, dependent ones following them, in the node's axes. */
  #biasOf(node: Node): Rec<PairFields> {
    const known = this.#biases.get(node.index);
    if (known) return known;
    const tree = this.#tree;
    const { key, rec, rebuild } = tree.frames[node.index];
    const follows = speedsOf(node).flatMap((v, k) => (this.#bias.has(v) ? [k] : []));
    const inputs = {
      frame: rec,
      posture: tree.posture(node.index),
      spin: tree.spin(node.index),
      carrier: tree.spin(node.parent),
      rate: tree.rate(node.index),
      parent: this.#biases.get(node.parent) ?? this.#start(),
      ...Object.fromEntries(follows.map((k) => [`g${k}`, this.#bias.get(node.v + k) as Rec<One>])),
    };
    const { bias } = tree.program.step(`compound bias ${key} ${follows.join()}`, inputs, (x) => {
      const X = rebuild(x.frame, x.posture);
      const carried = motionToInner(X, pairFrom(x.parent));
      const c = velocityAcceleration(node, X, x.frame, vec3(x.carrier.omega), vec3(x.spin.omega), x.rate.rate);
      const S = motionColumns(node, x.frame, x.posture);
      const one = x as unknown as Readonly<Record<string, One>>;
      const total = follows.reduce<Pair>(
        (sum, k) => addPair(sum, scaledPair(one[`g${k}`].x[0], S[k])),
        addPair(carried, c),
      );
      return { bias: pairFields(total) };
    });
    this.#biases.set(node.index, bias);
    return bias;
  }

  /** Eliminates the compound; gives what its parent feels, or null on the ground, which feels nothing. */
  eliminate(handed: (node: number) => Rec<ArticulatedFields>): Rec<ArticulatedFields> | null {
    const { program } = this.#tree;
    const count = this.#count;
    const onGround = this.#kinematics.compound.parent < 0;
    let sum: Rec<SumFields> = program.zeros<SumFields>({
      M: count * count,
      F: onGround ? 0 : 6 * count,
      h: count,
      A: onGround ? 0 : 6,
      B: onGround ? 0 : 9,
      C: onGround ? 0 : 6,
      angular: onGround ? 0 : 3,
      linear: onGround ? 0 : 3,
    });
    for (const node of this.#nodes()) {
      this.#jacobian(node);
      this.#biasOf(node);
      sum = this.#addEffort(this.#addBody(sum, node, handed(node.index), onGround), node);
    }
    const outputs = program.step(`compound solve ${count} ${onGround}`, { sum }, ({ sum }) => {
      const { gain, rest } = solveIndependent(sum, count, onGround);
      return { solved: { gain: gain.flat(), rest }, up: onGround ? noUp : parentFeels(sum, gain, rest) };
    });
    this.#solved = outputs.solved;
    return onGround ? null : outputs.up;
  }

  #addBody(sum: Rec<SumFields>, node: Node, handed: Rec<ArticulatedFields>, onGround: boolean): Rec<SumFields> {
    const tree = this.#tree;
    const count = this.#count;
    const inertia = tree.inertias[node.index];
    const external = this.#loads.wrench(node.index);
    const carries = handed.layout.size > 0;
    if (inertia.layout.size === 0 && !carries && external.layout.size === 0) return sum;
    const inputs = {
      sum,
      inertia,
      handed,
      external,
      pose: this.#kinematics.pose(node.index),
      spin: tree.spin(node.index),
      bias: this.#biasOf(node),
      jacobian: this.#jacobian(node),
    };
    return tree.program.step(`compound body ${count} ${carries} ${onGround}`, inputs, (x) => {
      const rigid = rigidFrom(x.inertia);
      const a = pairFrom(x.bias);
      const X = placementOf(x.pose);
      const own = addPair(forceOfRigid(rigid, a), gyroscopicForce(rigid, vec3(x.spin.omega)));
      const carried = carries
        ? addPair(own, addPair(mulArticulated(articulatedFrom(x.handed), a), pairFrom(x.handed)))
        : own;
      const f = forceToOuter(X, subPair(carried, pairFrom(x.external)));
      const J = Array.from({ length: count }, (_, j): Pair => pairAt(x.jacobian.J, j));
      // A rigid body keeps its ten numbers when it is seen from elsewhere; what others add makes it an articulated one.
      const moved = rigidToOuter(X, rigid);
      const I: ArticulatedInertia = carries
        ? addArticulated(articulatedOfRigid(moved), articulatedToOuter(X, articulatedFrom(x.handed)))
        : articulatedOfRigid(moved);
      const IJ = J.map((motion) => (carries ? mulArticulated(I, motion) : forceOfRigid(moved, motion)));
      const plus = (from: readonly Num[], with_: readonly Num[]): readonly Num[] =>
        from.map((value, i) => add(value, with_[i]));
      const fields = articulatedFields(I);
      return {
        sum: {
          // Lower triangle.
          M: x.sum.M.map((value, e) => {
            const [i, j] = [Math.floor(e / count), e % count];
            return j > i ? 0 : add(value, power(J[i], IJ[j]));
          }),
          F: onGround
            ? []
            : plus(
                x.sum.F,
                IJ.flatMap(({ angular, linear }) => [...angular, ...linear]),
              ),
          h: x.sum.h.map((value, j) => add(value, power(J[j], f))),
          A: onGround ? [] : plus(x.sum.A, fields.A),
          B: onGround ? [] : plus(x.sum.B, fields.B),
          C: onGround ? [] : plus(x.sum.C, fields.C),
          angular: onGround ? [] : plus(x.sum.angular, f.angular),
          linear: onGround ? [] : plus(x.sum.linear, f.linear),
        },
      };
    }).sum;
  }

  /** −Gᵀ τ, and rotors that move with their coordinate alone. */
  #addEffort(sum: Rec<SumFields>, node: Node): Rec<SumFields> {
    if (node.nv === 0) return sum;
    const tree = this.#tree;
    const count = this.#count;
    const { key, rec } = tree.frames[node.index];
    const isReversed = node.reversed && node.nv >= 3;
    const follows = speedsOf(node).flatMap((v, k) => (this.#bias.has(v) ? [k] : []));
    const armature = this.#loads.armature(node.index);
    const hasRotor = armature.layout.size > 0;
    const inputs = {
      sum,
      effort: this.#loads.effort(node.index),
      armature,
      frame: rec,
      posture: tree.posture(node.index),
      ...Object.fromEntries(speedsOf(node).map((v, k) => [`g${k}`, this.#kinematics.follow(v)])),
      ...Object.fromEntries(hasRotor ? follows.map((k) => [`b${k}`, this.#bias.get(node.v + k) as Rec<One>]) : []),
    };
    const name = `compound effort ${count} ${node.nv} ${hasRotor ? follows.join() : "-"} ${isReversed ? key : ""}`;
    return tree.program.step(name, inputs, (x) => {
      const follow = (k: number): readonly Num[] => (x as unknown as Readonly<Record<string, FollowFields>>)[`g${k}`].g;
      const bias = (k: number): Num =>
        hasRotor && follows.includes(k) ? (x as unknown as Readonly<Record<string, One>>)[`b${k}`].x[0] : 0;
      const S = isReversed ? motionColumns(node, x.frame, x.posture) : [];
      const force = (k: number): Num =>
        isReversed
          ? power(S[k], { angular: vec3(x.effort.tau), linear: node.nv === 6 ? vec3(x.effort.tau, 3) : zero3 })
          : x.effort.tau[k];
      const rotor = (k: number): Num => x.armature.armature[k];
      const each = speedsOf(node).map((_, k) => k);
      return {
        sum: {
          ...x.sum,
          M: x.sum.M.map((value, e) => {
            const [i, j] = [Math.floor(e / count), e % count];
            if (j > i) return 0;
            return each.reduce<Num>((total, k) => add(total, mul(rotor(k), mul(follow(k)[i], follow(k)[j]))), value);
          }),
          h: x.sum.h.map((value, j) =>
            each.reduce<Num>((total, k) => sub(total, mul(follow(k)[j], sub(force(k), mul(rotor(k), bias(k))))), value),
          ),
        },
      };
    }).sum;
  }

  /** Writes the accelerations of the compound's speeds; gives those of its nodes that carry others. */
  resolve(parent: Rec<PairFields>, vdot: Rec): ReadonlyMap<number, Rec<PairFields>> {
    const tree = this.#tree;
    const { program } = tree;
    const count = this.#count;
    const solved = this.#solved as Rec<SolvedFields>;
    const onGround = this.#kinematics.compound.parent < 0;
    const { y } = program.step(`compound accelerate ${count} ${onGround}`, { solved, parent }, ({ solved, parent }) => {
      const a = pairFrom(parent);
      const own = (rest: Num, j: number): Num => (onGround ? rest : sub(rest, power(pairAt(solved.gain, j), a)));
      return { y: { x: solved.rest.map(own) } };
    });
    for (const node of this.#nodes())
      speedsOf(node).forEach((v) => {
        const bias = this.#bias.get(v) ?? program.zeros<One>({ x: 1 });
        const inputs = { follow: this.#kinematics.follow(v), y, bias };
        program.step(
          `compound speed ${count}`,
          inputs,
          ({ follow, y, bias }) => ({
            out: { vdot: [follow.g.reduce<Num>((sum, g, j) => add(sum, mul(g, y.x[j])), bias.x[0])] },
          }),
          { out: program.slice(vdot, v, { vdot: 1 }) },
        );
      });
    const inside = new Set(this.#kinematics.compound.nodes);
    const found = new Map<number, Rec<PairFields>>();
    for (const node of this.#nodes()) {
      if (!node.children.some((child) => !inside.has(child))) continue;
      const inputs = {
        parent,
        y,
        pose: this.#kinematics.pose(node.index),
        bias: this.#biasOf(node),
        jacobian: this.#jacobian(node),
      };
      const { out } = program.step(
        `compound node ${count} ${onGround}`,
        inputs,
        ({ parent, y, pose, bias, jacobian }) => {
          // On the ground the bias has the parent's acceleration already.
          const start: Pair = onGround ? { angular: zero3, linear: zero3 } : pairFrom(parent);
          const moved = y.x.reduce<Pair>(
            (sum, rate, j) => addPair(sum, scaledPair(rate, pairAt(jacobian.J, j))),
            start,
          );
          return { out: pairFields(addPair(motionToInner(placementOf(pose), moved), pairFrom(bias))) };
        },
      );
      found.set(node.index, out);
    }
    return found;
  }
}

const noUp: ArticulatedFields = { A: [], B: [], C: [], angular: [], linear: [] };

const speedsOf = ({ v, nv }: Node): readonly number[] => Array.from({ length: nv }, (_, k) => v + k);

const pairAt = (from: readonly Num[], j: number): Pair => ({
  angular: vec3(from, 6 * j),
  linear: vec3(from, 6 * j + 3),
});
const scaledPair = (s: Num, { angular, linear }: Pair): Pair => ({
  angular: [mul(s, angular[0]), mul(s, angular[1]), mul(s, angular[2])],
  linear: [mul(s, linear[0]), mul(s, linear[1]), mul(s, linear[2])],
});
const placementOf = ({ R, p }: PoseFields): Placement => [{ shift: vec3(p) }, { rotation: { matrix: mat3(R) } }];

/** γ of a closure's rows. */
function biasOf({ trace }: CompoundKinematics, closure: Closure, count: number): Rec<One> {
  if (closure.kind === "frames") return trace.bias(closure) as unknown as Rec<One>;
  const parts = trace.coordinate(closure);
  return trace.tree.program.step(`coordinate bias ${count}`, { parts }, ({ parts }) => ({ out: { x: parts.gamma } }))
    .out;
}

/** M⁻¹ Fᵀ and −M⁻¹ h by M = L D Lᵀ. */
function solveIndependent(
  { M, F, h }: SumFields,
  n: number,
  onGround: boolean,
): { gain: readonly (readonly Num[])[]; rest: readonly Num[] } {
  const L: Num[][] = Array.from({ length: n }, () => []);
  const inverse: Num[] = [];
  const W: Num[][] = Array.from({ length: n }, () => []);
  for (let i = 0; i < n; i++) {
    let pivot = M[i * n + i];
    for (let j = 0; j < i; j++) {
      let w = M[i * n + j];
      for (let k = 0; k < j; k++) w = sub(w, mul(W[i][k], L[j][k]));
      W[i][j] = w;
      L[i][j] = mul(w, inverse[j]);
      pivot = sub(pivot, mul(w, L[i][j]));
    }
    inverse[i] = div(1, pivot);
  }
  const solve = (b: Num[]): Num[] => {
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) b[i] = sub(b[i], mul(L[i][j], b[j]));
    for (let i = 0; i < n; i++) b[i] = mul(b[i], inverse[i]);
    for (let i = n - 1; i >= 0; i--) for (let j = i + 1; j < n; j++) b[i] = sub(b[i], mul(L[j][i], b[j]));
    return b;
  };
  const rest = solve(h.map((value) => neg(value)));
  if (onGround) return { gain: [], rest };
  const columns = Array.from({ length: 6 }, (_, c) => solve(Array.from({ length: n }, (_, j) => F[6 * j + c])));
  return { gain: Array.from({ length: n }, (_, j) => columns.map((column) => column[j])), rest };
}

/** I − F M⁻¹ Fᵀ and f + F rest. */
function parentFeels(sum: SumFields, gain: readonly (readonly Num[])[], rest: readonly Num[]): ArticulatedFields {
  const reduced = (value: Num, r: number, c: number): Num =>
    gain.reduce<Num>((total, row, j) => sub(total, mul(sum.F[6 * j + r], row[c])), value);
  const order = [
    [0, 0],
    [1, 1],
    [2, 2],
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const;
  const pushed = (value: Num, r: number): Num =>
    rest.reduce<Num>((total, y, j) => add(total, mul(sum.F[6 * j + r], y)), value);
  return {
    A: order.map(([r, c], e) => reduced(sum.A[e], r, c)),
    B: sum.B.map((value, e) => reduced(value, Math.floor(e / 3), 3 + (e % 3))),
    C: order.map(([r, c], e) => reduced(sum.C[e], 3 + r, 3 + c)),
    angular: sum.angular.map((value, r) => pushed(value, r)),
    linear: sum.linear.map((value, r) => pushed(value, 3 + r)),
  };
}
