import type { EntryFunction, Instance } from "../../kernel/instance.js";
import type { HostSpec } from "../../kernel/link.js";
import { AcceleratingLane } from "./accelerating-lane.js";
import { BIAS_ENTRY, POSITION_ENTRY, type PartitionedData } from "./partition-data.js";
import { makeSettle } from "./settle.js";

/** Host part that puts q, δ and v back onto the closures. */
export const PARTITIONED_SETTLE = "partitioned settle";
/** Host part that turns free accelerations into true ones and finds the multipliers. */
export const PARTITIONED_ACCELERATE = "partitioned accelerate";

/** Whether a host part is one of this formulation's. */
export const isPartitionedHost = ({ kind }: HostSpec): boolean =>
  kind === PARTITIONED_SETTLE || kind === PARTITIONED_ACCELERATE;

/** What the host does for a program of `tracePartitioned`; for specs that `isPartitionedHost` accepts. */
export function makePartitionedHost({ kind, data }: HostSpec, instance: Instance): EntryFunction {
  const known = data as PartitionedData;
  return kind === PARTITIONED_SETTLE ? makeSettle(known, instance) : makeAccelerate(known, instance);
}

function makeAccelerate(data: PartitionedData, instance: Instance): EntryFunction {
  const lanes = ([0, 1] as const).map((lane) => new AcceleratingLane(data, instance, lane));
  return (state, parameters, work) => {
    instance.entries[POSITION_ENTRY](state, parameters, work);
    instance.entries[BIAS_ENTRY](state, parameters, work);
    for (const lane of lanes) {
      lane.memory.at(state);
      if (!lane.memory.isIdle) lane.accelerate();
    }
  };
}
