import { SparseElimination } from "../../../linalg/sparse-elimination.js";
import type { Model } from "../../../model/types.js";
import type { Topology } from "../../../topology/types.js";
import { moveInto } from "../../joints/move.js";
import { blockStructure, type ClosureSet } from "./block-structure.js";
import { openStateFromJoints } from "../../../state/state.js";
import { ClosureEvaluator, type ClosureValues, type Pose } from "./closure-evaluator.js";
import type { Closure, FrameClosure } from "./closures.js";
import type { Skeleton } from "../../skeleton/skeleton.js";
import { meetingsOf, turnedRows } from "./meetings.js";

/** A row of the closures by name: "joint "pin", tilt about x". */
export interface ClosureRow {
  /** Number among all rows. */
  readonly row: number;
  /** The joint or constraint, and what the row measures. */
  readonly closure: string;
  readonly direction: string;
}

/** Which rows count and which speeds follow from which, at one pose. */
export interface LoopPlan {
  /** Rows that are independent of one another, ascending. */
  readonly rows: readonly number[];
  /** Rows that say what others say already. */
  readonly redundant: readonly ClosureRow[];
  /** Speeds that the rows can be solved for, and the rest, both ascending. */
  readonly dependent: readonly number[];
  readonly independent: readonly number[];
  /** Smallest pivot over the largest: how far from singular the choice is. */
  readonly quality: number;
  /** The rows with the speeds that they are solved for, in sets that follow one another. */
  readonly sets: readonly ClosureSet[];
}

/** Rows count as redundant below this part of the largest pivot: poses are closed to 1e-12, and lengths are of one size. */
const RANK_TOLERANCE = 1e-8;
/** Rows beyond which fill matters more than the very best pivots. */
const MANY_ROWS = 150;
const SPARSE_THRESHOLD = 0.1;

/** Factors of the closures' derivatives by the speeds. */
export const eliminate = (
  { sparse }: Pick<ClosureValues, "sparse">,
  options: { readonly tolerance?: number; readonly most?: number } = {},
): SparseElimination =>
  new SparseElimination(sparse, {
    tolerance: RANK_TOLERANCE,
    threshold: sparse.length > MANY_ROWS ? SPARSE_THRESHOLD : 1,
    ...options,
  });

/**
 * The choice of rows and speeds at a closed pose.
 * @param weights by which the pivots of each speed are multiplied where speeds are chosen
 */
export function planLoops(evaluator: ClosureEvaluator, state: Pose, weights?: ArrayLike<number>): LoopPlan {
  const values = evaluator.at(state);
  const { sparse } = values;
  const weighted = weights
    ? sparse.map((row) => new Map([...row].map(([column, value]) => [column, value * weights[column]])))
    : sparse;
  return planFrom(evaluator, state, values, eliminate({ sparse: weighted }));
}

/** The same from closures that are evaluated and factored already. */
export function planFrom(
  evaluator: ClosureEvaluator,
  state: Pose,
  values: ClosureValues,
  factors: SparseElimination,
): LoopPlan {
  const dependent = new Set(factors.pivotColumns);
  const rows = [...factors.pivotRows].sort((a, b) => a - b);
  const kept = new Set(rows);
  const meetings = meetingsOf(evaluator.skeleton, evaluator.closures, (row) => kept.has(row));
  return {
    rows,
    sets: blockStructure(rows, [...dependent], patternNear(evaluator, state, meetings), turnedRows(values, meetings)),
    redundant: factors.dependentRows.map((row) => rowNamed(evaluator.closures, row)),
    dependent: [...dependent].sort((a, b) => a - b),
    independent: Array.from({ length: evaluator.skeleton.nv }, (_, i) => i).filter((i) => !dependent.has(i)),
    quality: factors.rank === 0 ? 1 : factors.smallest / factors.largest,
  };
}

/** Poses tried around a state to find which entries can differ from zero at all. */
const TRIALS = 3;

/** Entries that differ from zero at the state or near it: one pose may hide what another shows. */
function patternNear(
  evaluator: ClosureEvaluator,
  pose: Pose,
  meetings: readonly FrameClosure[],
): (row: number, column: number) => boolean {
  const { skeleton } = evaluator;
  const { q } = pose;
  const seen = evaluator.at(pose).sparse.map(() => new Set<number>());
  for (let trial = 0; trial <= TRIALS; trial++) {
    const delta = Float64Array.from({ length: skeleton.nv }, (_, i) =>
      trial === 0 ? 0 : 0.3 * ((0.618034 * (i + 1) * trial) % 1) + 0.05,
    );
    const near = moveInto(new Float64Array(q.length), skeleton, Float64Array.from(q), delta);
    turnedRows(evaluator.at({ ...pose, q: near }), meetings).forEach((row, i) => {
      for (const [j, value] of row) if (Math.abs(value) > 1e-11) seen[i].add(j);
    });
  }
  return (row, column) => seen[row].has(column);
}

/** The choice at the neutral pose, closed or not: good enough to count and to compile with, before a start is known. */
export function neutralLoopPlan(
  model: Model,
  topology: Topology,
  weightsOf?: (skeleton: Skeleton) => ArrayLike<number>,
): LoopPlan {
  const evaluator = new ClosureEvaluator(model, topology);
  return planLoops(evaluator, openStateFromJoints(model, topology, {}), weightsOf?.(evaluator.skeleton));
}

/** How messages call a row. */
export function rowNamed(closures: readonly Closure[], row: number): ClosureRow {
  const closure = closures.find(({ first, rows }) => row >= first && row < first + rows.length) as Closure;
  return {
    row,
    closure: `${closure.joint < 0 ? "constraint" : "joint"} "${closure.name}"`,
    direction: closure.rows[row - closure.first],
  };
}
