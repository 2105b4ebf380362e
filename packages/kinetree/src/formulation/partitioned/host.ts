import type { EntryFunction, Instance } from "../../kernel/instance.js";
import type { HostSpec } from "../../kernel/link.js";
import { AcceleratingLane } from "./accelerating-lane.js";
import { copyLane, lanesAgree } from "./lane-memory.js";
import {
  BIAS_ENTRY,
  partitionSlots,
  POSITION_ENTRY,
  type PartitionedData,
  type PartitionedRecord,
} from "./partition-data.js";
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
  const first = new AcceleratingLane(data, instance, 0);
  const second = new AcceleratingLane(data, instance, 1);
  const { nq, nv, rows } = data;
  const inputs: readonly (readonly [PartitionedRecord, number])[] = [
    ["t", 1],
    ["q", nq],
    ["v", nv],
    ["vdot", nv],
    ["partition", partitionSlots(data).size],
  ];
  const outputs: typeof inputs = [
    ["vdot", nv],
    ["lambda", rows],
    ["partition", partitionSlots(data).size],
    ["quality", 1],
  ];
  return (state, parameters, work) => {
    const isOne = lanesAgree(instance, data, inputs, state, parameters);
    instance.entries[POSITION_ENTRY](state, parameters, work);
    instance.entries[BIAS_ENTRY](state, parameters, work);
    first.accelerate(state);
    if (isOne) copyLane(instance, data, outputs, state);
    else second.accelerate(state);
  };
}
