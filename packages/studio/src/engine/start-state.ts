import { neutralState, type Model, type State, type Topology } from "kinetree";
import type { Start } from "../experiment/types.js";

/** The state by joint names, number for number. */
export function startOf(model: Model, { tree }: Topology, state: State): Start {
  const part = (values: Float64Array, from: "qStart" | "vStart", count: "nq" | "nv"): Record<string, number[]> =>
    Object.fromEntries(
      tree
        .filter((place) => place[count] > 0)
        .map((place) => [
          model.joints[place.joint].name,
          Array.from(values.subarray(place[from], place[from] + place[count])),
        ]),
    );
  return {
    t: state.t,
    q: part(state.q, "qStart", "nq"),
    v: part(state.v, "vStart", "nv"),
    z: Array.from(state.z ?? []),
  };
}

/** The state that a start names; joints that it leaves out are neutral. */
export function stateOf(model: Model, { tree }: Topology, start: Start): State {
  const { q, v } = neutralState(model);
  for (const { joint, qStart, vStart, nq, nv } of tree) {
    const { name } = model.joints[joint];
    const [coordinates, speeds] = [start.q[name], start.v[name]];
    if (coordinates?.length === nq) q.set(coordinates, qStart);
    if (speeds?.length === nv) v.set(speeds, vStart);
  }
  return { t: start.t, q, v, ...(start.z.length > 0 ? { z: Float64Array.from(start.z) } : {}) };
}
