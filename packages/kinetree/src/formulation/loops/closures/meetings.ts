import type { SparseRow } from "../../../linalg/sparse-elimination.js";
import type { Skeleton } from "../../skeleton/skeleton.js";
import type { ClosureValues } from "./closure-evaluator.js";
import type { Closure, FrameClosure } from "./closures.js";
import { aggregatedNodes } from "./compounds.js";

/** Closures that say that two points coincide and no more. */
export const areOfPoints = (closure: Closure): closure is FrameClosure =>
  closure.kind === "frames" && closure.relation.coincident === 3 && closure.rows.length === 3;

/**
 * Whether a closure makes two points meet with all its rows: rows along any three axes then say the same, and rows along the axes
 * of the compound's parent, in which all its points are given, take the least work.
 */
export const isMeeting = (
  closure: Closure,
  compoundParent: number,
  keeps: (row: number) => boolean,
): closure is FrameClosure =>
  areOfPoints(closure) && closure.base === compoundParent && closure.rows.every((_, k) => keeps(closure.first + k));

/** All closures that are taken so. */
export function meetingsOf(
  skeleton: Skeleton,
  closures: readonly Closure[],
  keeps: (row: number) => boolean,
): readonly FrameClosure[] {
  return aggregatedNodes(skeleton, closures).flatMap(({ nodes, closures: own }) =>
    own.filter((closure) => isMeeting(closure, skeleton.nodes[nodes[0]].parent, keeps)),
  ) as readonly FrameClosure[];
}

/** Derivatives by the speeds with the rows of meetings along the axes of their base. */
export function turnedRows({ sparse, axes }: ClosureValues, meetings: readonly FrameClosure[]): readonly SparseRow[] {
  const rows = [...sparse];
  for (const closure of meetings) {
    const R = axes(closure);
    const own = [0, 1, 2].map((k) => sparse[closure.first + k]);
    for (let i = 0; i < 3; i++) {
      const turned = new Map<number, number>();
      own.forEach((row, k) => {
        for (const [column, value] of row) turned.set(column, (turned.get(column) ?? 0) + R[3 * i + k] * value);
      });
      rows[closure.first + i] = turned;
    }
  }
  return rows;
}
