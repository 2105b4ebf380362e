import type { Rec } from "../../../kernel/record.js";
import {
  rigidFields,
  type ArticulatedInertia,
  type SpatialVector,
  type RigidInertia,
} from "../../../spatial/inertia.js";
import {
  articulatedBodyToOuter,
  articulatedToOuter,
  rigidToOuter,
  type Placement,
} from "../../../spatial/placement.js";
import type { Vec3 } from "../../../spatial/vec3.js";
import { emptyFrame } from "../../joints/frame-plan.js";
import { jointOf } from "../../joints/node-joints.js";
import type { FrameFields, InertiaFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { InwardPass } from "./passes.js";

/** An articulated body: inertia and bias force. */
interface Body {
  readonly I: ArticulatedInertia;
  readonly p: SpatialVector;
}

/**
 * Where a body passes from a node to its parent. As a rule the node carries it to the parent's frame. An only child hands up what it is
 * at its joint, and the parent takes it from there: fewer numbers pass through memory. A single body on an aggregate hands over its own
 * ten numbers apart from what its hinge takes off.
 */
export interface HandOver {
  /** Tells apart the traces of nodes that hand over differently. */
  readonly key: readonly [own: boolean, child: string, single: string];
  /** The frame of an only child. */
  readonly childFrame: Rec<FrameFields>;
  /** What the children are, at the node. */
  readonly fromChildren: (childFrame: FrameFields, omega: Vec3, handed: Body) => Body;
  /** What the node is to its parent, with the parts that the parent takes apart. */
  readonly toParent: (frame: FrameFields, X: Placement, x: HandedOver) => Body & { readonly body: RigidFields | null };
}

interface HandedOver {
  readonly omega_parent: Vec3;
  readonly atJoint: Body;
  /** What the joint takes off, where that can be told. */
  readonly taken: ArticulatedInertia | null;
  readonly rigid: RigidInertia;
}

type RigidFields = InertiaFields;

export function handOver(node: Node, pass: InwardPass): HandOver {
  const { tree, aggregates } = pass;
  const { nodes } = tree.skeleton;
  const { parent, children } = node;
  const { outer } = tree.frames[node.index];
  const isPlain = (other: number): boolean => !aggregates?.has(other) && !nodes[other].modal && !nodes[other].station;
  // One body by itself on an aggregate, and no other such body there yet.
  const isSingle =
    parent >= 0 &&
    aggregates?.has(parent) === true &&
    children.length === 0 &&
    jointOf(node).isHinge &&
    !pass.bodies.has(parent);
  const only = children.length === 1 && isPlain(children[0]) ? tree.frames[children[0]] : null;
  const isOnly = parent >= 0 && nodes[parent].children.length === 1 && isPlain(parent);
  return {
    key: [isOnly, only ? only.outerKey : "-", isSingle ? " single" : ""],
    childFrame: only ? only.rec : tree.program.zeros<FrameFields>(emptyFrame),
    fromChildren: (childFrame, omega, handed) =>
      only ? articulatedBodyToOuter(only.outer(childFrame), omega, handed) : handed,
    toParent: (frame, X, { omega_parent, atJoint, taken, rigid }) => {
      const whole = isOnly ? atJoint : articulatedBodyToOuter(outer(frame), omega_parent, atJoint);
      if (!isSingle || !taken) return { ...whole, body: null };
      // The force is that of the whole; of the inertia, only what the hinge takes off.
      const Y = [...outer(frame), ...X];
      return { I: articulatedToOuter(Y, taken), p: whole.p, body: rigidFields(rigidToOuter(Y, rigid)) };
    },
  };
}
