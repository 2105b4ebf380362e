import type { Num } from "../../../graph/graph.js";
import { add, div, neg, sub } from "../../../graph/num.js";
import type { Rec } from "../../../kernel/record.js";
import { power, type SpatialFields } from "../../../spatial/inertia.js";
import { identity3, mat3, mulMatMat, mulMatVec, transpose3, type Mat3 } from "../../../spatial/mat3.js";
import { add3, cross3, dot3, sub3, vec3, zero3, type Vec3 } from "../../../spatial/vec3.js";
import { stationColumns } from "../../flexible/modal-motion.js";
import { jointOf, loopJointOf } from "../../joints/node-joints.js";
import type { FrameFields as JointFrameFields, PoseFields, PostureFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import { BaseKinematics } from "../../tree/base-kinematics.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import type { Closure, ClosureFrame, CoordinateClosure, FrameClosure } from "./closures.js";
import { traceCoordinate, type CoordinateFields } from "./coordinate-trace.js";
import { fixedFrameRates, isOfPosition, relationAt, relationBias, type FrameRates } from "./relation-derivatives.js";

/**
 * Residual rates as wrenches: row k's rate is its wrench's power on the inner frame's node less that on the outer one's. Torque
 * about `point` and force of all rows, in the axes of the base.
 */
export type WrenchFields = { torque: readonly Num[]; force: readonly Num[]; point: readonly Num[] };
type FrameFields = { R: readonly Num[]; p: readonly Num[] };

/** A closure at an instant: rows that count, in the order of the closure. */
export interface TracedFrames {
  readonly phi: Rec<{ phi: readonly Num[] }>;
  readonly wrench: Rec<WrenchFields>;
}
/** Traces closures at all levels from their one definition, each part when first asked for. */
export class ClosureTrace {
  readonly tree: TreeProgram;
  readonly closures: readonly Closure[];
  readonly #keeps: (row: number) => boolean;
  readonly #bases = new Map<number, BaseKinematics>();
  readonly #frames = new Map<Closure, TracedFrames>();
  readonly #biases = new Map<Closure, Rec<{ gamma: readonly Num[] }>>();
  readonly #coordinates = new Map<Closure, Rec<CoordinateFields>>();

  /** @param keeps which rows count, by their number among all rows; all if left out */
  constructor(tree: TreeProgram, closures: readonly Closure[], keeps: (row: number) => boolean = () => true) {
    this.tree = tree;
    this.closures = closures;
    this.#keeps = keeps;
  }

  /** Rows of a closure that count, numbered within it. */
  rowsOf({ rows, first }: Closure): readonly number[] {
    return rows.map((_, k) => k).filter((k) => this.#keeps(first + k));
  }

  /** Numbers of the rows that count, among all rows. */
  get keptRows(): readonly number[] {
    return this.closures.flatMap((closure) => this.rowsOf(closure).map((k) => closure.first + k));
  }

  base(node: number): BaseKinematics {
    let found = this.#bases.get(node);
    if (!found) this.#bases.set(node, (found = new BaseKinematics(this.tree, node)));
    return found;
  }

  #pose(closure: FrameClosure, { node }: ClosureFrame): Rec<PoseFields> {
    return node === closure.base
      ? this.tree.program.zeros<PoseFields>({ R: 9, p: 3 })
      : this.base(closure.base).pose(node);
  }

  #frame({ R, p }: ClosureFrame): Rec<FrameFields> {
    return this.tree.program.constants<FrameFields>({ R: R.flat(), p: [...p] });
  }

  /** Those of the relation, or the angles of its joint that are part of the state. */
  #numbers({ relation, joint }: FrameClosure): Rec<{ n: readonly Num[] }> {
    const { program, skeleton, turns, z } = this.tree;
    const angles = joint >= 0 && loopJointOf(skeleton.model.joints[joint])?.relatesAngles;
    const place = angles ? turns.find((each) => each.joint === joint) : undefined;
    if (!place) return program.constants<{ n: readonly Num[] }>({ n: relation.numbers });
    return program.slice<{ n: readonly Num[] }>(z, place.start, { n: place.coordinates.length });
  }

  frames(closure: FrameClosure): TracedFrames {
    const known = this.#frames.get(closure);
    if (known) return known;
    const { relation, outer, inner, base } = closure;
    const rows = this.rowsOf(closure);
    const inputs = {
      outerPose: this.#pose(closure, outer),
      innerPose: this.#pose(closure, inner),
      outer: this.#frame(outer),
      inner: this.#frame(inner),
      numbers: this.#numbers(closure),
    };
    const name = `relate ${relation.key} ${rows.join()} ${outer.node === base} ${inner.node === base}`;
    const made = this.tree.program.step(name, inputs, (x) => {
      const P = placed(outer.node === base ? null : x.outerPose, x.outer);
      const C = placed(inner.node === base ? null : x.innerPose, x.inner);
      const { R, d } = seen(P, C);
      const jet = relationAt(relation, x.numbers.n, R, d);
      return {
        phi: { phi: rows.map((k) => jet.residuals[k]) },
        wrench: {
          torque: rows.flatMap((k) => mulMatVec(C.R, jet.torque[k])),
          force: rows.flatMap((k) => mulMatVec(P.R, jet.force[k])),
          point: [...C.p],
        },
      };
    });
    this.#frames.set(closure, made);
    return made;
  }

  bias(closure: FrameClosure): Rec<{ gamma: readonly Num[] }> {
    const known = this.#biases.get(closure);
    if (known) return known;
    const { relation, outer, inner, base } = closure;
    const rows = this.rowsOf(closure);
    const kinematics = this.base(base);
    if (isOfPosition(relation, rows)) {
      const gamma = this.#pointBias(closure);
      this.#biases.set(closure, gamma);
      return gamma;
    }
    const inputs = {
      outerPose: this.#pose(closure, outer),
      innerPose: this.#pose(closure, inner),
      outerVelocity: kinematics.velocity(outer.node),
      innerVelocity: kinematics.velocity(inner.node),
      outerBias: kinematics.bias(outer.node),
      innerBias: kinematics.bias(inner.node),
      outer: this.#frame(outer),
      inner: this.#frame(inner),
      numbers: this.#numbers(closure),
    };
    const name = `relate bias ${relation.key} ${rows.join()} ${outer.node === base} ${inner.node === base}`;
    const { gamma } = this.tree.program.step(name, inputs, (x) => {
      const P = placed(outer.node === base ? null : x.outerPose, x.outer);
      const C = placed(inner.node === base ? null : x.innerPose, x.inner);
      const { R, d } = seen(P, C);
      const outerRates = fixedFrameRates(mat3(x.outer.R), vec3(x.outer.p), ratesOf(x.outerVelocity, x.outerBias));
      const innerRates = fixedFrameRates(mat3(x.inner.R), vec3(x.inner.p), ratesOf(x.innerVelocity, x.innerBias));
      const all = relationBias(relation, x.numbers.n, R, d, outerRates, innerRates);
      return { gamma: { gamma: rows.map((k) => all[k]) } };
    });
    this.#biases.set(closure, gamma);
    return gamma;
  }

  /**
   * The bias of rows that look at one point alone: force · (acceleration of the point on the inner node less that on the outer
   * one, seen from there), all along the axes of the base.
   */
  #pointBias(closure: FrameClosure): Rec<{ gamma: readonly Num[] }> {
    const { relation, outer, inner, base } = closure;
    const rows = this.rowsOf(closure);
    const isDistance = relation.key === "distance";
    const kinematics = this.base(base);
    const [isOuterStill, isInnerStill] = [outer.node === base, inner.node === base];
    const inputs = {
      wrench: this.frames(closure).wrench,
      outerPose: this.#pose(closure, outer),
      innerPose: this.#pose(closure, inner),
      outerVelocity: kinematics.velocity(outer.node),
      innerVelocity: kinematics.velocity(inner.node),
      outerBias: kinematics.bias(outer.node),
      innerBias: kinematics.bias(inner.node),
      numbers: this.#numbers(closure),
    };
    const name = `point bias ${isDistance} ${rows.length} ${isOuterStill} ${isInnerStill}`;
    return this.tree.program.step(name, inputs, (x) => {
      const point = vec3(x.wrench.point);
      const on = (pose: PoseFields, velocity: SpatialFields, bias: SpatialFields) => {
        const R = mat3(pose.R);
        const arm = mulMatVec(transpose3(R), sub3(point, vec3(pose.p)));
        const { omega, v, alpha, a } = ratesOf(velocity, bias);
        return {
          omega: mulMatVec(R, omega),
          v: mulMatVec(R, add3(v, cross3(omega, arm))),
          a: mulMatVec(R, add3(a, add3(cross3(alpha, arm), cross3(omega, cross3(omega, arm))))),
        };
      };
      const still = { omega: zero3, v: zero3, a: zero3 };
      const A = isOuterStill ? still : on(x.outerPose, x.outerVelocity, x.outerBias);
      const B = isInnerStill ? still : on(x.innerPose, x.innerVelocity, x.innerBias);
      const apart = sub3(B.v, A.v);
      const w = sub3(sub3(B.a, A.a), cross3(A.omega, add3(apart, apart)));
      // Of a distance l, φ = (d·d − l²) / 2l, so φ̈ = (d·d̈ + ḋ·ḋ) / l: this is the second term.
      const across = isDistance ? div(dot3(apart, apart), x.numbers.n[0]) : 0;
      return { gamma: { gamma: rows.map((_, k) => add(dot3(vec3(x.wrench.force, 3 * k), w), across)) } };
    }).gamma;
  }

  /** Axes of the outer frame in the base, row by row. */
  outerAxes(closure: FrameClosure, into: Rec): void {
    const { outer, base } = closure;
    const inputs = { pose: this.#pose(closure, outer), outer: this.#frame(outer) };
    this.tree.program.step(
      `outer axes ${outer.node === base}`,
      inputs,
      ({ pose, outer: frame }) => ({ out: { x: placed(outer.node === base ? null : pose, frame).R.flat() } }),
      { out: into },
    );
  }

  /** Positive where the frames stand the right way round: see `FrameRelation.upright`. */
  upright(closure: FrameClosure, into: Rec): void {
    const { relation, outer, inner, base } = closure;
    const inputs = {
      outerPose: this.#pose(closure, outer),
      innerPose: this.#pose(closure, inner),
      outer: this.#frame(outer),
      inner: this.#frame(inner),
    };
    const name = `upright ${relation.key} ${outer.node === base} ${inner.node === base}`;
    this.tree.program.step(
      name,
      inputs,
      (x) => {
        const P = placed(outer.node === base ? null : x.outerPose, x.outer);
        const C = placed(inner.node === base ? null : x.innerPose, x.inner);
        return { out: { x: [relation.upright(seen(P, C).R)] } };
      },
      { out: into },
    );
  }

  /** The wrenches of a closure on one node of its paths, at the node's origin and along its axes: [torque, force] of each row. */
  onNode(closure: FrameClosure, node: number): Rec<{ on: readonly Num[] }> {
    const rows = this.rowsOf(closure);
    const sign = closure.outerPath.includes(node) || closure.outer.node === node ? -1 : 1;
    const isBase = node === closure.base;
    const inputs = {
      wrench: this.frames(closure).wrench,
      pose: isBase ? this.tree.program.zeros<PoseFields>({ R: 9, p: 3 }) : this.base(closure.base).pose(node),
    };
    return this.tree.program.step(`wrench on node ${rows.length} ${sign} ${isBase}`, inputs, ({ wrench, pose }) => {
      const pairs = rows.flatMap((_, k) => {
        const { angular, linear } = moved(wrench, k, isBase ? null : pose);
        const both = [...angular, ...linear];
        return sign < 0 ? both.map(neg) : both;
      });
      return { on: { on: pairs } };
    }).on;
  }

  /** Nodes on the paths of a closure whose speeds move it. Of two stations of one flexible body, the first stands for both. */
  moving({ outerPath, innerPath }: FrameClosure): readonly Node[] {
    const { nodes } = this.tree.skeleton;
    const all = [...outerPath, ...innerPath].map((index) => nodes[index]).filter(({ moving }) => moving.nv > 0);
    return all.filter((node, i) => all.findIndex(({ moving }) => moving.v === node.moving.v) === i);
  }

  /** The other station of the same flexible body that a closure ties to this one. */
  #twin({ innerPath }: FrameClosure, { index, station, moving }: Node): Node | null {
    if (!station) return null;
    const { nodes } = this.tree.skeleton;
    return (
      innerPath
        .map((i) => nodes[i])
        .find((other) => other.station && other.index !== index && other.moving.v === moving.v) ?? null
    );
  }

  /** Derivatives of the residual rates by the speeds of one node on the paths: rows by speeds. */
  column(closure: FrameClosure, node: Node, into?: { [row: `row${number}`]: Rec }): Rec<{ K: readonly Num[] }> {
    const { program, frames } = this.tree;
    const rows = this.rowsOf(closure);
    const sign = closure.outerPath.includes(node.index) ? -1 : 1;
    const { key, rec } = frames[node.index];
    const inputs = {
      wrench: this.frames(closure).wrench,
      pose: this.base(closure.base).pose(node.index),
      frame: rec,
      posture: this.tree.posture(node.index),
      axes: this.#axes(closure, node),
    };
    const twin = this.#twin(closure, node);
    if (twin) return this.#twinColumn(closure, inputs, node, twin, into);
    const isStation = node.station;
    const entries = ({ wrench, pose, frame, posture, axes }: ColumnInputs): readonly (readonly Num[])[] => {
      const S = isStation ? stationColumns(posture) : jointOf(node).columns(node, frame, posture);
      return rows.map((_, k) => {
        const force = moved(wrench, k, isStation ? { R: axes.R, p: pose.p } : pose);
        return S.map((motion) => (sign < 0 ? neg(power(motion, force)) : power(motion, force)));
      });
    };
    if (!into)
      return program.step(`closure column ${rows.length} ${sign} ${key}`, inputs, (x) => ({
        K: { K: entries(x).flat() },
      })).K;
    return program.step(
      `closure column rows ${rows.length} ${sign} ${key}`,
      inputs,
      (x) => {
        const all = entries(x);
        const outputs = Object.fromEntries(rows.map((_, k) => [`row${k}`, { K: all[k] }]));
        return outputs as unknown as { K: { K: readonly Num[] } };
      },
      into as never,
    ).K;
  }

  /** Axes of the flexible body that a station belongs to, in the base. */
  #axes({ base }: FrameClosure, { station, parent }: Node): Rec<PoseFields> {
    const { program } = this.tree;
    if (!station) return program.zeros<PoseFields>({ R: 9, p: 3 });
    return parent === base
      ? program.constants<PoseFields>({ R: identity3.flat(), p: [0, 0, 0] })
      : this.base(base).pose(parent);
  }

  /** The same for both stations of one flexible body at once. */
  #twinColumn(
    closure: FrameClosure,
    inputs: { readonly [K in keyof ColumnInputs]: Rec<ColumnInputs[K]> },
    node: Node,
    twin: Node,
    into: { [row: `row${number}`]: Rec } | undefined,
  ): Rec<{ K: readonly Num[] }> {
    const rows = this.rowsOf(closure);
    const other = { otherPose: this.base(closure.base).pose(twin.index), otherPosture: this.tree.posture(twin.index) };
    const name = `closure column twin ${rows.length} ${this.tree.frames[node.index].key} ${node.moving.nv}${into ? " rows" : ""}`;
    return this.tree.program.step(
      name,
      { ...inputs, ...other },
      (x) => {
        const [outer, inner] = [stationColumns(x.posture), stationColumns(x.otherPosture)];
        const all = rows.map((_, k) => {
          const onOuter = moved(x.wrench, k, { R: x.axes.R, p: x.pose.p });
          const onInner = moved(x.wrench, k, { R: x.axes.R, p: x.otherPose.p });
          return outer.map((S, j) => sub(power(inner[j], onInner), power(S, onOuter)));
        });
        if (!into) return { K: { K: all.flat() } };
        const outputs = Object.fromEntries(rows.map((_, k) => [`row${k}`, { K: all[k] }]));
        return outputs as unknown as { K: { K: readonly Num[] } };
      },
      (into ?? {}) as never,
    ).K;
  }

  coordinate(closure: CoordinateClosure): Rec<CoordinateFields> {
    let made = this.#coordinates.get(closure);
    if (!made) this.#coordinates.set(closure, (made = traceCoordinate(this.tree, closure)));
    return made;
  }
}

