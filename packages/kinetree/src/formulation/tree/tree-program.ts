import { elementStateCount } from "../../elements/states/element-states.js";
import type { Num } from "../../graph/graph.js";
import { Program } from "../../kernel/program.js";
import type { Rec } from "../../kernel/record.js";
import { rigidFields, type SpatialFields } from "../../spatial/inertia.js";
import { identity3, mat3, type Mat3 } from "../../spatial/mat3.js";
import { composePose, vectorToInner, type Placement } from "../../spatial/placement.js";
import { add3, cross3, vec3, zero3, type Vec3 } from "../../spatial/vec3.js";
import { cutTurns, turnCount, type CutTurns, type WhichTurns } from "../joints/cut-turns.js";
import { emptyFrame, framePlan, type FramePlan } from "../joints/frame-plan.js";
import type { Reversal } from "../joints/node-joint.js";
import { jointOf } from "../joints/node-joints.js";
import {
  NO_POSTURE,
  type FrameFields,
  type InertiaFields,
  type PoseFields,
  type PostureFields,
  type RateFields,
  type SpinFields,
} from "../skeleton/records.js";
import type { Node, Skeleton } from "../skeleton/skeleton.js";
import { FlexibleRecords } from "./flexible-records.js";

/** Records that tree recursions share, made when first asked for. State section: t, q, δ, v, z, tau, u, then the algorithm's. */
export class TreeProgram {
  readonly skeleton: Skeleton;
  readonly program: Program;
  readonly t: Rec<{ t: readonly Num[] }>;
  readonly q: Rec<{ q: readonly Num[] }>;
  /** Where q is, seen from the start of a step: see `manifold.ts`. Followed by v and z, so that a step treats all three alike. */
  readonly delta: Rec<{ delta: readonly Num[] }>;
  readonly v: Rec<{ v: readonly Num[] }>;
  /** Internal states of contacts, angles of cut joints, then what is only added up along the way. */
  readonly z: Rec<{ z: readonly Num[] }>;
  /** Generalised forces given from outside. */
  readonly tau: Rec<{ tau: readonly Num[] }>;
  /** Angles of cut joints that are in z. */
  readonly turns: readonly CutTurns[];
  /** Commands of the actuators. */
  readonly u: Rec<{ u: readonly Num[] }>;
  readonly frames: readonly FramePlan[];
  readonly #inertias: readonly Rec<InertiaFields>[];
  readonly still: Rec<SpinFields>;
  /** What flexible bodies and their stations add. */
  readonly flexible: FlexibleRecords;
  readonly #postures: Rec<PostureFields>[] = [];
  readonly #rates: Rec<RateFields>[] = [];
  readonly #spins: Rec<SpinFields>[] = [];
  readonly #poses: Rec<PoseFields>[] = [];
  readonly #velocities: Rec<SpatialFields>[] = [];

  readonly #once = new Map<string, unknown>();
  readonly #shared = new Map<string, unknown>();

