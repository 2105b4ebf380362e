import { arraysOf, ENDS, resultWidths, type ChunkResult } from "./batch-engine.js";
import type { BatchOptions, BatchResult } from "./batch-types.js";
import type { RunEnd } from "../lanes/lane-run.js";
import type { SimulationPlan } from "../plan/plan.js";

/** Collects chunks in any order. */
export function gather(
  plan: SimulationPlan,
  { samples, first: begin = 0, keepRows = true, onChunk, onProgress }: BatchOptions,
  measureNames: readonly string[],
  extremeNames: readonly string[],
  formulationReason: string,
): { add: (chunk: ChunkResult) => void; result: () => BatchResult } {
  const { nq, nv } = plan;
  const nInternal = plan.layout.shown.kept.count;
  const widths = resultWidths(plan);
  const columns = Object.keys(widths) as (keyof typeof widths)[];
  const rows = keepRows ? samples : 0;
  const arrays = arraysOf(widths, rows);
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
      formulation: plan.formulation,
      formulationReason,
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
        ...(nInternal > 0 ? { z: arrays.z.slice(i * nInternal, (i + 1) * nInternal) } : {}),
      }),
      laneUse: attempts === 0 ? 1 : laneAttempts / (2 * attempts),
    }),
  };
}
