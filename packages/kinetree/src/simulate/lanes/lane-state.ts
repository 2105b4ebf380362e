import type { LaneIndex } from "../../kernel/instance.js";
import type { State } from "../../state/state.js";
import type { LanePair } from "./lane-pair.js";

/** The state that kernels read and write, or the one at which the current step begins, or ends. */
export type WhichState = "shown" | "accepted" | "end";

/** Where the state of a lane is, in the coordinates of the model's joints: indices of the first numbers, with stride 2. */
export interface StateView {
  readonly f64: Float64Array;
  readonly nq: number;
  readonly nv: number;
  /** Internal states of contacts, and angles of cut joints. */
  readonly nz: number;
  readonly q: number;
  readonly v: number;
  readonly z: number;
  readonly tau: number;
  readonly u: number;
  /** Accelerations and multipliers as last computed; only for the shown state. */
  readonly vdot: number;
  readonly lambda: number;
}

/** A copy of a state in the coordinates that are integrated. */
export function integratedState(pair: LanePair, lane: LaneIndex, which: WhichState): State {
  const { nq, nv, layout } = pair.plan;
  const { t, q, v, kept } = layout[which];
  const state = { t: pair.f64[pair.index(t, lane)], q: new Float64Array(nq), v: new Float64Array(nv) };
  pair.read(q, lane, state.q);
  pair.read(v, lane, state.v);
  if (kept.count === 0) return state;
  const z = new Float64Array(kept.count);
  pair.read(kept, lane, z);
  return { ...state, z };
}

/** A copy of a state in the coordinates of the model's joints. */
export function jointState(pair: LanePair, lane: LaneIndex, which: WhichState): State {
  const state = integratedState(pair, lane, which);
  return pair.view ? pair.view.join(state) : state;
}

/** Where a state is in memory, in the coordinates of the model's joints; valid until the lane moves. */
export function stateView(pair: LanePair, lane: LaneIndex, which: WhichState): StateView {
  if (pair.view) return pair.view.stateView(pair, lane, which);
  const { nq, nv, layout } = pair.plan;
  return {
    f64: pair.f64,
    nq,
    nv,
    nz: layout[which].kept.count,
    q: pair.index(layout[which].q, lane),
    v: pair.index(layout[which].v, lane),
    z: pair.index(layout[which].kept, lane),
    tau: pair.index(layout.tau, lane),
    u: pair.index(layout.u, lane),
    vdot: pair.index(layout.rates.v, lane),
    lambda: pair.index(layout.lambda, lane),
  };
}
