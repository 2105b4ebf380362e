import type { Num } from "../../../graph/graph.js";
import { add, mul, sub } from "../../../graph/num.js";
import type { Fields, Rec } from "../../../kernel/record.js";
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
  type ArticulatedInertia,
  type RigidInertia,
  type SpatialVector,
  type SpatialFields,
} from "../../../spatial/inertia.js";
import {
  articulatedToOuter,
  forceToOuter,
  motionToInner,
  rigidToOuter,
  type Placement,
} from "../../../spatial/placement.js";
import { scale3, vec3, zero3 } from "../../../spatial/vec3.js";
import { flatColumns, spatialColumns } from "../../flexible/modal-motion.js";
import { jointOf } from "../../joints/node-joints.js";
import type { HandedToAggregate } from "../../recursions/articulated/aggregates.js";
import type { ArticulatedFields } from "../../recursions/articulated/passes.js";
import type { InertiaFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { NodeLoads } from "../../tree/node-loads.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import type { FollowFields, One } from "./compound-rows.js";

/** Motion of a node for a unit of each independent speed, [angular, linear] each, at its origin and along its axes. */
export type JacobianFields = { J: readonly Num[] };
/** Forces for a unit of each independent speed, [torque, force] each. */
export type ForceFields = { f: readonly Num[] };
/** M, lower triangle of a full square, and h. */
export type SumFields = { M: readonly Num[]; h: readonly Num[] };

/** Handed from node to node within a compound: inertia, rigid and articulated, with the bias force, and forces for each column. */
export interface Handed {
  readonly rigid: Rec<InertiaFields>;
  readonly rest: Rec<ArticulatedFields>;
  readonly forces: Rec<ForceFields>;
}

export interface CompoundContext {
  readonly tree: TreeProgram;
  readonly loads: NodeLoads;
  /** Number of independent speeds. */
  readonly count: number;
  /** Rows of G for the speeds of a node, as inputs of a step: see `followOf`. */
  readonly follows: (node: Node) => Readonly<Record<string, Rec<FollowFields>>>;
  /** Accelerations of the dependent speeds of a node that velocities cause, as inputs of a step: see `causedOf`. */
  readonly caused: (node: Node) => Readonly<Record<string, Rec<One>>>;
}

/**
 * One node of the pass from the tips to the compound's parent. With S the joint's columns, G the rows of its speeds by the independent ones,
 * J the Jacobian of the node's parent, A the armature, β the accelerations of its speeds that velocities cause:
 *   U = I S,  f = f_beyond + U G,  M += Gᵀ (Sᵀ f + Uᵀ X J + A G),  h += Gᵀ (Sᵀ b + A β − τ)
 */
export function addCompoundNode(
  context: CompoundContext,
  sum: Rec<SumFields>,
  node: Node,
  handed: NodeHanded,
): { sum: Rec<SumFields>; up: Handed } {
  const { tree, loads, count } = context;
  const onGround = node.parent < 0;
  const carries = handed.hanging.rest.layout.size > 0;
  const armature = loads.armature(node.index);
  const hasRotor = armature.layout.size > 0;
  const caused = hasRotor ? context.caused(node) : {};
  const { key, rebuild } = tree.frames[node.index];
  const inputs = { ...nodeInputs(context, sum, node, handed), armature, ...context.follows(node), ...caused };
  const name = `compound node ${count} ${onGround} ${carries} ${hasRotor} ${Object.keys(caused).join()} ${key}`;
  const outputs = tree.program.step(name, inputs, (x) => {
    const X = rebuild(x.frame, x.posture);
    const beyond = beyondJoint(x, carries);
    const I = addArticulated(articulatedOfRigid(beyond.rigid), beyond.rest);
    const S = jointOf(node).columns(node, x.frame, x.posture);
    const G = S.map((_, k) => followOf(x, k));
    const U = S.map((motion) => mulArticulated(I, motion)); // U = I S
    const f = spatialColumns(x.forces.f).map((force, j) =>
      U.reduce((total, u, k) => addSpatial(total, scaledSpatial(G[k][j], u)), force),
    ); // f = f_beyond + U G
    const XJ = spatialColumns(x.jacobian.J).map((column) => motionToInner(X, column));
    const rotor = (k: number): Num => (hasRotor ? x.armature.armature[k] : 0);
    const asked = S.map((motion, k) => ({
      // Sᵀ f + Uᵀ X J + A G
      columns: f.map((force, j) => add(add(power(motion, force), power(XJ[j], U[k])), mul(rotor(k), G[k][j]))),
      // Sᵀ b + A β − τ
      bias: sub(
        add(power(motion, beyond.b), mul(rotor(k), causedOf(x, k))),
        effortAlong(node, motion, k, x.effort.tau),
      ),
    }));
    const b = forceToOuter(X, beyond.b);
    return { sum: addedTo(x.sum, G, asked), ...handedUp(X, beyond, b, f, x, onGround) };
  });
  const { sum: total, ...up } = outputs;
  return { sum: total, up };
}

/** All that a node is added with: from the nodes beyond it, from outside the compound, from siblings added before, and its motion. */
interface NodeHanded {
  readonly own: Handed;
  readonly hanging: HandedToAggregate;
  readonly siblings: Handed;
  readonly bias: Rec<SpatialFields>;
  /** Of the node's parent. */
  readonly jacobian: Rec<JacobianFields>;
}

const nodeInputs = (
  { tree, loads }: CompoundContext,
  sum: Rec<SumFields>,
  { index }: Node,
  { own, hanging, siblings, bias, jacobian }: NodeHanded,
) => ({
  frame: tree.frames[index].rec,
  posture: tree.posture(index),
  sum,
  inertia: tree.inertia(index),
  rigid: own.rigid,
  rest: own.rest,
  forces: own.forces,
  hanging: hanging.rest,
  hangingBody: hanging.rigid,
  load: loads.wrench(index),
  spin: tree.spin(index),
  bias,
  jacobian,
  effort: loads.effort(index),
  siblingRigid: siblings.rigid,
  siblingRest: siblings.rest,
  siblingForces: siblings.forces,
});

/** Everything beyond a joint as one: its inertia, and the force b that it takes without accelerations of the independent speeds. */
interface Beyond {
  readonly rigid: RigidInertia;
  readonly rest: ArticulatedInertia;
  readonly b: SpatialVector;
}

function beyondJoint(
  x: {
    readonly inertia: InertiaFields;
    readonly rigid: InertiaFields;
    readonly rest: ArticulatedFields;
    readonly hanging: ArticulatedFields;
    readonly hangingBody: InertiaFields;
    readonly load: SpatialFields;
    readonly spin: { readonly omega: readonly Num[] };
    readonly bias: SpatialFields;
  },
  carries: boolean,
): Beyond {
  const body = rigidFrom(x.inertia);
  const hanging = articulatedFrom(x.hanging);
  const a = spatialFrom(x.bias);
  const here = addRigid(body, rigidFrom(x.hangingBody));
  const taken = carries ? addSpatial(forceOfRigid(here, a), mulArticulated(hanging, a)) : forceOfRigid(here, a);
  // The bias force handed from outside the compound has its gyroscopic part already.
  const moving = addSpatial(taken, gyroscopicForce(body, vec3(x.spin.omega)));
  const b = subSpatial(
    addSpatial(addSpatial(moving, spatialFrom(x.hanging)), spatialFrom(x.rest)),
    spatialFrom(x.load),
  );
  const rigid = addRigid(here, rigidFrom(x.rigid));
  return { rigid, rest: addArticulated(articulatedFrom(x.rest), hanging), b };
}

/** τ along a column of a joint: those of a reversed one are not along the axes of its efforts. */
function effortAlong(node: Node, motion: SpatialVector, k: number, tau: readonly Num[]): Num {
  if (!node.reversed || !jointOf(node).reversal) return tau[k];
  return power(motion, { angular: vec3(tau), linear: node.nv === 6 ? vec3(tau, 3) : zero3 });
}

/** M + Gᵀ columns, h + Gᵀ bias. */
function addedTo(
  { M, h }: SumFields,
  G: readonly (readonly Num[])[],
  asked: readonly { readonly columns: readonly Num[]; readonly bias: Num }[],
): SumFields {
  const count = h.length;
  return {
    M: M.map((value, e) => {
      const [i, j] = [Math.floor(e / count), e % count];
      return j > i ? 0 : asked.reduce((total, { columns }, k) => add(total, mul(G[k][i], columns[j])), value);
    }),
    h: h.map((value, j) => asked.reduce((total, { bias }, k) => add(total, mul(G[k][j], bias)), value)),
  };
}

/** Inertia, bias force and column forces at the parent, with those of the siblings. The ground takes no inertia. */
function handedUp(
  X: Placement,
  { rigid, rest }: Beyond,
  b: SpatialVector,
  f: readonly SpatialVector[],
  siblings: {
    readonly siblingRigid: InertiaFields;
    readonly siblingRest: ArticulatedFields;
    readonly siblingForces: ForceFields;
  },
  onGround: boolean,
): { rigid: InertiaFields; rest: ArticulatedFields; forces: ForceFields } {
  const { siblingRigid, siblingRest, siblingForces } = siblings;
  const total = (): ArticulatedInertia => addArticulated(articulatedFrom(siblingRest), articulatedToOuter(X, rest));
  return {
    rigid: onGround ? noRigid : rigidFields(addRigid(rigidFrom(siblingRigid), rigidToOuter(X, rigid))),
    rest: {
      ...(onGround ? noInertia : articulatedFields(total())),
      ...spatialFields(addSpatial(spatialFrom(siblingRest), b)),
    },
    forces: {
      f: flatColumns(spatialColumns(siblingForces.f).map((each, j) => addSpatial(each, forceToOuter(X, f[j])))),
    },
  };
}

const noRigid: InertiaFields = { m: [0], h: [0, 0, 0], I: [0, 0, 0, 0, 0, 0] };
const noInertia = {
  A: [0, 0, 0, 0, 0, 0],
  B: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  C: [0, 0, 0, 0, 0, 0],
} as const;

export const speedsOf = ({ v, nv }: Node): readonly number[] => Array.from({ length: nv }, (_, k) => v + k);

/** Row of G for speed k of a node, from the inputs of a step. */
export const followOf = (x: unknown, k: number): readonly Num[] =>
  (x as Readonly<Record<string, FollowFields>>)[`g${k}`].g;

/** Acceleration of speed k that velocities cause, from the inputs of a step: 0 where it is independent. */
export const causedOf = (x: unknown, k: number): Num =>
  (x as Readonly<Record<string, Fields | undefined>>)[`b${k}`]?.["x"][0] ?? 0;

export const scaledSpatial = (s: Num, { angular, linear }: SpatialVector): SpatialVector => ({
  angular: scale3(s, angular),
  linear: scale3(s, linear),
});
