import { absoluteStates } from "../../src/formulation/loops/absolute/absolute-state.js";
import type { Model } from "../../src/model/types.js";
import type { State } from "../../src/state/state.js";
import type { Topology } from "../../src/topology/types.js";

/** The state of the exploded model that describes the same motion. */
export const explodeState = (model: Model, topology: Topology, state: State): State =>
  absoluteStates(model, topology).explode(state);