  /** @param nSummed how many numbers are only added up along the way */
  constructor(skeleton: Skeleton, nSummed = 0, which: WhichTurns = "read") {
    this.skeleton = skeleton;
    const program = (this.program = new Program(skeleton.scope.graph));
    this.t = program.state<{ t: readonly Num[] }>({ t: 1 });
    this.q = program.state<{ q: readonly Num[] }>({ q: skeleton.nq });
    this.delta = program.state<{ delta: readonly Num[] }>({ delta: skeleton.nv });
    this.v = program.state<{ v: readonly Num[] }>({ v: skeleton.nv });
    const { model, topology } = skeleton;
    this.turns = cutTurns(model, topology, which);
    this.z = program.state<{ z: readonly Num[] }>({ z: elementStateCount(model) + turnCount(this.turns) + nSummed });
    this.tau = program.state<{ tau: readonly Num[] }>({ tau: skeleton.nv });
    this.u = program.state<{ u: readonly Num[] }>({ u: skeleton.model.actuators.length });
    this.frames = skeleton.nodes.map((node) => framePlan(program, node));
    this.#inertias = skeleton.nodes.map((node) =>
      program.constants<InertiaFields>(rigidFields(node.inertia), node.index),
    );
    this.still = program.zeros<SpinFields>({ omega: 3 });
    this.flexible = new FlexibleRecords(this);
  }

  /** Steps added from now on belong to this entry point, which shares no results with the others: each is complete in itself. */
  begin(entry: string): this {
    this.program.begin(entry);
    for (const made of [this.#postures, this.#rates, this.#spins, this.#poses, this.#velocities]) made.length = 0;
    this.#shared.clear();
    return this;
  }

  /** What is made once for the program: tables, constants. One key, one type. */
  once<T>(key: string, make: () => T): T {
    return known(this.#once, key, make);
  }

  /** What is computed once for the entry point. One key, one type. */
  shared<T>(key: string, make: () => T): T {
    return known(this.#shared, key, make);
  }

  /** Records are made for ancestors first, without recursion: chains may be thousands of nodes long. */
  #along<R>(made: R[], node: number, make: (node: Node) => R): R {
    const missing: number[] = [];
    for (let i = node; i >= 0 && made[i] === undefined; i = this.skeleton.nodes[i].parent) missing.push(i);
    for (const i of missing.reverse()) made[i] = make(this.skeleton.nodes[i]);
    return made[node];
  }

  posture(node: number): Rec<PostureFields> {
    return (this.#postures[node] ??= this.#makePosture(this.skeleton.nodes[node]));
  }

  #makePosture(node: Node): Rec<PostureFields> {
    const { posture, hasPitch } = jointOf(node);
    if (node.station) return this.flexible.posture(node);
    if (!posture) return this.program.zeros<PostureFields>(NO_POSTURE);
    const q = this.program.slice<{ q: readonly Num[] }>(this.q, node.q, { q: node.nq });
    return this.program.step(
      `posture ${node.motion} ${node.reversed ? -1 : 1}`,
      // Only a screw needs its frame: without it, all revolute joints share one kernel.
      { q, frame: hasPitch ? this.frames[node.index].rec : this.program.zeros<FrameFields>(emptyFrame) },
      ({ q: { q }, frame }) => ({
        posture: { sinCos: [], slide: [], R: [], p: [], S: [], ...posture(node, q, frame) },
      }),
      {},
      { group: node.index, keep: ["posture"] },
    ).posture;
  }

  rate(node: number): Rec<RateFields> {
    return (this.#rates[node] ??= this.acrossJoint(this.skeleton.nodes[node], this.v, "rate"));
  }

  /** Velocities or accelerations across a joint, from the user's: both linear in those with the same factor ([v, v] = 0). */
  acrossJoint(node: Node, all: Rec, what: string): Rec<RateFields> {
    if (node.station) return this.flexible.across(node, all, what);
    const user = this.program.slice<RateFields>(all, node.v, { rate: node.nv });
    const { reversal } = jointOf(node);
    if (!node.reversed || !reversal) return user;
    const posture = this.posture(node.index);
    return this.program.step(`across ${node.motion} ${what}`, { user, posture }, ({ user: { rate }, posture }) => ({
      rate: { rate: reversal.motion(posture, rate) },
    })).rate;
  }

  /** Mass, first moment and inertia of what is rigidly connected to a node; of a flexible body, what its deformation adds. */
  inertia(node: number): Rec<InertiaFields> {
    const still = this.#inertias[node];
    return this.skeleton.nodes[node].modal ? this.flexible.inertia(node, still) : still;
  }

  /** Writes accelerations across a reversed joint as the user has them. */
  toUser(node: Node, reversal: Reversal, across: Rec, target: Rec): void {
    const inputs = { across: across as Rec<{ vdot: readonly Num[] }>, posture: this.posture(node.index) };
    this.program.step(
      `to user ${node.motion}`,
      inputs,
      ({ across, posture }) => ({ vdot: { vdot: reversal.motionBack(posture, across.vdot) } }),
      { vdot: target },
    );
  }

  /** Generalised forces of a reversed joint as the recursion has them: the power along the rates is the same. */
  effortAcross(node: Node, user: Rec<{ tau: readonly Num[] }>): Rec<{ tau: readonly Num[] }> {
    const { reversal } = jointOf(node);
    if (!node.reversed || !reversal) return user;
    return this.program.step(
      `effort across ${node.motion}`,
      { user, posture: this.posture(node.index) },
      ({ user, posture }) => ({
        effort: { tau: reversal.force(posture, user.tau) },
      }),
    ).effort;
  }

  spin(node: number): Rec<SpinFields> {
    return node < 0 ? this.still : this.#along(this.#spins, node, (n) => this.#makeSpin(n));
  }

  /** ω_i = R_i_p ω_p + S_ω q̇ */
  #makeSpin(node: Node): Rec<SpinFields> {
    const { key, rec, rebuild } = this.frames[node.index];
    const inputs = {
      frame: rec,
      posture: this.posture(node.index),
      parent: node.parent < 0 ? this.still : this.#spins[node.parent],
      rate: this.rate(node.index),
    };
    return this.program.step(
      `spin ${key}`,
      inputs,
      ({ frame, posture, parent, rate: { rate } }) => {
        const carried = vectorToInner(rebuild(frame, posture), vec3(parent.omega));
        return { spin: { omega: [...add3(carried, jointOf(node).relative(node, { frame, posture }, rate).angular)] } };
      },
      {},
      { group: node.index, keep: ["spin"] },
    ).spin;
  }

  /** Orientation and origin in the world. */
  pose(node: number): Rec<PoseFields> {
    return this.#along(this.#poses, node, ({ index, parent }) => {
      const { key, rec, rebuild } = this.frames[index];
      const inputs = { frame: rec, posture: this.posture(index) };
      if (parent < 0)
        return this.program.step(`pose root ${key}`, inputs, ({ frame, posture }) => ({
          pose: poseFields(composePose({ R: identity3, p: zero3 }, rebuild(frame, posture))),
        })).pose;
      return this.program.step(
        `pose ${key}`,
        { ...inputs, parent: this.#poses[parent] },
        ({ frame, posture, parent }) => ({
          pose: poseFields(composePose({ R: mat3(parent.R), p: vec3(parent.p) }, rebuild(frame, posture))),
        }),
      ).pose;
    });
  }

  /** Angular velocity and velocity of the origin. */
  velocity(node: number): Rec<SpatialFields> {
    if (node < 0) return this.program.zeros<SpatialFields>({ angular: 3, linear: 3 });
    return this.#along(this.#velocities, node, (n) => {
      const { key, rec, rebuild } = this.frames[n.index];
      const inputs = {
        frame: rec,
        posture: this.posture(n.index),
        spin: this.spin(n.index),
        parent:
          n.parent < 0 ? this.program.zeros<SpatialFields>({ angular: 3, linear: 3 }) : this.#velocities[n.parent],
        rate: this.rate(n.index),
      };
      return this.program.step(`velocity ${key}`, inputs, ({ frame, posture, spin, parent, rate: { rate } }) => {
        const X = rebuild(frame, posture);
        const carried = carriedVelocity(X, { angular: vec3(parent.angular), linear: vec3(parent.linear) });
        return {
          velocity: {
            angular: [...spin.omega],
            linear: [...add3(carried, jointOf(n).relative(n, { frame, posture }, rate).linear)],
          },
        };
      }).velocity;
    });
  }
}

function known<T>(made: Map<string, unknown>, key: string, make: () => T): T {
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as T;
}

const carriedVelocity = (X: Placement, parent: { angular: Vec3; linear: Vec3 }): Vec3 => {
  let { angular, linear } = parent;
  for (const move of X) {
    if ("shift" in move) linear = add3(linear, cross3(angular, move.shift));
    else {
      angular = vectorToInner([move], angular);
      linear = vectorToInner([move], linear);
    }
  }
  return linear;
};

const poseFields = ({ R, p }: { R: Mat3; p: Vec3 }): PoseFields => ({ R: R.flat(), p: [...p] });
