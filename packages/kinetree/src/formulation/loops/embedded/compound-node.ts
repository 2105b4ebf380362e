import type { Num } from "../../../graph/graph.js";
import { add, mul, sub } from "../../../graph/num.js";
import type { Rec } from "../../../kernel/record.js";
import {
  addArticulated,
  addSpatial,
  addRigid,
  articulatedFields,
  articulatedFrom,
  articulatedOfRigid,
  forceOfRigid,
  gyroscopicForce,
  mulArticulated,
  spatialFields,
  spatialFrom,
  power,
  rigidFields,
  rigidFrom,
  subSpatial,
  type SpatialVector,
  type SpatialFields,
} from "../../../spatial/inertia.js";
import { articulatedToOuter, forceToOuter, motionToInner, rigidToOuter } from "../../../spatial/placement.js";
import { vec3, zero3 } from "../../../spatial/vec3.js";
import { jointOf } from "../../joints/node-joints.js";
import type { HandedToAggregate } from "../../recursions/articulated/aggregates.js";
import type { ArticulatedFields } from "../../recursions/articulated/passes.js";
import type { InertiaFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { NodeLoads } from "../../tree/node-loads.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import type { FollowFields } from "./compound-kinematics.js";

/** One number. */
export type One = { x: readonly Num[] };
/** Motion of a node for a unit of each independent speed, [angular, linear] each, at its origin and along its axes. */
export type JacobianFields = { J: readonly Num[] };
/** What a node and all beyond it within the compound hand up: rigid and articulated inertia, bias force, force for each column. */
export interface Handed {
  readonly rigid: Rec<InertiaFields>;
  readonly rest: Rec<ArticulatedFields>;
  readonly forces: Rec<{ f: readonly Num[] }>;
}
/** M, lower triangle of a full square, and h. */
export type SumFields = { M: readonly Num[]; h: readonly Num[] };
/** What all nodes of a compound are added with. */
export interface CompoundContext {
  readonly tree: TreeProgram;
  readonly loads: NodeLoads;
  /** Independent speeds. */
  readonly count: number;
  /** Accelerations of dependent speeds that all speeds cause. */
  readonly bias: ReadonlyMap<number, Rec<One>>;
  /** How the speeds of a node follow the independent ones, as inputs of a step: g0, g1, … */
  readonly follows: (node: Node) => Readonly<Record<string, Rec<FollowFields>>>;
}

/** One node: its own body and what hangs on it, what it adds to M and h, and what it hands to its parent. */
export function addCompoundNode(
  { tree, loads, count, bias, follows: followed }: CompoundContext,
  sum: Rec<SumFields>,
  node: Node,
  own: Handed & { readonly hanging: HandedToAggregate },
  siblings: Handed,
  motion: { readonly bias: Rec<SpatialFields>; readonly jacobian: Rec<JacobianFields> },
): { sum: Rec<SumFields>; up: Handed } {
  // The ground takes no inertia.
  const onGround = node.parent < 0;
  const { key, rec, rebuild } = tree.frames[node.index];
  const isReversed = node.reversed && node.nv >= 3;
  const armature = loads.armature(node.index);
  const hasRotor = armature.layout.size > 0;
  const follows = hasRotor ? speedsOf(node).flatMap((v, k) => (bias.has(v) ? [k] : [])) : [];
  const inputs = {
    frame: rec,
    posture: tree.posture(node.index),
    sum,
    inertia: tree.inertia(node.index),
    rigid: own.rigid,
    rest: own.rest,
    forces: own.forces,
    hanging: own.hanging.rest,
    hangingBody: own.hanging.rigid,
    load: loads.wrench(node.index),
    spin: tree.spin(node.index),
    bias: motion.bias,
    jacobian: motion.jacobian,
    effort: loads.effort(node.index),
    armature,
    siblingRigid: siblings.rigid,
    siblingRest: siblings.rest,
    siblingForces: siblings.forces,
    ...followed(node),
    ...Object.fromEntries(follows.map((k) => [`b${k}`, bias.get(node.v + k) as Rec<One>])),
  };
  const carries = own.hanging.rest.layout.size > 0;
  const name = `compound node ${count} ${onGround} ${carries} ${hasRotor ? follows.join() : "-"} ${key}`;
  const outputs = tree.program.step(name, inputs, (x) => {
    const X = rebuild(x.frame, x.posture);
    const body = rigidFrom(x.inertia);
    const hangingBody = rigidFrom(x.hangingBody);
    const hanging = articulatedFrom(x.hanging);
    const a = spatialFrom(x.bias);
    // Forces of what is here: the body, and what hangs on it from outside the compound. The force of what hangs is complete.
    const here = addRigid(body, hangingBody);
    const taken = carries ? addSpatial(forceOfRigid(here, a), mulArticulated(hanging, a)) : forceOfRigid(here, a);
    const moving = addSpatial(taken, gyroscopicForce(body, vec3(x.spin.omega)));
    const b = subSpatial(
      addSpatial(addSpatial(moving, spatialFrom(x.hanging)), spatialFrom(x.rest)),
      spatialFrom(x.load),
    );
    // All beyond the joint as one: what it takes to move it along the joint, and to carry it along with the parent.
    const I = addRigid(here, rigidFrom(x.rigid));
    const rest = addArticulated(articulatedFrom(x.rest), hanging);
    const all = addArticulated(articulatedOfRigid(I), rest);
    const S = jointOf(node).columns(node, x.frame, x.posture);
    const U = S.map((motion) => mulArticulated(all, motion));
    const follow = followOf(x);
    const effort = (k: number): Num =>
      isReversed
        ? power(S[k], { angular: vec3(x.effort.tau), linear: node.nv === 6 ? vec3(x.effort.tau, 3) : zero3 })
        : x.effort.tau[k];
    const caused = (k: number): Num =>
      follows.includes(k) ? (x as unknown as Readonly<Record<string, One>>)[`b${k}`].x[0] : 0;
    const rotor = (k: number): Num => (hasRotor ? x.armature.armature[k] : 0);
    // Forces at the node when only joints from here on move, for a unit of each independent speed.
    const f = Array.from({ length: count }, (_, j) =>
      U.reduce<SpatialVector>(
        (sum, force, k) => addSpatial(sum, scaledSpatial(follow(k)[j], force)),
        spatialAt(x.forces.f, j),
      ),
    );
    const carried = Array.from({ length: count }, (_, j) => motionToInner(X, spatialAt(x.jacobian.J, j)));
    // What each column, and the bias, asks of the node's own speeds.
    const asked = S.map((motion, k) => ({
      columns: f.map((force, j) =>
        add(add(power(motion, force), power(carried[j], U[k])), mul(rotor(k), follow(k)[j])),
      ),
      bias: sub(add(power(motion, b), mul(rotor(k), caused(k))), effort(k)),
    }));
    const up = forceToOuter(X, b);
    return {
      sum: {
        M: x.sum.M.map((value, e) => {
          const [i, j] = [Math.floor(e / count), e % count];
          if (j > i) return 0;
          return asked.reduce<Num>((total, { columns }, k) => add(total, mul(follow(k)[i], columns[j])), value);
        }),
        h: x.sum.h.map((value, j) =>
          asked.reduce<Num>((total, { bias }, k) => add(total, mul(follow(k)[j], bias)), value),
        ),
      },
      rigid: onGround ? noRigid : rigidFields(addRigid(rigidFrom(x.siblingRigid), rigidToOuter(X, I))),
      rest: {
        ...(onGround
          ? noInertia
          : articulatedFields(addArticulated(articulatedFrom(x.siblingRest), articulatedToOuter(X, rest)))),
        ...spatialFields(addSpatial(spatialFrom(x.siblingRest), up)),
      },
      forces: {
        f: f.flatMap((force, j) => flatSpatial(addSpatial(spatialAt(x.siblingForces.f, j), forceToOuter(X, force)))),
      },
    };
  });
  return { sum: outputs.sum, up: { rigid: outputs.rigid, rest: outputs.rest, forces: outputs.forces } };
}

const noRigid: InertiaFields = { m: [0], h: [0, 0, 0], I: [0, 0, 0, 0, 0, 0] };
const noInertia = {
  A: [0, 0, 0, 0, 0, 0],
  B: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  C: [0, 0, 0, 0, 0, 0],
} as const;

/** Numbers of a node's speeds. */
export const speedsOf = ({ v, nv }: Node): readonly number[] => Array.from({ length: nv }, (_, k) => v + k);

/** How speed k of a node follows the independent ones, from the inputs of a step. */
export const followOf =
  (x: unknown) =>
  (k: number): readonly Num[] =>
    (x as Readonly<Record<string, FollowFields>>)[`g${k}`].g;

/** SpatialVector j of several. */
export const spatialAt = (from: readonly Num[], j: number): SpatialVector => ({
  angular: vec3(from, 6 * j),
  linear: vec3(from, 6 * j + 3),
});
/** A pair as six numbers. */
export const flatSpatial = ({ angular, linear }: SpatialVector): readonly Num[] => [...angular, ...linear];
/** A pair times a number. */
export const scaledSpatial = (s: Num, { angular, linear }: SpatialVector): SpatialVector => ({
  angular: [mul(s, angular[0]), mul(s, angular[1]), mul(s, angular[2])],
  linear: [mul(s, linear[0]), mul(s, linear[1]), mul(s, linear[2])],
});