type ColumnInputs = {
  wrench: WrenchFields;
  pose: PoseFields;
  axes: PoseFields;
  frame: JointFrameFields;
  posture: PostureFields;
};

/** A frame fixed in a node, in the base. */
function placed(pose: PoseFields | null, { R, p }: FrameFields): { R: Mat3; p: Vec3 } {
  const R_base_node = pose ? mat3(pose.R) : identity3;
  const p_base_node = pose ? vec3(pose.p) : zero3;
  return { R: mulMatMat(R_base_node, mat3(R)), p: add3(p_base_node, mulMatVec(R_base_node, vec3(p))) };
}

/** The inner frame as the outer one sees it. */
function seen(P: { R: Mat3; p: Vec3 }, C: { R: Mat3; p: Vec3 }): { R: Mat3; d: Vec3 } {
  const back = transpose3(P.R);
  return { R: mulMatMat(back, C.R), d: mulMatVec(back, sub3(C.p, P.p)) };
}

const ratesOf = (velocity: SpatialFields, bias: SpatialFields): FrameRates => ({
  omega: vec3(velocity.angular),
  v: vec3(velocity.linear),
  alpha: vec3(bias.angular),
  a: vec3(bias.linear),
});

/** Row k of the wrenches at a node's origin, along its axes; the base itself if there is no pose. */
function moved(wrench: WrenchFields, k: number, pose: PoseFields | null): { angular: Vec3; linear: Vec3 } {
  const force = vec3(wrench.force, 3 * k);
  const arm = pose ? sub3(vec3(wrench.point), vec3(pose.p)) : vec3(wrench.point);
  const torque = add3(vec3(wrench.torque, 3 * k), cross3(arm, force));
  if (!pose) return { angular: torque, linear: force };
  const toNode = transpose3(mat3(pose.R));
  return { angular: mulMatVec(toNode, torque), linear: mulMatVec(toNode, force) };
}
