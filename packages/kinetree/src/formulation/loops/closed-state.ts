import { RequestError } from "../../errors/kinetree-error.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { openStateFromJoints, type State, type StateByJoint } from "../state.js";
import { assembleIn, type Assembly } from "./assemble.js";
import { ClosureEvaluator } from "./closure-evaluator.js";
import { rowNamed } from "./loop-plan.js";

type Parameters = Readonly<Record<string, number>>;

/** How far a state may be from closed to start a run from it: residuals [m, rad], and their rates. */
const CLOSED = 1e-9;

/** A closed state with the joints that are given where they are given, and the others as near to neutral as that allows. */
export const assembledState = (model: Model, topology: Topology, given: StateByJoint, parameters: Parameters): State =>
  assembleFromJoints(model, topology, given, parameters).state;

/** The same, with how it went. */
export function assembleFromJoints(
  model: Model,
  topology: Topology,
  given: StateByJoint,
  parameters: Parameters,
): Assembly {
  return assembleIn(model, topology, openStateFromJoints(model, topology, given), {
    parameters,
    pinned: Object.keys(given.q ?? {}),
    pinnedSpeeds: Object.keys(given.v ?? {}),
  });
}

/** Refuses a state whose loops are open, or open as it moves: equations keep what they start from. */
export function requireClosed(model: Model, topology: Topology, state: State, parameters: Parameters): void {
  const evaluator = new ClosureEvaluator(model, topology, parameters);
  const { phi, drift, sparse } = evaluator.at(state);
  const open = phi.findIndex((x) => !(Math.abs(x) <= CLOSED));
  if (open >= 0) throw notClosed(evaluator, open, phi[open], "is off by");
  const fastest = state.v.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
  sparse.forEach((row, i) => {
    let rate = drift[i];
    for (const [j, value] of row) rate += value * state.v[j];
    if (!(Math.abs(rate) <= CLOSED * fastest)) throw notClosed(evaluator, i, rate, "would open at a rate of");
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
