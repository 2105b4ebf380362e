import { RequestError } from "../../../errors/kinetree-error.js";
import type { Model } from "../../../model/types.js";
import type { Topology } from "../../../topology/types.js";
import { openStateFromJoints, type State, type StateByJoint } from "../../../state/state.js";
import { assembleIn, type AssembleOptions, type Assembly } from "./assemble.js";
import { closureEvaluatorOf, type ClosureEvaluator, type ClosureValues } from "../closures/closure-evaluator.js";
import { eliminate, rowNamed } from "../closures/loop-plan.js";
import { requireRegularPose } from "./singular-pose.js";
import { requireAgreement, requireRegular } from "./singular-start.js";

type Parameters = Readonly<Record<string, number>>;

/** How far a state may be from closed: residuals [m, rad], and their rates. */
const CLOSED = 1e-9;

/** A closed state to start a run from: the joints that are given where they are given, the others as near to neutral as that allows. */
export function regularState(model: Model, topology: Topology, given: StateByJoint, parameters: Parameters): State {
  const { state, redundant } = assembleFromJoints(model, topology, given, parameters);
  if (redundant.length > 0) requireRegular(closureEvaluatorOf(model, topology, parameters), state);
  return state;
}

/** The same, dead points too, with how it went. */
function assembleFromJoints(model: Model, topology: Topology, given: StateByJoint, parameters: Parameters): Assembly {
  const pinned = Object.keys(given.q ?? {});
  const options = { parameters, pinned, pinnedSpeeds: Object.keys(given.v ?? {}) };
  const state = openStateFromJoints(model, topology, given);
  try {
    return assembleIn(model, topology, state, options);
  } catch (error) {
    const isFar = error instanceof RequestError && error.code === "cannot-close";
    const found = isFar ? walk(model, topology, state, options) : null;
    if (found === null) throw error;
    return found;
  }
}

/** Longest way of a pinned coordinate from one closed pose to the next [rad, m]. */
const STRIDE = 0.1;
const MOST_STRIDES = 100;

/** To pinned coordinates far from the drawn pose in closed strides; null if none lead there, or a pinned joint has a quaternion. */
function walk(model: Model, topology: Topology, goal: State, options: AssembleOptions): Assembly | null {
  const { parameters = {}, pinned = [] } = options;
  const places = topology.tree.filter(({ joint }) => pinned.includes(model.joints[joint].name));
  if (places.length === 0 || places.some(({ nq, nv }) => nq !== nv)) return null;
  const slots = places.flatMap(({ qStart, nq }) => Array.from({ length: nq }, (_, i) => qStart + i));
  const atRest = { t: goal.t, v: new Float64Array(goal.v.length) };
  try {
    const drawn = { ...atRest, q: openStateFromJoints(model, topology, {}).q };
    const from = assembleIn(model, topology, drawn, { parameters }).state.q;
    const farthest = slots.reduce((most, i) => Math.max(most, Math.abs(goal.q[i] - from[i])), 0);
    const strides = Math.ceil(farthest / STRIDE);
    if (strides > MOST_STRIDES) return null;
    const towards = (q: Float64Array, share: number): Float64Array => {
      const out = Float64Array.from(q);
      for (const i of slots) out[i] = share === 1 ? goal.q[i] : from[i] + share * (goal.q[i] - from[i]);
      return out;
    };
    let q = from;
    for (let n = 1; n < strides; n++)
      q = assembleIn(
        model,
        topology,
        { ...atRest, q: towards(q, n / strides) },
        { parameters, pinned, pinnedSpeeds: [] },
      ).state.q;
    return assembleIn(model, topology, { ...goal, q: towards(q, 1) }, options);
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}

/** Refuses a start of a run with open loops, or speeds that open them: equations keep the residuals they start from. Refuses dead points as well. */
export function requireClosedStart(model: Model, topology: Topology, state: State, parameters: Parameters): void {
  const evaluator = closureEvaluatorOf(model, topology, parameters);
  requireClosed(evaluator, evaluator.at(state), state);
  requireRegular(evaluator, state);
}

/** The same for what is asked of one state: accelerations that a motion has in a dead point do not follow from its state alone. */
export function requireClosedPoint(model: Model, topology: Topology, state: State, parameters: Parameters): void {
  const evaluator = closureEvaluatorOf(model, topology, parameters);
  const values = evaluator.at(state);
  requireClosed(evaluator, values, state);
  const factors = eliminate(values);
  requireRegularPose(evaluator, state, factors);
  requireAgreement(evaluator, state, values, factors);
}

/** Refuses open loops and speeds that open them, beyond residuals of `limit` [m, rad]. */
export function requireClosed(
  evaluator: ClosureEvaluator,
  { phi, drift, sparse }: Pick<ClosureValues, "phi" | "drift" | "sparse">,
  { v }: Pick<State, "v">,
  limit = CLOSED,
): void {
  const open = phi.findIndex((x) => !(Math.abs(x) <= limit));
  if (open >= 0) throw notClosed(evaluator, open, phi[open], "is off by");
  const fastest = v.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
  sparse.forEach((row, i) => {
    let rate = drift[i];
    for (const [j, value] of row) rate += value * v[j];
    if (!(Math.abs(rate) <= limit * fastest)) throw notClosed(evaluator, i, rate, "would open at a rate of");
  });
}

function notClosed({ closures }: ClosureEvaluator, row: number, value: number, what: string): RequestError {
  const { closure, direction } = rowNamed(closures, row);
  return new RequestError({
    code: "loop-open",
    subject: closure,
    value,
    message: `${closure}: ${direction} ${what} ${value} in this state. Let assemble(model, state) close it, or name the joints to keep and leave out the rest.`,
  });
}
