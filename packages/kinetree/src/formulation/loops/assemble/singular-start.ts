import { RequestError } from "../../../errors/kinetree-error.js";
import type { SparseElimination } from "../../../linalg/sparse-elimination.js";
import type { State } from "../../../state/state.js";
import type { ClosureEvaluator, ClosureValues } from "../closures/closure-evaluator.js";
import { coupledSpeeds } from "../closures/coupled-speeds.js";
import { eliminate, rowNamed } from "../closures/loop-plan.js";
import { lostRow, MOST_ROWS } from "./rank-beside.js";
import { aboutBeams } from "./singular-pose.js";

/** Accelerations that closures ask for in vain, relative to the largest one, from which on they contradict each other. */
const CONTRADICTION = 1e-6;
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
  const row = lostRow(evaluator, state, here);
  if (row === null) requireAgreement(evaluator, state, values, here);
  // Other loops and bodies may move: that tells nothing about this one.
  else if ([...coupledSpeeds(values.sparse, row)].some((j) => state.v[j] !== 0))
    requireMotion(evaluator, state, here, row);
  else throw atRest(evaluator, state, row);
}

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

/** Refuses motions that agree in place and speed where the run starts, but not in how they go on from there. */
export function requireAgreement(
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
