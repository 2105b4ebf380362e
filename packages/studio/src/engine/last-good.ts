import type { State, Topology } from "kinetree";
import type { Start } from "../experiment/types.js";
import type { Poser } from "./poser.js";
import type { RowStore } from "./row-store.js";
import { startOf } from "./start-state.js";

/** Energy of a run that has gone wild, in energies that were usual before. */
const WILD = 30;

export function stateIn(
  { counts: { nq, nv } }: Topology,
  { t, row }: { readonly t: number; readonly row: Float64Array },
): State {
  const z = row.slice(nq + nv);
  return { t, q: row.slice(0, nq), v: row.slice(nq, nq + nv), ...(z.length > 0 ? { z } : {}) };
}

/** After a failure: the last of the recorded states that has accelerations and has not gone wild yet. */
export function lastGood(
  { model, topology, evaluator }: Poser,
  states: RowStore,
  parameters: Readonly<Record<string, number>>,
): Start {
  evaluator.setParameters(parameters);
  const at = (place: number): State => stateIn(topology, states.get(place));
  const energy = (state: State): number => {
    const { kinetic, potential } = evaluator.energy(state);
    return Math.abs(kinetic) + Math.abs(potential);
  };
  const most = WILD * usualOf(states.length, (place) => energy(at(place)));
  for (let place = states.length - 1; place > 0; place--) {
    const state = at(place);
    try {
      if (energy(state) <= most && evaluator.forwardDynamics(state).every(Number.isFinite))
        return startOf(model, topology, state);
    } catch {
      // No accelerations there: further back.
    }
  }
  return startOf(model, topology, at(0));
}

/** A usual value of the first half of a run: the median of some hundred. */
function usualOf(rows: number, at: (place: number) => number): number {
  const half = Math.ceil(rows / 2);
  const every = Math.max(1, Math.floor(half / 100));
  const values: number[] = [];
  for (let place = 0; place < half; place += every) values.push(at(place));
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
