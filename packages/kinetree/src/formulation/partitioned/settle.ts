import type { EntryFunction, Instance } from "../../kernel/instance.js";
import { copyLane, lanesAgree } from "./lane-memory.js";
import { partitionSlots, POSITION_ENTRY, type PartitionedData, type PartitionedRecord } from "./partition-data.js";
import { SettlingLane } from "./settling-lane.js";

/**
 * Generalised coordinate partitioning between the stages of an integrator: of all coordinates that it has advanced, the
 * independent ones stay, and the dependent ones follow by Newton's method on φ(u, v) = 0, their speeds from
 * φ_u u̇ = −φ_v v̇ − φ_t. That is the same as advancing the independent ones alone. D. Negrut, Generalized Coordinates
 * Partitioning Algorithm (ME751, University of Wisconsin), equations (10) to (15), with the turn of a body as three
 * coordinates of the step, so that quaternions need no equation of their own.
 */
export function makeSettle(data: PartitionedData, instance: Instance): EntryFunction {
  const first = new SettlingLane(data, instance, 0);
  const second = new SettlingLane(data, instance, 1);
  const [one, both] = [[first], [first, second]];
  const { nq, nv } = data;
  const state: readonly (readonly [PartitionedRecord, number])[] = [
    ["t", 1],
    ["q", nq],
    ["delta", nv],
    ["v", nv],
    ["partition", partitionSlots(data).size],
  ];
  const changed: typeof state = [...state.slice(1), ["quality", 1]];
  return (at, parameters, work) => {
    const isOne = lanesAgree(instance, data, state, at, parameters);
    const lanes = isOne ? one : both;
    const evaluate = (): void => instance.entries[POSITION_ENTRY](at, parameters, work);
    const choose = (which: readonly SettlingLane[]): void => {
      for (const lane of which) lane.showStart();
      evaluate();
      for (const lane of which) lane.choose();
    };
    const improve = (): void => {
      let isMoving = true;
      while (isMoving) {
        evaluate();
        isMoving = false;
        for (const lane of lanes) if (lane.improve()) isMoving = true;
      }
    };
    const unchosen = lanes.filter((lane) => lane.begin(at));
    if (unchosen.length > 0) choose(unchosen);
    improve();
    // Where the old choice fails within a step, a new one is worth a step of lower order.
    const open = lanes.filter((lane) => lane.isOpen);
    if (open.length > 0) {
      choose(open);
      improve();
    }
    for (const lane of lanes) lane.finish();
    if (isOne) copyLane(instance, data, changed, at);
  };
}
