import { isExpr } from "../../../graph/graph.js";
import { identity3, mulMatMat, type Mat3 } from "../../../spatial/mat3.js";
import { matrixOf } from "../../../spatial/rotation.js";
import type { Vec3 } from "../../../spatial/vec3.js";
import { jointOf } from "../../joints/node-joints.js";
import { frameAlong, snapMat, snapVec, unit } from "../../skeleton/axis-frame.js";
import type { Node, Skeleton } from "../../skeleton/skeleton.js";
import type { ClosureSet } from "../closures/block-structure.js";
import type { Closure, CoordinateClosure, FrameClosure } from "../closures/closures.js";
import type { Compound } from "../closures/compounds.js";
import { spatialSet, type SpatialSet } from "./spatial-form.js";

/** A node of the path to a frame of a closure, that turns across a plane or slides in it. */
export interface PlanarNode {
  readonly node: Node;
  /** For hinges: whether the node's z axis is the plane's normal, or opposed to it. */
  readonly sign: 1 | -1;
  /** Whether its coordinate is given, found by a set before, or one of the two that are to be found. */
  readonly is: "given" | "found" | "open";
}

/** Two rows that make two points of a plane meet, solved by a triangle: see `closed-form-triangle.ts`. */
export interface PlanarSet {
  readonly kind: "planar";
  readonly closure: FrameClosure;
  /** Along the plane, right-handed with its normal, in the axes of the closure's base. */
  readonly e1: readonly number[];
  readonly e2: readonly number[];
  /** All nodes that move between the base and either frame, base first. */
  readonly outerPath: readonly PlanarNode[];
  readonly innerPath: readonly PlanarNode[];
  /** "outer" and "inner" where one of the two open coordinates is on either path. */
  readonly open: "apart" | "outer" | "inner";
}

/** A coordinate that follows time, or one that is given. */
export interface FollowingSet {
  readonly kind: "following";
  readonly closure: CoordinateClosure;
  readonly node: Node;
}

export type ClosedSet = PlanarSet | FollowingSet | SpatialSet;

/** Formulas for all sets of a compound, or why there are none. */
export type ClosedForm = { readonly sets: readonly ClosedSet[] } | { readonly lacking: string };

/** How far directions may be from parallel or from upright, to rounding. */
const PARALLEL = 1e-14;

/**
 * Formulas set by set: planar four-bars, slider-cranks and loops that each add two coordinates; points of bodies in space that meet
 * or stay at distances. Sets that have none by themselves are tried together with those that follow them.
 */
export function closedFormOf(skeleton: Skeleton, compound: Compound): ClosedForm {
  const found = new Set<number>();
  const forms: ClosedSet[] = [];
  let pending: ClosureSet[] = [];
  let lacking = "";
  for (const set of compound.sets) {
    const alone =
      pending.length > 0 ? null : (followingSet(skeleton, compound, set) ?? planarSet(skeleton, compound, set, found));
    const form = alone ?? spatialSet(skeleton, compound, [...pending, set]);
    if (typeof form === "string") {
      pending.push(set);
      lacking = form;
      continue;
    }
    forms.push(form);
    for (const { columns } of [...pending, set]) for (const v of columns) found.add(v);
    pending = [];
  }
  return pending.length === 0 ? { sets: forms } : { lacking };
}

const closureOf = ({ closures }: Compound, row: number): Closure | undefined =>
  closures.find(({ first, rows }) => row >= first && row < first + rows.length);

function followingSet({ nodes }: Skeleton, compound: Compound, { rows, columns }: ClosureSet): FollowingSet | null {
  const closure = closureOf(compound, rows[0]);
  if (rows.length !== 1 || closure?.kind !== "coordinate") return null;
  const { driven, driving } = closure;
  const node = nodes.find(({ v, nv }) => v === driven.v && nv === 1);
  const isKnown = driving === null || compound.independent.includes(driving.v);
  return node && driven.v === columns[0] && isKnown ? { kind: "following", closure, node } : null;
}

