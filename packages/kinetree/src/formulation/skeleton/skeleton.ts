import type { FlexiblePlan } from "../../elements/flexible/flexible-plan.js";
import { flexiblePlanner } from "../../elements/flexible/flexible-planner.js";
import type { Num } from "../../graph/graph.js";
import type { NumberTriple } from "../../model/flexible.js";
import { jointSizes, type JointSizes } from "../../model/joint-sizes.js";
import type { WholeJointKind } from "../../model/joints.js";
import type { Flexible, Model, Pose } from "../../model/types.js";
import { addRigid, inertiaAbout, rotateRigid, shiftRigid, type RigidInertia } from "../../spatial/inertia.js";
import { identity3, mulMatMat, mulMatVec, symmetric3, transpose3, type Mat3 } from "../../spatial/mat3.js";
import { matrixOfQuat } from "../../spatial/quaternion.js";
import type { Rotation } from "../../spatial/rotation.js";
import { add3, neg3, scale3, zero3, type Vec3 } from "../../spatial/vec3.js";
import type { Topology } from "../../topology/types.js";
import { frameAlong, frameOfBody, snapMat, snapPoint, snapSmall, unit } from "./axis-frame.js";
import { axesOf, ownAxes } from "./joint-axes.js";
import { modalNumbers, stationNumbers, type ModalNumbers, type StationNumbers } from "./modal-numbers.js";
import { alignSiblings, placedBefore } from "./offsets.js";
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
  const poseOf = (pose: Pose): { R: Mat3; p: Vec3 } => {
    const q = pose.rotation.map(scope.num) as unknown as [Num, Num, Num, Num];
    return { R: snapMat(matrixOfQuat(q)), p: scope.vec(pose.position) };
  };
  const nodes: Building[] = [];
  const ground: BodyPlace = { node: -1, R_node_body: identity3, p_node_body: zero3 };
  const bodies: BodyPlace[] = model.bodies.map(() => ground);
  const joints: (JointPlace | null)[] = model.joints.map(() => null);
  const planOf = flexiblePlanner(scope.num);
  const flexibles = new Map<number, { node: number; plan: FlexiblePlan; R_modal_body: Mat3 }>();

  for (const place of topology.tree) {
    const joint = model.joints[place.joint];
    const parentPlace = place.parent < 0 ? ground : bodies[topology.tree[place.parent].body];
    const onParent = poseOf(place.reversed ? joint.X_child_joint : joint.X_parent_joint);
    const onChild = poseOf(place.reversed ? joint.X_parent_joint : joint.X_child_joint);
    // Joint frame in the node that carries the parent body.
    let R = snapMat(mulMatMat(parentPlace.R_node_body, onParent.R));
    let p = snapPoint(add3(parentPlace.p_node_body, mulMatVec(parentPlace.R_node_body, onParent.p)));
    let parent = parentPlace.node;
    const outer = { node: parent, R_node_joint: R, p_node_joint: p };

    const add = (
      motion: NodeMotion,
      { nq, nv }: JointSizes,
      frame: { rotation: Rotation; matrix: Mat3 },
      q: number,
      v: number,
      pitch: Num,
      R_joint_node: Mat3,
    ): void => {
      const index = nodes.length;
      const node: Building = {
        index,
        parent,
        motion,
        joint: place.joint,
        reversed: place.reversed,
        coordinate: v - place.vStart,
        q,
        v,
        nq,
        nv,
        moving: motion === "modal" ? { v, nv: 0 } : { v, nv },
        E: frame.rotation,
        ...placedBefore(frame.rotation, p),
        turnIsGeneral: false,
        pitch,
        inertia: { m: 0, h: zero3, I: [zero3, zero3, zero3] },
        modal: null,
        station: null,
        children: [],
      };
      nodes.push(node);
      if (parent >= 0) nodes[parent].children.push(index);
      parent = index;
      // The next axis of the joint, and the child, see the joint frame from this node.
      R = transpose3(R_joint_node);
      p = zero3;
    };

    const axes = axesOf(joint);
    if (joint.kind === "flexible") {
      const carrier = topology.tree[place.parent].body;
      const { R_node_body, p_node_body } = bodies[carrier];
      let flexible = flexibles.get(carrier);
      if (!flexible) {
        const plan = planOf(model.bodies[carrier].flexible as Flexible);
        const frame = frameOfBody(R_node_body);
        const R_modal_body = snapMat(mulMatMat(transpose3(frame.matrix), R_node_body));
        p = p_node_body;
        add("modal", jointSizes(joint), frame, place.qStart, place.vStart, 0, identity3);
        nodes[parent].modal = modalNumbers(plan, R_modal_body);
        // A body on the ground moves all the same where it bends.
        if (nodes[parent].parent < 0) nodes[parent].inertia = bodyInertia(carrier, R_modal_body, zero3);
        flexibles.set(carrier, (flexible = { node: parent, plan, R_modal_body }));
      }
      const { plan, R_modal_body } = flexible;
      parent = flexible.node;
      p = zero3;
      const still = { rotation: [], matrix: identity3 };
      add(
        "bend",
        NO_SPEEDS,
        still,
        place.qStart,
        place.vStart,
        0,
        transpose3(snapMat(mulMatMat(R_modal_body, onParent.R))),
      );
      const at = joint.X_parent_joint.position as NumberTriple;
      const position = snapPoint(mulMatVec(R_modal_body, at));
      nodes[parent].station = stationNumbers(plan.modes, plan.station(at), R_modal_body, position);
      nodes[parent].moving = { v: nodes[flexible.node].v, nv: nodes[flexible.node].nv };
    } else if (axes === null) {
      const own = ownAxes(joint, scope.vec);
      const matrix = own === identity3 ? R : snapMat(mulMatMat(R, own));
      const frame = { rotation: isIdentity(matrix) ? [] : { matrix }, matrix };
      if (joint.kind !== "weld" || options.keepWelds)
        add(joint.kind as WholeJointKind, jointSizes(joint), frame, place.qStart, place.vStart, 0, own);
    } else {
      const order = axes.map((_, k) => k);
      if (place.reversed) order.reverse();
      for (const k of order) {
        const axis = axes[k];
        const a_in_joint = unit(scope.vec(axis.axis));
        // A unit vector again: what R lacks in length would otherwise double from node to node.
        const frame = frameAlong(unit(mulMatVec(R, a_in_joint)));
        // R_node_joint = R_node_parent R_parent_joint
        const R_node_joint = snapMat(mulMatMat(transpose3(frame.matrix), R));
        const motion = axis.kind === "rotation" ? "revolute" : axis.kind === "translation" ? "prismatic" : "screw";
        const pitch = axis.kind === "screw" ? scope.num(axis.pitch) : 0;
        add(motion, ONE_SPEED, frame, place.qStart + k, place.vStart + k, pitch, transpose3(R_node_joint));
      }
    }
    joints[place.joint] = {
      reversed: place.reversed,
      node: parent === outer.node ? null : parent,
      outer,
      inner: { node: parent, R_node_joint: R, p_node_joint: p },
    };
    // Body frame in the last node: joint frame in the node, times the inverse of the joint frame in the body.
    const R_joint_body = transpose3(onChild.R);
    const p_joint_body = neg3(mulMatVec(R_joint_body, onChild.p));
    bodies[place.body] = {
      node: parent,
      R_node_body: snapMat(mulMatMat(R, R_joint_body)),
      p_node_body: snapPoint(add3(p, mulMatVec(R, p_joint_body))),
    };
    if (parent >= 0) nodes[parent].inertia = addRigid(nodes[parent].inertia, inertiaAt(place.body));
  }

  function inertiaAt(body: number): RigidInertia {
    return bodyInertia(body, bodies[body].R_node_body, bodies[body].p_node_body);
  }

  function bodyInertia(body: number, R_node_body: Mat3, p_node_body: Vec3): RigidInertia {
    const { mass, com, inertia } = model.bodies[body];
    const m = scope.num(mass);
    const c = scope.vec(com);
    const about = inertiaAbout(m, c, symmetric3(inertia.map(scope.num)));
    const turned = rotateRigid({ matrix: R_node_body }, { m, h: scale3(m, c), I: about });
    const moved = shiftRigid(p_node_body, turned);
    return withoutRounding({ m, h: moved.h, I: moved.I });
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

/** Sizes of stations, and of the pieces of joints with several axes. */
const [NO_SPEEDS, ONE_SPEED]: readonly JointSizes[] = [
  { nq: 0, nv: 0 },
  { nq: 1, nv: 1 },
];

const isIdentity = (R: Mat3): boolean => R.every((row, i) => row.every((x, j) => x === (i === j ? 1 : 0)));
