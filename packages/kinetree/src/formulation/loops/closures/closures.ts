import { RequestError } from "../../../errors/kinetree-error.js";
import type { Num } from "../../../graph/graph.js";
import { coordinateRelation } from "../../../model/constraints/coordinate-relation.js";
import type { Attachment, Constraint, CoordinateRef, Joint, Motion, Real } from "../../../model/types.js";
import { mulMatMat, mulMatVec, type Mat3 } from "../../../spatial/mat3.js";
import { matrixOfQuat } from "../../../spatial/quaternion.js";
import { add3, type Vec3 } from "../../../spatial/vec3.js";
import type { FrameRelation } from "../../joints/loop-joint.js";
import { snapMat, snapPoint } from "../../skeleton/axis-frame.js";
import type { Slot } from "../../../state/couplings.js";
import type { Skeleton } from "../../skeleton/skeleton.js";
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
  /** The quantity that each of its rows measures. */
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

/** A demand besides the tree: one cut joint or one constraint of the model. */
export type Closure = FrameClosure | CoordinateClosure;

/** A closure before its rows are numbered. */
type Unnumbered = Omit<FrameClosure, "first"> | Omit<CoordinateClosure, "first">;

/** All closures of a model, cut joints first, with their rows numbered. */
export function closuresOf(skeleton: Skeleton): readonly Closure[] {
  const { model, topology } = skeleton;
  const cut = topology.cuts.flatMap((index) => cutClosure(skeleton, index) ?? []);
  const demanded = model.constraints.flatMap((constraint) => constraintClosure(skeleton, constraint) ?? []);
  let first = 0;
  return [...cut, ...demanded].map((closure): Closure => {
    const numbered = { ...closure, first };
    first += closure.rows.length;
    return numbered;
  });
}

/** A cut joint; null for one that demands nothing. */
function cutClosure(skeleton: Skeleton, index: number): Unnumbered | null {
  const joint = skeleton.model.joints[index];
  refuseArmature(joint);
  const relation = jointRelation(joint, skeleton.scope);
  if (relation === "unknown") throw unknownRelation(joint.name);
  if (relation === null) return null;
  const a = { body: joint.parent, pose: joint.X_parent_joint };
  const b = { body: joint.child, pose: joint.X_child_joint };
  return between(skeleton, joint.name, index, relation, a, b);
}

/** A constraint of the model; null for a constraint that is no relation of coordinates. */
function constraintClosure(skeleton: Skeleton, constraint: Constraint): Unnumbered | null {
  const { scope } = skeleton;
  const { name } = constraint;
  const ofPoints = (relation: FrameRelation, { a, b }: { readonly a: Attachment; readonly b: Attachment }) =>
    between(skeleton, name, -1, relation, a, b);
  switch (constraint.kind) {
    case "distance":
      return ofPoints(pointRelation("distance", null, scope.num(constraint.length)), constraint);
    case "point-on-line":
      return ofPoints(pointRelation("point-on-line", scope.vec(constraint.axis), 0), constraint);
    case "point-on-plane":
      return ofPoints(pointRelation("point-on-plane", scope.vec(constraint.normal), 0), constraint);
    case "motion": {
      const driven = slotOf(skeleton, constraint.driven);
      const law = { motion: constraint.motion };
      return { kind: "coordinate", name, joint: -1, rows: ["prescribed coordinate"], driven, driving: null, law };
    }
    default: {
      const relation = coordinateRelation(constraint);
      if (relation === null) return null;
      const driven = slotOf(skeleton, relation.driven);
      const driving = relation.driving === null ? null : slotOf(skeleton, relation.driving);
      const law = { polynomial: relation.polynomial };
      return { kind: "coordinate", name, joint: -1, rows: ["coupled coordinate"], driven, driving, law };
    }
  }
}

function between(
  skeleton: Skeleton,
  name: string,
  joint: number,
  relation: FrameRelation,
  a: Attachment,
  b: Attachment,
): Unnumbered {
  const outer = frameIn(skeleton, a, relation.outerAxes);
  const inner = frameIn(skeleton, b, relation.innerAxes);
  const paths = pathsOf(skeleton, outer.node, inner.node);
  return { kind: "frames", name, joint, rows: relation.rows, relation, outer, inner, ...paths };
}

/** How many rows there are. */
export const rowCount = (closures: readonly Closure[]): number =>
  closures.reduce((sum, { rows }) => sum + rows.length, 0);

/** The rows that count: those that are chosen, or all of them where nothing is. */
export const countedRows = (chosen: readonly number[] | undefined, count: number): ReadonlySet<number> =>
  new Set(chosen ?? Array.from({ length: count }, (_, row) => row));

function frameIn({ model, bodies, ground, scope }: Skeleton, { body, pose }: Attachment, axes: Mat3): ClosureFrame {
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

/** Refuses inertia that moves with a coordinate of a cut joint: no speed of the equations is the rate of that coordinate. */
function refuseArmature({ name, coordinates }: Joint): void {
  const at = coordinates.findIndex(({ armature }) => armature !== 0);
  if (at < 0) return;
  const { armature } = coordinates[at];
  const value = typeof armature === "number" ? `${armature}` : "a parameter";
  throw new RequestError({
    code: "armature-on-cut-joint",
    subject: `joint "${name}"`,
    value: armature,
    message:
      `joint "${name}": its coordinate ${at} has an armature (${value}), but the joint is cut to open a loop or to carry every ` +
      `body on its own, so that no speed moves with it. Give the joint the role "tree", so that another joint of the loop is ` +
      `cut, and choose a formulation in joint coordinates.`,
  });
}