function planarSet(
  skeleton: Skeleton,
  compound: Compound,
  { rows, columns }: ClosureSet,
  found: ReadonlySet<number>,
): PlanarSet | null {
  const closure = closureOf(compound, rows[0]);
  if (rows.length !== 2 || closure?.kind !== "frames") return null;
  const directions = closure.relation.coincident;
  if (!rows.every((row) => row >= closure.first && row < closure.first + directions)) return null;

  const hinge = skeleton.nodes.find((node) => columns.includes(node.v) && jointOf(node).plain === "angular");
  if (!hinge) return null;
  const turns = orientations(skeleton, closure);
  const R_base_hinge = turns?.get(hinge.index);
  if (!turns || !R_base_hinge) return null;
  const normal = snapVec(unit(thirdColumn(R_base_hinge)));
  if (directions === 2) {
    const R = product(turns.get(closure.outer.node) ?? identity3, closure.outer.R);
    if (!R || alongNormal(thirdColumn(R), normal) === 0) return null;
  }

  const walk = (path: readonly number[]): PlanarNode[] | null => {
    const walked = path.flatMap((index) => {
      const node = skeleton.nodes[index];
      if (node.moving.nv === 0 && !node.modal) return [];
      const is = columns.includes(node.v)
        ? "open"
        : found.has(node.v)
          ? "found"
          : compound.independent.includes(node.v)
            ? "given"
            : null;
      const sign = signInPlane(node, thirdColumn(turns.get(index) as Mat3), normal);
      return [is === null || sign === null ? null : ({ node, sign, is } as const)];
    });
    return walked.every((each) => each !== null) ? walked : null;
  };
  const [outerPath, innerPath] = [walk(closure.outerPath), walk(closure.innerPath)];
  if (!outerPath || !innerPath) return null;
  const count = outerPath.filter(({ is }) => is === "open").length;
  if (count + innerPath.filter(({ is }) => is === "open").length !== 2) return null;
  const { matrix } = frameAlong(normal);
  return {
    kind: "planar",
    closure,
    e1: matrix.map((row) => Number(row[0])),
    e2: matrix.map((row) => Number(row[1])),
    outerPath,
    innerPath,
    open: count === 1 ? "apart" : count === 2 ? "outer" : "inner",
  };
}

/** The node's z axis along the normal for hinges; 1 for slides in the plane; null for everything that leaves the plane. */
function signInPlane(node: Node, axis: Vec3, normal: Vec3): 1 | -1 | null {
  const { plain } = jointOf(node);
  if (plain === null) return null;
  if (plain === "angular") return alongNormal(axis, normal) || null;
  const rise = axis.reduce<number>((sum, x, i) => sum + Number(x) * Number(normal[i]), 0);
  return Math.abs(rise) <= PARALLEL ? 1 : null;
}

/** 1 for the normal itself, -1 for the opposite, 0 for everything else. */
function alongNormal(axis: Vec3, normal: Vec3): 1 | -1 | 0 {
  const isNear = (sign: number): boolean =>
    axis.every((x, i) => Math.abs(Number(x) - sign * Number(normal[i])) <= PARALLEL);
  return isNear(1) ? 1 : isNear(-1) ? -1 : 0;
}

/** Orientations at coordinates zero: what is along or across the normal there is so in every pose. Null if parameters enter. */
function orientations(
  { nodes }: Skeleton,
  { base, outerPath, innerPath }: FrameClosure,
): ReadonlyMap<number, Mat3> | null {
  const found = new Map<number, Mat3>();
  for (const index of [...outerPath, ...innerPath]) {
    const { parent, E } = nodes[index];
    const R = product(parent === base ? identity3 : (found.get(parent) as Mat3), matrixOf(E));
    if (!R) return null;
    found.set(index, R);
  }
  return found;
}

function product(a: Mat3, b: Mat3): Mat3 | null {
  const R = snapMat(mulMatMat(a, b));
  return R.flat().some(isExpr) ? null : R;
}

const thirdColumn = (R: Mat3): Vec3 => [R[0][2], R[1][2], R[2][2]];
