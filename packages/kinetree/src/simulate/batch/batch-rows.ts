import { ENDS, type ChunkResult } from "./batch-engine.js";
import type { BatchOptions, BatchResult } from "./batch-types.js";
import type { RunEnd } from "../lanes/lane-run.js";
import type { SimulationPlan } from "../plan/plan.js";

/** Collects chunks in any order. */
export function gather(
  plan: SimulationPlan,
  { samples, first: begin = 0, keepRows = true, onChunk, onProgress }: BatchOptions,
  measureNames: readonly string[],
  extremeNames: readonly string[],
): { add: (chunk: ChunkResult) => void; result: () => BatchResult } {
  const { nq, nv } = plan;
  const nContact = plan.nz - plan.nSummed;
  const widths = widthsOf(plan);
  type Column = keyof typeof widths;
  const columns = Object.keys(widths) as Column[];
  const rows = keepRows ? samples : 0;
  const arrays = Object.fromEntries(
    columns.map((column) => [column, new Float64Array(rows * widths[column])]),
  ) as Record<Column, Float64Array>;
  const end = new Array<RunEnd>(rows);
  let [finished, attempts, laneAttempts] = [0, 0, 0];
  return {
    add: (chunk) => {
      const row = chunk.first - begin;
      const ends = Array.from(chunk.end, (code) => ENDS[code]);
      if (keepRows) {
        for (const column of columns) arrays[column].set(chunk[column], row * widths[column]);
        ends.forEach((each, i) => (end[row + i] = each));
      }
      attempts += chunk.attempts;
      laneAttempts += chunk.laneAttempts;
      finished += chunk.count;
      onChunk?.({ ...chunk, end: ends });
      onProgress?.(finished, samples);
    },
    result: () => ({
      samples,
      nq,
      nv,
      ...arrays,
      end,
      measureNames,
      extremeNames,
      eventNames: plan.eventRules.map(({ name }) => name),
      stateAt: (i) => ({
        t: arrays.t[i],
        q: arrays.q.slice(i * nq, (i + 1) * nq),
        v: arrays.v.slice(i * nv, (i + 1) * nv),
        ...(nContact > 0 ? { z: arrays.z.slice(i * nContact, (i + 1) * nContact) } : {}),
      }),
      laneUse: attempts === 0 ? 1 : laneAttempts / (2 * attempts),
    }),
  };
}

const widthsOf = ({ nq, nv, nz, nSummed, eventCount, measureCount, extremesBefore }: SimulationPlan) => ({
  t: 1,
  q: nq,
  v: nv,
  z: nz - nSummed,
  measures: measureCount,
  extremes: extremesBefore.length,
  extremeTimes: extremesBefore.length,
  events: eventCount,
  accepted: 1,
  rejected: 1,
});
