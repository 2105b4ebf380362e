import { LaneRun, type RunEnd, type RunSpec, type StepLimits } from "./lane-run.js";
import type { LaneIndex, Pair } from "./pair.js";
import type { SimulationPlan } from "./plan.js";

/** Samples of one plan, packed: row i of each array belongs to sample i of the chunk. */
export interface SampleChunk {
  /** Number of the first sample within the batch. */
  readonly first: number;
  readonly count: number;
  readonly t: Float64Array;
  readonly tEnd: Float64Array;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly tau: Float64Array;
  readonly u: Float64Array;
  readonly parameters: Float64Array;
  readonly limits: StepLimits;
}

/** Ends of runs as they are packed. */
export const ENDS: readonly RunEnd[] = ["finished", "event", "step-too-small", "not-finite", "too-many-steps"];

export interface ChunkResult {
  readonly first: number;
  readonly count: number;
  /** Where each sample ended; for one that failed, its last good state. */
  readonly t: Float64Array;
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** Values of the measures at the end. */
  readonly measures: Float64Array;
  /** Instant of the first passage of each event; NaN if it did not happen. */
  readonly events: Float64Array;
  /** Index into `ENDS`. */
  readonly end: Uint8Array;
  readonly accepted: Float64Array;
  readonly rejected: Float64Array;
  /** Attempts of the pair, and of its lanes while they held a sample: their ratio says how full the lanes were. */
  readonly attempts: number;
  readonly laneAttempts: number;
}

/** Attempts after which a pair that needs no attention comes back all the same. */
const MOST_ATTEMPTS = 100_000;

/**
 * Runs the samples of a chunk through the two lanes of a pair. A lane whose sample has ended takes the next one at once. What a
 * sample computes does not depend on its lane, on its neighbour, or on who went before.
 */
export function runChunk(pair: Pair, chunk: SampleChunk): ChunkResult {
  const { plan } = pair;
  const result = emptyResult(plan, chunk);
  const runs: (LaneRun | null)[] = [null, null];
  const samples = [-1, -1];
  let next = 0;
  let attempts = 0;
  let laneAttempts = 0;

  const finish = (lane: LaneIndex): void => {
    const run = runs[lane] as LaneRun;
    keep(pair, lane, run.end as RunEnd, result, samples[lane]);
    runs[lane] = null;
  };
  const refill = (): boolean => {
    const fresh: LaneIndex[] = [];
    for (const lane of [0, 1] as const) {
      if (runs[lane] || next >= chunk.count) continue;
      const sample = next++;
      samples[lane] = sample;
      runs[lane] = new LaneRun(pair, lane, specOf(plan, chunk, sample), {
        event: ({ index, t, q, v }) => {
          const at = sample * plan.eventCount + index;
          if (Number.isNaN(result.events[at])) result.events[at] = t;
          if (plan.eventRules[index].terminal) keepState(result, plan, sample, t, q, v);
        },
      });
      fresh.push(lane);
    }
    for (const lane of fresh) runs[lane]?.load();
    for (const lane of [0, 1] as const) if (!runs[lane] && pair.clock("active", lane) !== 0) pair.idle(lane);
    if (fresh.length === 0) return false;
    pair.run("start");
    for (const lane of fresh) runs[lane]?.ready();
    return true;
  };

  // A pair that has held nothing yet has zeros for states, which a lane at rest must not step.
  for (const lane of [0, 1] as const) pair.setClock("active", lane, 1);
  refill();
  while (runs[0] || runs[1]) {
    let ended = false;
    for (const lane of [0, 1] as const) {
      if ((runs[lane]?.end ?? null) === null) continue;
      finish(lane);
      ended = true;
    }
    if (ended) {
      refill();
      continue;
    }
    const holding = (runs[0] ? 1 : 0) + (runs[1] ? 1 : 0);
    let made = 1;
    if (plan.eventCount === 0) made = pair.advance(MOST_ATTEMPTS);
    else {
      pair.run("attempt");
      runs[0]?.inspect();
      runs[1]?.inspect();
      pair.run("commit");
    }
    attempts += made;
    laneAttempts += made * holding;
    const again = [runs[0]?.settle() ?? false, runs[1]?.settle() ?? false];
    if (again[0] || again[1]) pair.run("start");
  }
  return { ...result, attempts, laneAttempts };
}

function specOf(plan: SimulationPlan, chunk: SampleChunk, i: number): RunSpec {
  const row = (values: Float64Array, width: number): Float64Array => values.subarray(i * width, (i + 1) * width);
  return {
    t: chunk.t[i],
    tEnd: chunk.tEnd[i],
    q: row(chunk.q, plan.nq),
    v: row(chunk.v, plan.nv),
    tau: row(chunk.tau, plan.nv),
    u: row(chunk.u, plan.nu),
    parameters: row(chunk.parameters, plan.parameters.length),
    ...chunk.limits,
  };
}

function emptyResult(plan: SimulationPlan, { first, count }: SampleChunk): ChunkResult {
  return {
    first,
    count,
    t: new Float64Array(count),
    q: new Float64Array(count * plan.nq),
    v: new Float64Array(count * plan.nv),
    measures: new Float64Array(count * plan.measureCount),
    events: new Float64Array(count * plan.eventCount).fill(NaN),
    end: new Uint8Array(count),
    accepted: new Float64Array(count),
    rejected: new Float64Array(count),
    attempts: 0,
    laneAttempts: 0,
  };
}

function keepState(
  result: ChunkResult,
  plan: SimulationPlan,
  i: number,
  t: number,
  q: Float64Array,
  v: Float64Array,
): void {
  result.t[i] = t;
  result.q.set(q, i * plan.nq);
  result.v.set(v, i * plan.nv);
}

function keep(pair: Pair, lane: LaneIndex, end: RunEnd, result: ChunkResult, i: number): void {
  const { plan } = pair;
  const { offsets, nq, nv, measureCount } = plan;
  result.end[i] = ENDS.indexOf(end);
  result.accepted[i] = pair.clock("accepted", lane);
  result.rejected[i] = pair.clock("rejected", lane);
  if (end !== "event") {
    result.t[i] = pair.clock("t", lane);
    pair.read(offsets.q0, nq, lane, result.q, i * nq);
    pair.read(offsets.y0 + 16 * nv, nv, lane, result.v, i * nv);
  }
  if (measureCount === 0) return;
  pair.write(offsets.t, [result.t[i]], lane);
  pair.write(offsets.q, result.q.subarray(i * nq, (i + 1) * nq), lane);
  pair.write(offsets.y + 16 * nv, result.v.subarray(i * nv, (i + 1) * nv), lane);
  pair.run("measures");
  pair.read(offsets.measures, measureCount, lane, result.measures, i * measureCount);
}
