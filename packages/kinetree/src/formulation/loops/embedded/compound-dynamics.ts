import type { Num } from "../../../graph/graph.js";
import { add, mul, sub } from "../../../graph/num.js";
import type { Rec } from "../../../kernel/record.js";
import {
  addArticulated,
  addSpatial,
  articulatedFields,
  articulatedFrom,
  articulatedOfRigid,
  spatialFields,
  spatialFrom,
  power,
  rigidFrom,
  type SpatialVector,
  type SpatialFields,
} from "../../../spatial/inertia.js";
import { motionToInner } from "../../../spatial/placement.js";
import { vec3 } from "../../../spatial/vec3.js";
import { jointOf, velocityAcceleration } from "../../joints/node-joints.js";
import type { HandedToAggregate } from "../../recursions/articulated/aggregates.js";
import { ARTICULATED, type ArticulatedFields } from "../../recursions/articulated/passes.js";
import type { InertiaFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { NodeLoads } from "../../tree/node-loads.js";
import type { CompoundKinematics, FollowFields } from "./compound-kinematics.js";
import {
  addCompoundNode,
  flatSpatial,
  followOf,
  spatialAt,
  scaledSpatial,
  speedsOf,
  type CompoundContext,
  type Handed,
  type JacobianFields,
  type One,
  type SumFields,
} from "./compound-node.js";
import { parentFeels, solveIndependent } from "./compound-solve.js";

/** ÿ = rest − gain a of the parent's acceleration a. */
type SolvedFields = { gain: readonly Num[]; rest: readonly Num[] };

/**
 * A compound within the recursion over articulated bodies. With y its independent speeds and a the acceleration of its parent,
 *   M ÿ + Fᵀ a + h = 0,  M = Σ Gᵢᵀ Sᵢᵀ fᵢ,  F = Σ f at the parent,  h = Σ Gᵢᵀ (Sᵢᵀ bᵢ − τᵢ):
 * fᵢ is the force that node i and all beyond it within the compound take for a unit of each independent speed, bᵢ the one for
 * what speeds cause; both are handed from node to node, along with the inertia. The parent feels (I − F M⁻¹ Fᵀ) a + b − F M⁻¹ h,
 * like an articulated body. The cost is linear in the number of nodes. (Jain, Robot and Multibody Dynamics, 2011, chapter
 * 11, with recursions within the compound instead of stacked matrices.)
 */
export class CompoundDynamics {
  readonly #kinematics: CompoundKinematics;
  readonly #loads: NodeLoads;
  readonly #jacobians = new Map<number, Rec<JacobianFields>>();
  readonly #biases = new Map<number, Rec<SpatialFields>>();
  #bias: ReadonlyMap<number, Rec<One>> = new Map();
  #solved: Rec<SolvedFields> | null = null;

  constructor(kinematics: CompoundKinematics, loads: NodeLoads) {
    this.#kinematics = kinematics;
    this.#loads = loads;
  }

  get #tree() {
    return this.#kinematics.trace.tree;
  }

  /** Independent speeds. */
  get #count(): number {
    return this.#kinematics.compound.independent.length;
  }

  get #onGround(): boolean {
    return this.#kinematics.compound.parent < 0;
  }

  #nodes(): readonly Node[] {
    return this.#kinematics.compound.nodes.map((index) => this.#tree.skeleton.nodes[index]);
  }

  #follows(node: Node): Readonly<Record<string, Rec<FollowFields>>> {
    return Object.fromEntries(speedsOf(node).map((v, k) => [`g${k}`, this.#kinematics.follow(v)]));
  }

  #jacobian(node: Node): Rec<JacobianFields> {
    const known = this.#jacobians.get(node.index);
    if (known) return known;
    const tree = this.#tree;
    const count = this.#count;
    const { key, rec, rebuild } = tree.frames[node.index];
    const inputs = {
      frame: rec,
      posture: tree.posture(node.index),
      parent: this.#jacobians.get(node.parent) ?? tree.program.zeros<JacobianFields>({ J: 6 * count }),
      ...this.#follows(node),
    };
    const { J } = tree.program.step(`compound jacobian ${count} ${key}`, inputs, (x) => {
      const X = rebuild(x.frame, x.posture);
      const S = jointOf(node).columns(node, x.frame, x.posture);
      const follow = followOf(x);
      const columns = Array.from({ length: count }, (_, j) => {
        const carried = motionToInner(X, spatialAt(x.parent.J, j));
        return S.reduce<SpatialVector>(
          (sum, motion, k) => addSpatial(sum, scaledSpatial(follow(k)[j], motion)),
          carried,
        );
      });
      return { J: { J: columns.flatMap(flatSpatial) } };
    });
    this.#jacobians.set(node.index, J);
    return J;
  }

  /** Acceleration of the compound's parent that forces are summed for: none, or on the ground the one that stands for gravity. */
  #start(): Rec<SpatialFields> {
    const { program, skeleton } = this.#tree;
    if (!this.#onGround) return program.zeros<SpatialFields>({ angular: 3, linear: 3 });
    return program.constants<SpatialFields>({ angular: [0, 0, 0], linear: skeleton.gravity.map((g) => sub(0, g)) });
  }

  /** Acceleration of a node that all speeds cause, dependent ones following them, in the node's axes. */
  #biasOf(node: Node): Rec<SpatialFields> {
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
      ...Object.fromEntries(follows.map((k) => [`b${k}`, this.#bias.get(node.v + k) as Rec<One>])),
    };
    const { bias } = tree.program.step(`compound bias ${key} ${follows.join()}`, inputs, (x) => {
      const X = rebuild(x.frame, x.posture);
      const carried = motionToInner(X, spatialFrom(x.parent));
      const c = velocityAcceleration(node, X, x.frame, vec3(x.carrier.omega), vec3(x.spin.omega), x.rate.rate);
      const S = jointOf(node).columns(node, x.frame, x.posture);
      const one = x as unknown as Readonly<Record<string, One>>;
      const total = follows.reduce<SpatialVector>(
        (sum, k) => addSpatial(sum, scaledSpatial(one[`b${k}`].x[0], S[k])),
        addSpatial(carried, c),
      );
      return { bias: spatialFields(total) };
    });
    this.#biases.set(node.index, bias);
    return bias;
  }

  /** Eliminates the compound; gives what its parent feels, or null on the ground, which feels nothing. */
  eliminate(handed: (node: number) => HandedToAggregate): Rec<ArticulatedFields> | null {
    const { program } = this.#tree;
    const count = this.#count;
    const onGround = this.#onGround;
    const kinematics = this.#kinematics;
    this.#bias = kinematics.solve((closure) => kinematics.bias(closure));
    for (const node of this.#nodes()) {
      this.#jacobian(node);
      this.#biasOf(node);
    }
    let sum: Rec<SumFields> = program.zeros<SumFields>({ M: count * count, h: count });
    const nothing: Handed = {
      rigid: program.zeros<InertiaFields>({ m: 1, h: 3, I: 6 }),
      rest: program.zeros<ArticulatedFields>(ARTICULATED),
      forces: program.zeros<{ f: readonly Num[] }>({ f: 6 * count }),
    };
    const context: CompoundContext = {
      tree: this.#tree,
      loads: this.#loads,
      count,
      bias: this.#bias,
      follows: (node) => this.#follows(node),
    };
    const waiting = new Map<number, Handed>();
    for (const node of [...this.#nodes()].reverse()) {
      const own = { ...(waiting.get(node.index) ?? nothing), hanging: handed(node.index) };
      const jacobian = this.#jacobians.get(node.parent) ?? program.zeros<JacobianFields>({ J: 6 * count });
      const motion = { bias: this.#biasOf(node), jacobian };
      const made = addCompoundNode(context, sum, node, own, waiting.get(node.parent) ?? nothing, motion);
      sum = made.sum;
      waiting.set(node.parent, made.up);
    }
    const total = waiting.get(this.#kinematics.compound.parent) ?? nothing;
    const inputs = { sum, ...total };
    const outputs = program.step(`compound solve ${count} ${onGround}`, inputs, ({ sum, rigid, rest, forces }) => {
      const { gain, rest: solved } = solveIndependent(sum, forces.f, count, onGround);
      const up = (): ArticulatedFields => {
        const I = articulatedFields(addArticulated(articulatedOfRigid(rigidFrom(rigid)), articulatedFrom(rest)));
        return parentFeels({ ...I, angular: rest.angular, linear: rest.linear }, forces.f, gain, solved);
      };
      return { solved: { gain: gain.flat(), rest: solved }, up: onGround ? noUp : up() };
    });
    this.#solved = outputs.solved;
    return onGround ? null : outputs.up;
  }

  /** Writes the accelerations of the compound's speeds; gives those of its nodes that carry others. */
  resolve(parent: Rec<SpatialFields>, vdot: Rec): ReadonlyMap<number, Rec<SpatialFields>> {
    const tree = this.#tree;
    const { program } = tree;
    const count = this.#count;
    const solved = this.#solved as Rec<SolvedFields>;
    const onGround = this.#onGround;
    const { y } = program.step(`compound accelerate ${count} ${onGround}`, { solved, parent }, ({ solved, parent }) => {
      const a = spatialFrom(parent);
      const own = (rest: Num, j: number): Num => (onGround ? rest : sub(rest, power(spatialAt(solved.gain, j), a)));
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
    const found = new Map<number, Rec<SpatialFields>>();
    // The parent's acceleration, carried from node to node; on the ground the bias has it already.
    const carried = new Map<number, Rec<SpatialFields>>();
    const leadsOut = new Set<number>();
    for (const node of [...this.#nodes()].reverse()) {
      if (node.children.some((child) => !inside.has(child) || leadsOut.has(child))) leadsOut.add(node.index);
    }
    for (const node of this.#nodes()) {
      if (!leadsOut.has(node.index)) continue;
      const { key, rec, rebuild } = tree.frames[node.index];
      const from =
        node.parent === this.#kinematics.compound.parent ? parent : (carried.get(node.parent) as Rec<SpatialFields>);
      if (!onGround) {
        const inputs = { frame: rec, posture: tree.posture(node.index), from };
        const { to } = program.step(`compound carry ${key}`, inputs, ({ frame, posture, from }) => ({
          to: spatialFields(motionToInner(rebuild(frame, posture), spatialFrom(from))),
        }));
        carried.set(node.index, to);
      }
      if (!node.children.some((child) => !inside.has(child))) continue;
      const none = program.zeros<SpatialFields>({ angular: 3, linear: 3 });
      const inputs = {
        y,
        bias: this.#biasOf(node),
        jacobian: this.#jacobian(node),
        carried: carried.get(node.index) ?? none,
      };
      const { out } = program.step(`compound motion ${count}`, inputs, ({ y, bias, jacobian, carried }) => {
        const moved = y.x.reduce<SpatialVector>(
          (sum, rate, j) => addSpatial(sum, scaledSpatial(rate, spatialAt(jacobian.J, j))),
          addSpatial(spatialFrom(bias), spatialFrom(carried)),
        );
        return { out: spatialFields(moved) };
      });
      found.set(node.index, out);
    }
    return found;
  }
}

const noUp: ArticulatedFields = { A: [], B: [], C: [], angular: [], linear: [] };
