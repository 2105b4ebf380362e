import type { Num } from "../../../graph/graph.js";
import type { Rec } from "../../../kernel/record.js";
import {
  articulatedFields,
  articulatedFrom,
  rigidFields,
  spatialFields,
  spatialFrom,
  type ArticulatedInertia,
  type RigidInertia,
  type SpatialFields,
  type SpatialVector,
} from "../../../spatial/inertia.js";
import {
  articulatedBodyToOuter,
  articulatedToOuter,
  forceToOuter,
  rigidToOuter,
  type Placement,
} from "../../../spatial/placement.js";
import { vec3, type Vec3 } from "../../../spatial/vec3.js";
import { emptyFrame } from "../../joints/frame-plan.js";
import type { Eliminated, JointRecords } from "../../joints/node-joint.js";
import { jointOf } from "../../joints/node-joints.js";
import type { FrameFields, InertiaFields, SpinFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { ArticulatedFields, InwardPass } from "./passes.js";

interface ArticulatedBody {
  readonly I: ArticulatedInertia;
  readonly p: SpatialVector;
}

export type RigidNodeFields = { [K in keyof JointRecords]: JointRecords[K] } & {
  readonly inertia: InertiaFields;
  readonly own: SpinFields;
  readonly effort: { readonly tau: readonly Num[] };
  readonly armature: { readonly armature: readonly Num[] };
  readonly external: SpatialFields;
  readonly children: ArticulatedFields;
  readonly childFrame: FrameFields;
};

/** Where articulated bodies change frames between a node and its parent. */
export interface HandOver {
  readonly key: string;
  readonly inputs: { readonly [K in keyof RigidNodeFields]: Rec<RigidNodeFields[K]> };
  /** The sum over the children, in the node's frame. */
  readonly fromChildren: (x: RigidNodeFields, omega: Vec3) => ArticulatedBody;
  readonly toParent: (
    x: RigidNodeFields,
    X: Placement,
    eliminated: Eliminated,
    rigid: RigidInertia,
  ) => { readonly up: ArticulatedFields; readonly body?: InertiaFields };
}

/**
 * As a rule a node transforms its articulated body to the parent's frame. Two shortcuts: an only child stops at the joint's frame and
 * the parent transforms the rest, so that fewer numbers pass through memory; and the first childless body on a hinge of an aggregate
 * hands over its rigid inertia apart from the part that its hinge removes (see `HandedToAggregate`).
 */
export function handOver(node: Node, pass: InwardPass): HandOver {
  const { tree, aggregates } = pass;
  const { nodes } = tree.skeleton;
  const { index, parent, children } = node;
  const { key, rec, outer } = tree.frames[index];
  const { plain, bias } = jointOf(node);
  const isPlain = (other: number): boolean => !aggregates?.has(other) && !nodes[other].modal && !nodes[other].station;
  const isSingle =
    parent >= 0 &&
    aggregates?.has(parent) === true &&
    children.length === 0 &&
    plain === "angular" &&
    !pass.bodies.has(parent);
  const isOnly = parent >= 0 && nodes[parent].children.length === 1 && isPlain(parent);
  const child = children.length === 1 && isPlain(children[0]) ? tree.frames[children[0]] : null;
  return {
    key: `${key} ${isOnly} ${child?.outerKey ?? "-"}${pass.withInverses ? " D" : ""}${isSingle ? " single" : ""}`,
    inputs: {
      frame: rec,
      posture: tree.posture(index),
      inertia: tree.inertia(index),
      own: pass.spin(index),
      parent: isOnly && !bias.needsParent ? tree.still : pass.spin(parent),
      rate: pass.rate(node),
      effort: pass.effort(node),
      armature: pass.loads.armature(index),
      external: pass.wrench(index),
      children: pass.children(index),
      childFrame: child ? child.rec : tree.program.zeros<FrameFields>(emptyFrame),
    },
    fromChildren: (x, omega) => {
      const handed = { I: articulatedFrom(x.children), p: spatialFrom(x.children) };
      return child ? articulatedBodyToOuter(child.outer(x.childFrame), omega, handed) : handed;
    },
    toParent: ({ frame, parent }, X, { Ia, pa, taken }, rigid) => {
      const atJoint = { I: articulatedToOuter(X, Ia), p: forceToOuter(X, pa) };
      const { I, p } = isOnly ? atJoint : articulatedBodyToOuter(outer(frame), vec3(parent.omega), atJoint);
      if (!isSingle || !taken) return { up: { ...articulatedFields(I), ...spatialFields(p) } };
      const Y = [...outer(frame), ...X];
      return {
        up: { ...articulatedFields(articulatedToOuter(Y, taken)), ...spatialFields(p) },
        body: rigidFields(rigidToOuter(Y, rigid)),
      };
    },
  };
}
