import type { SparseElimination } from "../../../linalg/sparse-elimination.js";
import type { State } from "../../../state/state.js";
import { moveInto } from "../../joints/move.js";
import type { ClosureEvaluator, Pose } from "../closures/closure-evaluator.js";
import { eliminate } from "../closures/loop-plan.js";

/* Where closures lose rank: a pose is singular if they have a higher rank in closed poses beside it. */

/** Distance of the nearby poses that are compared [rad, m]: far enough for rows to differ, near enough to find back to a closed pose. */
const BESIDE = 0.02;
const MOST_ITERATIONS = 20;
/** Residuals of a pose that counts as closed here, far below the pivots that tell rows apart. */
const CLOSED = 1e-12;
/** Rows beyond which poses are not compared: it takes several factorisations. */
export const MOST_ROWS = 1000;

/** A row that holds in closed poses beside a singular one, but not in it; null if the pose is not singular: rows that are redundant in all poses do no harm. */
export function lostRow(evaluator: ClosureEvaluator, pose: Pose, here: SparseElimination): number | null {
  const { rank, dependentRows } = here;
  if (dependentRows.length === 0 || evaluator.rows > MOST_ROWS) return null;
  for (const trial of [1, 2]) {
    const beside = closedBeside(evaluator, pose, trial);
    if (beside === null) continue;
    const there = eliminate(evaluator.at({ ...pose, q: beside }));
    if (there.rank <= rank) continue;
    const still = new Set(there.dependentRows);
    return dependentRows.find((each) => !still.has(each)) ?? dependentRows[0];
  }
  return null;
}

const isMoving = ({ v }: Pick<State, "v">): boolean => v.some((x) => x !== 0);

/** A closed pose a small way along the speeds of a singular one, where rows can be told apart; null if the pose is not singular. */
export function regularBeside(evaluator: ClosureEvaluator, state: State): State | null {
  const { q, v } = state;
  if (evaluator.rows === 0 || evaluator.rows > MOST_ROWS || !isMoving(state)) return null;
  const here = eliminate(evaluator.at(state));
  if (here.dependentRows.length === 0) return null;
  const fastest = v.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const moved = moveInto(new Float64Array(q.length), evaluator.skeleton, q, v, BESIDE / fastest);
  const pose = closed(evaluator, { ...state, q: moved });
  const beside = pose && { ...state, q: pose };
  return beside && eliminate(evaluator.at(beside)).rank > here.rank ? beside : null;
}

/** A closed pose a small way along a direction that the closures allow; null if none is found. */
function closedBeside(evaluator: ClosureEvaluator, state: Pose, trial: number): Float64Array | null {
  const { skeleton } = evaluator;
  const { q } = state;
  const { nv } = skeleton;
  const values = evaluator.at(state);
  const factors = eliminate(values);
  const pivots = new Set(factors.pivotColumns);
  // Some direction of the free speeds, another one for each trial; the others follow.
  const move = Float64Array.from({ length: nv }, (_, i) =>
    pivots.has(i) ? 0 : ((0.618034 * (i + 1) * trial) % 1) + 0.1,
  );
  const opened = Float64Array.from(values.sparse, (row) => {
    let sum = 0;
    for (const [j, value] of row) sum += value * move[j];
    return sum;
  });
  const { x } = factors.solve(opened, nv);
  let most = 0;
  for (let i = 0; i < nv; i++) {
    move[i] -= x[i];
    most = Math.max(most, Math.abs(move[i]));
  }
  if (!(most > 0)) return null;
  return closed(evaluator, { ...state, q: moveInto(new Float64Array(q.length), skeleton, q, move, BESIDE / most) });
}

/** A closed pose near an open one; null if none is found. */
function closed(evaluator: ClosureEvaluator, open: Pose): Float64Array | null {
  const { skeleton } = evaluator;
  let pose = open.q;
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    const near = evaluator.at({ ...open, q: pose });
    if (near.phi.every((residual) => Math.abs(residual) < CLOSED)) return pose;
    const step = eliminate(near).solve(near.phi, skeleton.nv).x;
    pose = moveInto(new Float64Array(pose.length), skeleton, pose, step, -1);
  }
  return null;
}
