import { RequestError } from "../../../errors/kinetree-error.js";
import type { Num } from "../../../graph/graph.js";
import { coordinateRelation } from "../../../model/coordinate-relation.js";
import type { Attachment, CoordinateRef, Motion, Pose, Real } from "../../../model/types.js";
import { mulMatMat, mulMatVec, type Mat3 } from "../../../spatial/mat3.js";
import { matrixOfQuat } from "../../../spatial/quaternion.js";
import { add3, type Vec3 } from "../../../spatial/vec3.js";
import type { FrameRelation } from "../../joints/loop-joint.js";
import { snapMat, snapPoint } from "../../skeleton/axis-frame.js";
import type { Slot } from "../../../state/couplings.js";
import type { Skeleton } from "../../skeleton/skeleton.js";
import { refuseArmature } from "./cut-armature.js";
import { jointRelation, pointRelation } from "./frame-relation.js";

/** A frame of a closure, fixed in a node (or in ground, -1). */
export interface ClosureFrame {
  readonly node: number;
  readonly R: Mat3;
  readonly p: Vec3;
}

interface Named {
  readonly name: string;
  /** Index into `model.joints` of the cut joint; -1 for a constraint of the model. */
  readonly joint: number;
  /** What each of its rows measures. */
  readonly rows: readonly string[];
  /** Number of its first row among all rows. */
  readonly first: number;
}

/** Two frames that must stand in a certain way to each other. */
export interface FrameClosure extends Named {
  readonly kind: "frames";
  readonly relation: FrameRelation;
  /** On the user's parent, or on a; on the user's child, or on b. Axes as the relation has them. */
  readonly outer: ClosureFrame;
  readonly inner: ClosureFrame;
  /** The closest node that carries both; -1 for ground. */
  readonly base: number;
  /** Nodes between the base and either frame, base first, without the base. */
  readonly outerPath: readonly number[];
  readonly innerPath: readonly number[];
}

/** A coordinate that follows another, or time. */
export interface CoordinateClosure extends Named {
  readonly kind: "coordinate";
  readonly driven: Slot;
  readonly driving: Slot | null;
  readonly law: { readonly polynomial: readonly Real[] } | { readonly motion: Motion };
}

/** What must hold beside the tree: one cut joint or one constraint of the model. */
export type Closure = FrameClosure | CoordinateClosure;

/** All closures of a model, cut joints first, with their rows numbered. */
export function closuresOf(skeleton: Skeleton): readonly Closure[] {
  const { model, topology, scope } = skeleton;
  const found: Closure[] = [];
  let first = 0;
  const push = (closure: Closure): void => {
    found.push(closure);
    first += closure.rows.length;
  };
  const frame = ({ body, pose }: { body: string; pose: Pose }, axes: Mat3): ClosureFrame =>
    frameIn(skeleton, body, pose, axes);
  const between = (name: string, joint: number, relation: FrameRelation, a: Attachment, b: Attachment): void => {
    const outer = frame(a, relation.outerAxes);
    const inner = frame(b, relation.innerAxes);
    push({
      kind: "frames",
      name,
      joint,
      rows: relation.rows,
      first,
      relation,
      outer,
      inner,
      ...pathsOf(skeleton, outer.node, inner.node),
    });
  };
  for (const index of topology.cuts) {
    const joint = model.joints[index];
    refuseArmature(joint);
    const relation = jointRelation(joint, scope);
    if (relation === "unknown") throw unknownRelation(joint.name);
    if (relation === null) continue;
    between(
      joint.name,
      index,
      relation,
      { body: joint.parent, pose: joint.X_parent_joint },
      { body: joint.child, pose: joint.X_child_joint },
    );
  }
  for (const constraint of model.constraints) {
    const { name } = constraint;
    switch (constraint.kind) {
      case "distance":
        between(name, -1, pointRelation("distance", null, scope.num(constraint.length)), constraint.a, constraint.b);
        break;
      case "point-on-line":
        between(name, -1, pointRelation("point-on-line", scope.vec(constraint.axis), 0), constraint.a, constraint.b);
        break;
      case "point-on-plane":
        between(name, -1, pointRelation("point-on-plane", scope.vec(constraint.normal), 0), constraint.a, constraint.b);
        break;
      case "motion": {
        const driven = slotOf(skeleton, constraint.driven);
        const law = { motion: constraint.motion };
        push({
          kind: "coordinate",
          name,
          joint: -1,
          rows: ["prescribed coordinate"],
          first,
          driven,
          driving: null,
          law,
        });
        break;
      }
      default: {
        const relation = coordinateRelation(constraint);
        if (relation === null) break;
        const driven = slotOf(skeleton, relation.driven);
        const driving = relation.driving === null ? null : slotOf(skeleton, relation.driving);
        const law = { polynomial: relation.polynomial };
        push({ kind: "coordinate", name, joint: -1, rows: ["coupled coordinate"], first, driven, driving, law });
      }
    }
  }
  return found;
}

/** How many rows there are. */
export const rowCount = (closures: readonly Closure[]): number =>
  closures.reduce((sum, { rows }) => sum + rows.length, 0);

/** The rows that count: those that are chosen, or all of them where nothing is. */
export const countedRows = (chosen: readonly number[] | undefined, count: number): ReadonlySet<number> =>
  new Set(chosen ?? Array.from({ length: count }, (_, row) => row));

function frameIn({ model, bodies, ground, scope }: Skeleton, body: string, pose: Pose, axes: Mat3): ClosureFrame {
  const index = model.bodies.findIndex(({ name }) => name === body);
  const place = index < 0 ? ground : bodies[index];
  const R_body_joint = snapMat(matrixOfQuat(pose.rotation.map(scope.num) as unknown as [Num, Num, Num, Num]));
  return {
    node: place.node,
    R: snapMat(mulMatMat(mulMatMat(place.R_node_body, R_body_joint), axes)),
    p: snapPoint(add3(place.p_node_body, mulMatVec(place.R_node_body, scope.vec(pose.position)))),
  };
}

function slotOf({ model, topology }: Skeleton, { joint, coordinate }: CoordinateRef): Slot {
  const place = topology.tree.find((each) => model.joints[each.joint].name === joint);
  return { q: (place?.qStart ?? 0) + coordinate, v: (place?.vStart ?? 0) + coordinate };
}

function pathsOf(
  { nodes }: Skeleton,
  outer: number,
  inner: number,
): Pick<FrameClosure, "base" | "outerPath" | "innerPath"> {
  const toRoot = (node: number): number[] => {
    const path: number[] = [];
    for (let i = node; i >= 0; i = nodes[i].parent) path.push(i);
    return path;
  };
  const [outerPath, innerPath] = [toRoot(outer), toRoot(inner)];
  let base = -1;
  while (outerPath.length > 0 && outerPath.at(-1) === innerPath.at(-1)) {
    base = outerPath.pop() as number;
    innerPath.pop();
  }
  return { base, outerPath: outerPath.reverse(), innerPath: innerPath.reverse() };
}

const unknownRelation = (name: string): RequestError =>
  new RequestError({
    code: "cannot-cut",
    subject: `joint "${name}"`,
    value: name,
    message:
      `joint "${name}" closes a loop, and its axes mix translations and rotations in an order for which no closing equations are ` +
      `known. Give it the role "tree", so that another joint of the loop is cut.`,
  });
