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
import { flatColumns, spatialColumns } from "../../flexible/modal-motion.js";
import { jointOf, velocityAcceleration } from "../../joints/node-joints.js";
import type { HandedToAggregate } from "../../recursions/articulated/aggregates.js";
import { ARTICULATED, type ArticulatedFields } from "../../recursions/articulated/passes.js";
import type { InertiaFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { NodeLoads } from "../../tree/node-loads.js";
import type { CompoundKinematics } from "./compound-kinematics.js";
import {
  addCompoundNode,
  causedOf,
  followOf,
  scaledSpatial,
  speedsOf,
  type CompoundContext,
  type ForceFields,
  type Handed,
  type JacobianFields,
  type SumFields,
} from "./compound-node.js";
import type { FollowFields, One } from "./compound-rows.js";
import { parentFeels, solveIndependent } from "./compound-solve.js";

/** ẏ = rest − gain a of the parent's acceleration a. */
type SolvedFields = { gain: readonly Num[]; rest: readonly Num[] };

/**
 * A compound within the recursion over articulated bodies. With y its independent speeds and a the acceleration of its parent,
 *   M ẏ + Fᵀ a + h = 0,  M = Σ Gᵢᵀ Sᵢᵀ fᵢ,  F = Σ f at the parent,  h = Σ Gᵢᵀ (Sᵢᵀ bᵢ − τᵢ):
 * fᵢ is the force that node i and all beyond it within the compound take for a unit of each independent speed, bᵢ the one that
 * velocities cause; both are handed from node to node, along with the inertia. The parent feels (I − F M⁻¹ Fᵀ) a + b − F M⁻¹ h,
 * like an articulated body. The cost is linear in the number of nodes. (Jain, Robot and Multibody Dynamics, 2011, chapter
 * 11, with recursions within the compound instead of stacked matrices.)
 */
export class CompoundDynamics {
  readonly #kinematics: CompoundKinematics;
  readonly #loads: NodeLoads;
  readonly #jacobians = new Map<number, Rec<JacobianFields>>();
  readonly #biases = new Map<number, Rec<SpatialFields>>();
  /** Accelerations of the dependent speeds that velocities cause. */
  #caused: ReadonlyMap<number, Rec<One>> = new Map();
  #solved: Rec<SolvedFields> | null = null;

  constructor(kinematics: CompoundKinematics, loads: NodeLoads) {
    this.#kinematics = kinematics;
    this.#loads = loads;
  }

  get #tree() {
    return this.#kinematics.tree;
  }

  /** Number of independent speeds. */
  get #count(): number {
    return this.#kinematics.compound.independent.length;
  }

  get #onGround(): boolean {
    return this.#kinematics.compound.parent < 0;
  }

  get #nodes(): readonly Node[] {
    return this.#kinematics.compound.nodes.map((index) => this.#tree.skeleton.nodes[index]);
  }

  #follows(node: Node): Readonly<Record<string, Rec<FollowFields>>> {
    return Object.fromEntries(speedsOf(node).map((v, k) => [`g${k}`, this.#kinematics.follow(v)]));
  }

  #causedIn(node: Node): Readonly<Record<string, Rec<One>>> {
    const dependent = speedsOf(node).flatMap((v, k) => (this.#caused.has(v) ? [{ v, k }] : []));
    return Object.fromEntries(dependent.map(({ v, k }) => [`b${k}`, this.#caused.get(v) as Rec<One>]));
  }

  #jacobianOf(node: number): Rec<JacobianFields> {
    return this.#jacobians.get(node) ?? this.#tree.program.zeros<JacobianFields>({ J: 6 * this.#count });
  }

  /** J = X J_parent + S G */
  #traceJacobian(node: Node): void {
    const tree = this.#tree;
    const count = this.#count;
    const { key, rec, rebuild } = tree.frames[node.index];
    const inputs = {
      frame: rec,
      posture: tree.posture(node.index),
      parent: this.#jacobianOf(node.parent),
      ...this.#follows(node),
    };
    const { J } = tree.program.step(`compound jacobian ${count} ${key}`, inputs, (x) => {
      const X = rebuild(x.frame, x.posture);
      const S = jointOf(node).columns(node, x.frame, x.posture);
      const columns = spatialColumns(x.parent.J).map((column, j) =>
        S.reduce(
          (sum, motion, k) => addSpatial(sum, scaledSpatial(followOf(x, k)[j], motion)),
          motionToInner(X, column),
        ),
      );
      return { J: { J: flatColumns(columns) } };
    });
    this.#jacobians.set(node.index, J);
  }

  /** Acceleration of the compound's parent that forces are summed for: zero, or on the ground that of gravity. */
  #start(): Rec<SpatialFields> {
    const { program, skeleton } = this.#tree;
    if (!this.#onGround) return program.zeros<SpatialFields>({ angular: 3, linear: 3 });
    return program.constants<SpatialFields>({ angular: [0, 0, 0], linear: skeleton.gravity.map((g) => sub(0, g)) });
  }

  /** Acceleration of a node without ẏ: X a_parent + c + S β, with β those of its dependent speeds that velocities cause. */
  #traceBias(node: Node): void {
    const tree = this.#tree;
    const { key, rec, rebuild } = tree.frames[node.index];
    const caused = this.#causedIn(node);
    const inputs = {
      frame: rec,
      posture: tree.posture(node.index),
      spin: tree.spin(node.index),
      carrier: tree.spin(node.parent),
      rate: tree.rate(node.index),
      parent: this.#biases.get(node.parent) ?? this.#start(),
      ...caused,
    };
    const { bias } = tree.program.step(`compound bias ${key} ${Object.keys(caused).join()}`, inputs, (x) => {
      const X = rebuild(x.frame, x.posture);
      const carried = motionToInner(X, spatialFrom(x.parent));
      const c = velocityAcceleration(node, X, x, vec3(x.carrier.omega), vec3(x.spin.omega));
      const S = jointOf(node).columns(node, x.frame, x.posture);
      const total = S.reduce(
        (sum, motion, k) => (`b${k}` in caused ? addSpatial(sum, scaledSpatial(causedOf(x, k), motion)) : sum),
        addSpatial(carried, c),
      );
      return { bias: spatialFields(total) };
    });
    this.#biases.set(node.index, bias);
  }

  /** Eliminates the compound; gives the inertia and force that its parent feels; null on the ground. */
  eliminate(handed: (node: number) => HandedToAggregate): Rec<ArticulatedFields> | null {
    const { rows } = this.#kinematics;
    this.#caused = this.#kinematics.solve((closure) => rows.bias(closure));
    for (const node of this.#nodes) {
      this.#traceJacobian(node);
      this.#traceBias(node);
    }
    const inputs = { ...this.#handUp(handed) };
    const count = this.#count;
    const onGround = this.#onGround;
    const name = `compound solve ${count} ${onGround}`;
    const { solved, up } = this.#tree.program.step(name, inputs, ({ sum, rigid, rest, forces }) => {
      const { gain, rest: free } = solveIndependent(sum, forces.f, count, onGround);
      const felt = (): ArticulatedFields => {
        const I = articulatedFields(addArticulated(articulatedOfRigid(rigidFrom(rigid)), articulatedFrom(rest)));
        return parentFeels({ ...I, angular: rest.angular, linear: rest.linear }, forces.f, gain, free);
      };
      return { solved: { gain: gain.flat(), rest: free }, up: onGround ? noUp : felt() };
    });
    this.#solved = solved;
    return onGround ? null : up;
  }

  /** From the tips to the compound's parent: M and h, and the inertia and forces that arrive at the parent. */
  #handUp(hanging: (node: number) => HandedToAggregate): Handed & { readonly sum: Rec<SumFields> } {
    const { program } = this.#tree;
    const count = this.#count;
    const nothing: Handed = {
      rigid: program.zeros<InertiaFields>({ m: 1, h: 3, I: 6 }),
      rest: program.zeros<ArticulatedFields>(ARTICULATED),
      forces: program.zeros<ForceFields>({ f: 6 * count }),
    };
    const context: CompoundContext = {
      tree: this.#tree,
      loads: this.#loads,
      count,
      follows: (node) => this.#follows(node),
      caused: (node) => this.#causedIn(node),
    };
    const waiting = new Map<number, Handed>();
    const at = (node: number): Handed => waiting.get(node) ?? nothing;
    let sum: Rec<SumFields> = program.zeros<SumFields>({ M: count * count, h: count });
    for (const node of [...this.#nodes].reverse()) {
      const made = addCompoundNode(context, sum, node, {
        own: at(node.index),
        hanging: hanging(node.index),
        siblings: at(node.parent),
        bias: this.#biases.get(node.index) as Rec<SpatialFields>,
        jacobian: this.#jacobianOf(node.parent),
      });
      sum = made.sum;
      waiting.set(node.parent, made.up);
    }
    return { sum, ...at(this.#kinematics.compound.parent) };
  }

  /** Writes the accelerations of the compound's speeds; gives those of its nodes that carry others. */
  resolve(parent: Rec<SpatialFields>, vdot: Rec): ReadonlyMap<number, Rec<SpatialFields>> {
    const count = this.#count;
    const onGround = this.#onGround;
    const inputs = { solved: this.#solved as Rec<SolvedFields>, parent };
    const { y } = this.#tree.program.step(`compound accelerate ${count} ${onGround}`, inputs, ({ solved, parent }) => {
      const a = spatialFrom(parent);
      const gain = spatialColumns(solved.gain);
      return { y: { x: solved.rest.map((rest, j) => (onGround ? rest : sub(rest, power(gain[j], a)))) } };
    }); // ẏ = rest − gain a
    for (const node of this.#nodes) for (const v of speedsOf(node)) this.#writeAcceleration(v, y, vdot);
    return this.#carriers(parent, y);
  }

  /** v̇ = G ẏ + β */
  #writeAcceleration(v: number, y: Rec<One>, vdot: Rec): void {
    const { program } = this.#tree;
    const inputs = { follow: this.#kinematics.follow(v), y, bias: this.#caused.get(v) ?? program.zeros<One>({ x: 1 }) };
    program.step(
      `compound speed ${this.#count}`,
      inputs,
      ({ follow, y, bias }) => ({
        out: { vdot: [follow.g.reduce((sum, g, j) => add(sum, mul(g, y.x[j])), bias.x[0])] },
      }),
      { out: program.slice(vdot, v, { vdot: 1 }) },
    );
  }

  /** Accelerations of the nodes that carry others outside the compound: X a + bias + J ẏ. */
  #carriers(parent: Rec<SpatialFields>, y: Rec<One>): ReadonlyMap<number, Rec<SpatialFields>> {
    const tree = this.#tree;
    const { program } = tree;
    const { compound } = this.#kinematics;
    const inside = new Set(compound.nodes);
    const carriesOthers = ({ children }: Node): boolean => children.some((child) => !inside.has(child));
    const leadsOut = new Set<number>();
    for (const node of [...this.#nodes].reverse())
      if (carriesOthers(node) || node.children.some((child) => leadsOut.has(child))) leadsOut.add(node.index);
    const found = new Map<number, Rec<SpatialFields>>();
    // The parent's acceleration in the axes of each node; on the ground the bias has it already.
    const carried = new Map([[compound.parent, parent]]);
    for (const node of this.#nodes) {
      if (!leadsOut.has(node.index)) continue;
      if (!this.#onGround) {
        const { key, rec, rebuild } = tree.frames[node.index];
        const from = carried.get(node.parent) as Rec<SpatialFields>;
        const inputs = { frame: rec, posture: tree.posture(node.index), from };
        const { to } = program.step(`compound carry ${key}`, inputs, ({ frame, posture, from }) => ({
          to: spatialFields(motionToInner(rebuild(frame, posture), spatialFrom(from))),
        }));
        carried.set(node.index, to);
      }
      if (carriesOthers(node)) found.set(node.index, this.#accelerationOf(node, carried.get(node.index), y));
    }
    return found;
  }

  #accelerationOf(node: Node, carried: Rec<SpatialFields> | undefined, y: Rec<One>): Rec<SpatialFields> {
    const { program } = this.#tree;
    const count = this.#count;
    const inputs = {
      y,
      bias: this.#biases.get(node.index) as Rec<SpatialFields>,
      jacobian: this.#jacobianOf(node.index),
      carried: carried ?? program.zeros<SpatialFields>({ angular: 3, linear: 3 }),
    };
    return program.step(`compound motion ${count}`, inputs, ({ y, bias, jacobian, carried }) => {
      const J = spatialColumns(jacobian.J);
      const moved = y.x.reduce<SpatialVector>(
        (sum, rate, j) => addSpatial(sum, scaledSpatial(rate, J[j])),
        addSpatial(spatialFrom(bias), spatialFrom(carried)),
      );
      return { out: spatialFields(moved) };
    }).out;
  }
}

const noUp: ArticulatedFields = { A: [], B: [], C: [], angular: [], linear: [] };
