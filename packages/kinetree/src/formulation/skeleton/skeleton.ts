import type { Num } from "../../graph/graph.js";
import type { WholeJointKind } from "../../model/joints.js";
import type { Model, Pose } from "../../model/types.js";
import { addRigid, inertiaAbout, rotateRigid, shiftRigid, type RigidInertia } from "../../spatial/inertia.js";
import { identity3, mulMatMat, mulMatVec, symmetric3, transpose3, type Mat3 } from "../../spatial/mat3.js";
import { matrixOfQuat } from "../../spatial/quaternion.js";
import type { Rotation } from "../../spatial/rotation.js";
import { add3, neg3, scale3, zero3, type Vec3 } from "../../spatial/vec3.js";
import type { Topology, TreeBody } from "../../topology/types.js";
import { snapMat, snapPoint, snapSmall } from "./axis-frame.js";
import { JointNodes, type Reach } from "./joint-nodes.js";
import type { ModalNumbers, StationNumbers } from "./modal-numbers.js";
import { alignSiblings } from "./offsets.js";
import { parameterScope, type ParameterScope } from "./real-to-num.js";

/**
 * How a node moves in its parent: along or about its own z axis, or freely. A flexible body is a node "modal" that stands still in
 * the node that carries it and has the amplitudes as its coordinates, and a node "bend" for each station, which moves with them.
 */
export type NodeMotion = "revolute" | "prismatic" | "screw" | WholeJointKind | "modal" | "bend";

/**
 * One link of the recursion: a rigid group of bodies, or the massless piece between two axes of a joint. Its frame sits
 * at the joint with z along the axis, so that tree recursions meet only plane rotations about z and x and quarter turns.
 */
export interface Node {
  readonly index: number;
  /** Index of the parent node, or -1 for ground. Always less than the own index. */
  readonly parent: number;
  readonly motion: NodeMotion;
  /** Index into `model.joints`. */
  readonly joint: number;
  /** The tree walks the joint against the user's direction. */
  readonly reversed: boolean;
  /** Which speed of its joint it moves along; 0 for joints of one piece. */
  readonly coordinate: number;
  /** First entry in q and in v. */
  readonly q: number;
  readonly v: number;
  readonly nq: number;
  readonly nv: number;
  /** The speeds that move it in its parent: its own, or the amplitudes' of the parent for a station, or none. */
  readonly moving: { readonly v: number; readonly nv: number };
  /** Orientation in the parent at coordinate zero. */
  readonly E: Rotation;
  /** Origin in the parent at coordinate zero: in the parent's axes, or in the axes after the first turn of `E`. */
  readonly r: Vec3;
  readonly rAfterTurn: boolean;
  /** The first turn of `E` is treated as any angle, also if it is a quarter: see `alignSiblings`. */
  readonly turnIsGeneral: boolean;
  /** Advance of a screw [m/rad]. */
  readonly pitch: Num;
  /** Everything rigidly connected to this node, about its origin and along its axes. */
  readonly inertia: RigidInertia;
  /** What a node "modal" bends like. */
  readonly modal: ModalNumbers | null;
  /** How a node "bend" moves with its parent's amplitudes. */
  readonly station: StationNumbers | null;
  readonly children: readonly number[];
}

/** Where a body of the model is: fixed in a node (or in ground, -1). */
export interface BodyPlace {
  readonly node: number;
  readonly R_node_body: Mat3;
  readonly p_node_body: Vec3;
}

/** Where a tree joint is: its frame on the tree's parent side, and on the tree's child side. */
export interface JointPlace {
  readonly reversed: boolean;
  /** The last node of the joint; null for a weld that has been merged away. */
  readonly node: number | null;
  readonly outer: { readonly node: number; readonly R_node_joint: Mat3; readonly p_node_joint: Vec3 };
  readonly inner: { readonly node: number; readonly R_node_joint: Mat3; readonly p_node_joint: Vec3 };
}

export interface Skeleton {
  readonly model: Model;
  readonly topology: Topology;
  readonly scope: ParameterScope;
  readonly nodes: readonly Node[];
  /** By model index of the body. */
  readonly bodies: readonly BodyPlace[];
  readonly ground: BodyPlace;
  /** By model index of the joint; null for joints that close loops. */
  readonly joints: readonly (JointPlace | null)[];
  /** Acceleration of free fall in the world. */
  readonly gravity: Vec3;
  readonly nq: number;
  readonly nv: number;
}

/** A node that is not finished yet. */
export type Building = { -readonly [K in keyof Node]: Node[K] } & { children: number[] };

/**
 * The tree as the recursions see it. Joints of several axes become several nodes; bodies welded together become one, unless
 * `keepWelds` asks for the load that each weld carries.
 */
