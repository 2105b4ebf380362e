import type { EntryFunction, Instance } from "../../kernel/instance.js";
import type { HostSpec } from "../../kernel/link.js";
import { AcceleratingLane } from "./accelerating-lane.js";
import { BIAS_ENTRY, POSITION_ENTRY, type PartitionedData } from "./partition-data.js";
import { SettlingLane } from "./settling-lane.js";

/** Host part that puts q, δ and v back onto the closures. */
export const PARTITIONED_SETTLE = "partitioned settle";
/** Host part that turns free accelerations into true ones and finds the multipliers. */
export const PARTITIONED_ACCELERATE = "partitioned accelerate";

export const isPartitionedHost = ({ kind }: HostSpec): boolean =>
  kind === PARTITIONED_SETTLE || kind === PARTITIONED_ACCELERATE;

/** For specs that `isPartitionedHost` accepts. */
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

/**
 * Generalised coordinate partitioning between the stages of an integrator: of all coordinates that it has advanced, the
 * independent ones stay, and the dependent ones follow by Newton's method on φ(u, v) = 0, their speeds from
 * φ_u u̇ = −φ_v v̇ − φ_t. That is the same as advancing the independent ones alone. D. Negrut, Generalized Coordinates
 * Partitioning Algorithm (ME751, University of Wisconsin), equations (10) to (15), with the turn of a body as three
 * coordinates of the step, so that quaternions need no equation of their own.
 */
function makeSettle(data: PartitionedData, instance: Instance): EntryFunction {
  const lanes = ([0, 1] as const).map((lane) => new SettlingLane(data, instance, lane));
  const close: EntryFunction = (state, parameters, work) => {
    const evaluate = instance.entries[POSITION_ENTRY];
    if (lanes.some(mustChoose)) {
      for (const lane of lanes) lane.showStart();
      evaluate(state, parameters, work);
      for (const lane of lanes) lane.choose();
    }
    let isMoving = true;
    while (isMoving) {
      evaluate(state, parameters, work);
      isMoving = false;
      for (const lane of lanes) if (lane.improve()) isMoving = true;
    }
  };
  return (state, parameters, work) => {
    for (const lane of lanes) lane.begin(state);
    close(state, parameters, work);
    // Where the old choice fails within a step, a new one is worth a step of lower order.
    for (const lane of lanes) lane.reconsider();
    if (lanes.some(mustChoose)) close(state, parameters, work);
    for (const lane of lanes) lane.finish();
  };
}

const mustChoose = (lane: SettlingLane): boolean => lane.mustChoose;
