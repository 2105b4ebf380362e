import type { LaneIndex } from "../../kernel/instance.js";
import type { State } from "../../state/state.js";
import type { LanePair } from "../lanes/lane-pair.js";
import { integratedState, jointState } from "../lanes/lane-state.js";
import type { Slots } from "../plan/state-layout.js";
import type { ModulePlan } from "./loop-plans.js";

/** Takes a pair back to the equations that it had: with the state that it has reached, or as it was. */
export type TakeBack = (what: "state reached" | "state before") => void;

/**
 * Gives a pair equations in the coordinates of the model's joints, whatever coordinates it integrates: where closures lose rank, fewer
 * of them leave less rounding.
 */
export function takeJointCoordinates(pair: LanePair, lane: LaneIndex, { plan, module }: ModulePlan): TakeBack {
  const { view, plan: ownPlan } = pair;
  const ownModule = pair.instance.module;
  if (!view) {
    pair.exchange(plan, module);
    return () => pair.exchange(ownPlan, ownModule);
  }
  const before = pair.snapshot(lane);
  const joints = jointState(pair, lane, "accepted");
  const summed = numbersOf(pair, pair.layout.accepted.summed, lane);
  pair.exchange(plan, module);
  pair.view = null;
  put(pair, lane, joints, summed);
  return (what) => {
    const reached = integratedState(pair, lane, "accepted");
    const summedThere = numbersOf(pair, pair.layout.accepted.summed, lane);
    pair.exchange(ownPlan, ownModule);
    pair.view = view;
    if (what === "state reached") put(pair, lane, view.explode(reached), summedThere);
    else pair.restore(lane, before);
  };
}

/**
 * Forces on top of the model's loads are along other speeds in other coordinates, and not taken there: they are zero. Multipliers, from
 * which iterative solvers begin, are those of other rows, or of none.
 */
function put(pair: LanePair, lane: LaneIndex, { q, v, z = none }: State, summed: Float64Array): void {
  const { accepted, shown, tau, lambda } = pair.layout;
  for (const slots of [accepted, shown]) {
    pair.write(slots.q, q, lane);
    pair.fill(slots.delta, 0, lane);
    pair.write(slots.v, v, lane);
    pair.write(slots.kept, z, lane);
    pair.write(slots.summed, summed, lane);
  }
  for (const slots of [tau, lambda]) pair.fill(slots, 0, lane);
}

const none = new Float64Array(0);

function numbersOf(pair: LanePair, slots: Slots, lane: LaneIndex): Float64Array {
  const out = new Float64Array(slots.count);
  pair.read(slots, lane, out);
  return out;
}
