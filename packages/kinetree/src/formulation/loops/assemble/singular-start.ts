import { RequestError } from "../../../errors/kinetree-error.js";
import type { SparseElimination } from "../../../linalg/sparse-elimination.js";
import type { State } from "../../../state/state.js";
import { moveInto } from "../../joints/move.js";
import type { ClosureEvaluator, ClosureValues, Pose } from "../closures/closure-evaluator.js";
import { coupledSpeeds } from "../closures/coupled-speeds.js";
import { eliminate, rowNamed } from "../closures/loop-plan.js";

/** Distance of the nearby poses that are compared [rad, m]: far enough for rows to differ, near enough to find back to a closed pose. */
const BESIDE = 0.02;
const MOST_ITERATIONS = 20;
/** Residuals of a pose that counts as closed here, far below the pivots that tell rows apart. */
const CLOSED = 1e-12;
/** Accelerations that closures ask for in vain, relative to the largest one, from which on they contradict each other. */
const CONTRADICTION = 1e-6;
/** Rows beyond which the check is skipped: it takes several factorisations. */
const MOST_ROWS = 1000;
/** Accelerations that the closures ask for in vain, relative to the terms that they come from, up to which speeds are along a motion. */
const ALONG = 1e-6;

/**
 * Refuses a pose where the closures have a lower rank than in closed poses near it, such as a parallelogram laid flat, unless the speeds
 * tell along which of its motions the mechanism goes on: at rest, equations would take any. Rows that are redundant in all poses do no
 * harm.
 */
export function requireRegular(evaluator: ClosureEvaluator, state: State): void {
  if (evaluator.rows === 0 || evaluator.rows > MOST_ROWS) return;
  const values = evaluator.at(state);
  const here = eliminate(values);
  if (here.dependentRows.length === 0) return;
  for (const trial of [1, 2]) {
    const beside = closedBeside(evaluator, state, trial);
    if (beside === null) continue;
    const there = eliminate(evaluator.at({ ...state, q: beside }));
    if (there.rank <= here.rank) continue;
    const still = new Set(there.dependentRows);
    const row = here.dependentRows.find((each) => !still.has(each)) ?? here.dependentRows[0];
    if ([...coupledSpeeds(values.sparse, row)].some((j) => state.v[j] !== 0))
      requireMotion(evaluator, state, here, row);
    else throw atRest(evaluator, state, row);
    return;
  }
  requireAgreement(evaluator, state, values, here);
}

const isMoving = ({ v }: Pick<State, "v">): boolean => v.some((x) => x !== 0);

function atRest(evaluator: ClosureEvaluator, { t, q }: State, row: number): RequestError {
  const { closure, direction } = rowNamed(evaluator.closures, row);
  return new RequestError({
    code: "singular-start",
    subject: closure,
    value: Float64Array.from(q),
    message:
      `${closure}: ${direction} does not hold the mechanism in the pose at ${t} s, but does in poses beside it. This is a dead ` +
      `point, from which it could move on in more than one way. Start to one side of it: give one of its joints another coordinate. ` +
      `Or start with speeds: it goes on along them.` +
      aboutBeams(evaluator, row),
  });
}

/** At a singular pose, closures allow more speeds than there are motions: accelerations exist for speeds along a motion only. */
function requireMotion(evaluator: ClosureEvaluator, state: State, factors: SparseElimination, row: number): void {
  const { left } = factors.solve(evaluator.bias(state), evaluator.skeleton.nv);
  if (left <= ALONG * centripetal(evaluator, state)) return;
  const { closure, direction } = rowNamed(evaluator.closures, row);
  throw new RequestError({
    code: "singular-start-speeds",
    subject: closure,
    value: Float64Array.from(state.v),
    message:
      `${closure}: ${direction} would open it, whatever the accelerations: the pose at ${state.t} s is a dead point, from which the ` +
      `mechanism can move on in several ways, and these speeds are along none of them. Give the speeds of all joints along one of ` +
      `its motions, or start to one side of the pose.`,
  });
}

/** The size of the terms that are quadratic in the speeds, which cancel in the closures along some motions. */
function centripetal(evaluator: ClosureEvaluator, state: State): number {
  const { v } = state;
  const fastest = v.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  let most = 0;
  for (const row of evaluator.at(state).sparse)
    for (const [j, value] of row) most = Math.max(most, Math.abs(value * v[j]) * fastest);
  return most;
}

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

/** A straight beam between two ends that hold it along its axis can only bend if it can stretch. */
function aboutBeams({ closures, skeleton }: ClosureEvaluator, row: number): string {
  const closure = closures.find(({ first, rows }) => first <= row && row < first + rows.length);
  if (closure?.kind !== "frames") return "";
  const isFlexible = [...closure.outerPath, ...closure.innerPath].some((i) => skeleton.nodes[i].station);
  return isFlexible
    ? " If that is along a straight beam which is held at both ends, give the beam an axial mode, or let one end slide."
    : "";
}

/** Refuses motions that agree in place and speed where the run starts, but not in how they go on from there. */
function requireAgreement(
  evaluator: ClosureEvaluator,
  state: State,
  { sparse }: ClosureValues,
  factors: SparseElimination,
): void {
  const { closures, skeleton } = evaluator;
  const moving = closures.filter((closure) => closure.kind === "coordinate" && "motion" in closure.law);
  if (moving.length < 2) return;
  const gamma = evaluator.bias(state);
  const { x } = factors.solve(gamma, skeleton.nv);
  const most = gamma.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  for (const row of factors.dependentRows) {
    let left = gamma[row];
    for (const [j, value] of sparse[row]) left -= value * x[j];
    if (Math.abs(left) <= CONTRADICTION * Math.max(1, most)) continue;
    const { closure, direction } = rowNamed(closures, row);
    const names = moving.map(({ name }) => `constraint "${name}"`).join(", ");
    throw new RequestError({
      code: "motions-contradict",
      subject: closure,
      value: left,
      message:
        `${closure}: the prescribed motions would open it, ${direction} with an acceleration of ${left} at ${state.t} s. Motions ` +
        `are prescribed by ${names}: leave one out and let that coordinate follow, or prescribe what the mechanism can do.`,
    });
  }
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