export function buildSkeleton(
  model: Model,
  topology: Topology,
  options: { readonly keepWelds?: boolean } = {},
): Skeleton {
  const scope = parameterScope(model);
  const ground: BodyPlace = { node: -1, R_node_body: identity3, p_node_body: zero3 };
  const bodies: BodyPlace[] = model.bodies.map(() => ground);
  const joints: (JointPlace | null)[] = model.joints.map(() => null);
  const made = new JointNodes(model, scope, options.keepWelds ?? false, (body, R, p) =>
    bodyInertia(model.bodies[body], scope, R, p),
  );
  const { nodes } = made;
  for (const place of topology.tree) {
    const { onParent, onChild } = jointFrames(model, place, scope);
    const carrier = place.parent < 0 ? -1 : topology.tree[place.parent].body;
    const carried = carrier < 0 ? ground : bodies[carrier];
    const outer: Reach = {
      node: carried.node,
      R: snapMat(mulMatMat(carried.R_node_body, onParent.R)),
      p: snapPoint(add3(carried.p_node_body, mulMatVec(carried.R_node_body, onParent.p))),
    };
    const inner = made.add(place, outer, { body: carrier, place: carried, R_body_joint: onParent.R });
    joints[place.joint] = {
      reversed: place.reversed,
      node: inner.node === outer.node ? null : inner.node,
      outer: { node: outer.node, R_node_joint: outer.R, p_node_joint: outer.p },
      inner: { node: inner.node, R_node_joint: inner.R, p_node_joint: inner.p },
    };
    const own = (bodies[place.body] = bodyBehind(inner, onChild));
    if (inner.node < 0) continue;
    const inertia = bodyInertia(model.bodies[place.body], scope, own.R_node_body, own.p_node_body);
    nodes[inner.node].inertia = addRigid(nodes[inner.node].inertia, inertia);
  }
  alignSiblings(nodes);
  return {
    model,
    topology,
    scope,
    nodes,
    bodies,
    ground,
    joints,
    gravity: scope.vec(model.gravity),
    nq: topology.counts.nq,
    nv: topology.counts.nv,
  };
}

interface Frame {
  readonly R: Mat3;
  readonly p: Vec3;
}

/** The joint's frames in the bodies that the tree has as its parent and its child. */
function jointFrames(
  { joints }: Model,
  { joint, reversed }: TreeBody,
  scope: ParameterScope,
): { readonly onParent: Frame; readonly onChild: Frame } {
  const { X_parent_joint, X_child_joint } = joints[joint];
  const frameOf = ({ rotation, position }: Pose): Frame => {
    const q = rotation.map(scope.num) as unknown as [Num, Num, Num, Num];
    return { R: snapMat(matrixOfQuat(q)), p: scope.vec(position) };
  };
  const onParent = frameOf(reversed ? X_child_joint : X_parent_joint);
  const onChild = frameOf(reversed ? X_parent_joint : X_child_joint);
  return { onParent, onChild };
}

/** Body frame in the last node: joint frame in the node, times the inverse of the joint frame in the body. */
function bodyBehind({ node, R, p }: Reach, onChild: Frame): BodyPlace {
  const R_joint_body = transpose3(onChild.R);
  const p_joint_body = neg3(mulMatVec(R_joint_body, onChild.p));
  return {
    node,
    R_node_body: snapMat(mulMatMat(R, R_joint_body)),
    p_node_body: snapPoint(add3(p, mulMatVec(R, p_joint_body))),
  };
}

/** About the origin of the node, along its axes. */
function bodyInertia(
  { mass, com, inertia }: Model["bodies"][number],
  scope: ParameterScope,
  R_node_body: Mat3,
  p_node_body: Vec3,
): RigidInertia {
  const m = scope.num(mass);
  const c = scope.vec(com);
  const about = inertiaAbout(m, c, symmetric3(inertia.map(scope.num)));
  const turned = rotateRigid({ matrix: R_node_body }, { m, h: scale3(m, c), I: about });
  const moved = shiftRigid(p_node_body, turned);
  return withoutRounding({ m, h: moved.h, I: moved.I });
}

/**
 * Products of inertia and first moments of rounding size are none: a body that is symmetric about a joint axis has an
 * inertia of few entries there, whatever angle its own frame stands at.
 */
function withoutRounding({ m, h, I }: RigidInertia): RigidInertia {
  const trace = [I[0][0], I[1][1], I[2][2]].reduce<number>((sum, x) => (typeof x === "number" ? sum + x : sum), 0);
  const row = (r: Vec3): Vec3 => [snapSmall(r[0], trace), snapSmall(r[1], trace), snapSmall(r[2], trace)];
  // m c with a radius of gyration √(I / m) for the size of c: together √(m I).
  const moment = typeof m === "number" ? Math.sqrt(m * trace) : 0;
  return {
    m,
    h: [snapSmall(h[0], moment), snapSmall(h[1], moment), snapSmall(h[2], moment)],
    I: [row(I[0]), row(I[1]), row(I[2])],
  };
}
