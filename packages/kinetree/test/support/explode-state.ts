import { cutTurns } from "../../src/formulation/joints/cut-turns.js";
import { absoluteStates } from "../../src/formulation/loops/absolute/absolute-state.js";
import { explode } from "../../src/formulation/loops/absolute/explode.js";
import { elementStateCount } from "../../src/elements/states/element-states.js";
import type { Model } from "../../src/model/types.js";
import type { State } from "../../src/state/state.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import type { Topology } from "../../src/topology/types.js";

/** The state of the exploded model that describes the same motion, with the angles of cut joints that its loads look at. */
export function explodeState(model: Model, topology: Topology, state: State): State {
  const { t, q, v, z } = absoluteStates(model, topology).explode(state);
  if (!z) return { t, q, v };
  const apart = explode(model);
  const places = buildTopology(apart);
  const all = cutTurns(apart, places, "all");
  const read = cutTurns(apart, places, "read").flatMap(({ joint, coordinates }) => {
    const start = all.find((each) => each.joint === joint)?.start ?? NaN;
    return coordinates.map((_, i) => z[start + i]);
  });
  return { t, q, v, z: Float64Array.from([...z.subarray(0, elementStateCount(model)), ...read]) };
}
