import { jointsFromState, type RunEnd, type Sample, type WorkerPool } from "kinetree";
import type { Values } from "../description/scenario.js";
import { runSamples, type EngineChunk } from "../engine.js";
import { shareWorkers } from "../shared-workers.js";
import type {
  PreparedCase,
  PreparedStudy,
  PrepareOptions,
  RowRange,
  RunRequest,
  RunSummary,
} from "./prepared-study.js";

/** How a sample ended: as the engine says, or never begun because its numbers make no model or no start. */
type SampleEnd = RunEnd | "invalid-sample";

/** A sample that is being computed: its parameters, and why it could not start. */
interface UnderWay {
  readonly values: Values;
  readonly invalid: string | null;
}

/** A range whose rows come in. */
interface Filling {
  readonly range: RowRange;
  readonly columns: (Float64Array | (string | null)[])[];
  missing: number;
}

/** Runs ranges of rows. Ranges of cases that share a scenario go to the engine together. */
export async function runRows(
  study: Omit<PreparedStudy, "run">,
  request: RunRequest,
  { workers: makeWorkers }: PrepareOptions,
): Promise<RunSummary> {
  const groups = new Map<unknown, RowRange[]>();
  for (const range of request.chunks) {
    const { scenario } = study.cases[range.caseIndex];
    const group = groups.get(scenario);
    if (group) group.push(range);
    else groups.set(scenario, [range]);
  }
  const { workers = 0 } = request;
  const shared = workers > 0 && makeWorkers ? shareWorkers(makeWorkers(workers)) : null;
  const left = [...groups.values()];
  const given: Given = { request, pool: shared?.pool ?? null, threads: workers, gaveUp: null };
  let [rows, used] = [0, 0];
  const runNext = async (): Promise<void> => {
    for (let ranges = left.shift(); ranges && given.gaveUp === null; ranges = left.shift()) {
      const samples = ranges.reduce((sum, { count }) => sum + count, 0);
      if (samples === 0) continue;
      const laneUse = await runGroup(study, ranges, samples, given);
      rows += samples;
      used += samples * laneUse;
    }
  };
  // What goes wrong in one group ends the other, and neither may hand over rows once this has ended.
  const giveUp = (error: unknown): void => {
    given.gaveUp ??= error instanceof Error ? error : new Error(String(error));
  };
  try {
    await Promise.all(Array.from({ length: shared ? GROUPS_AT_ONCE : 1 }, () => runNext().catch(giveUp)));
  } finally {
    shared?.close();
  }
  if (given.gaveUp !== null) throw given.gaveUp;
  return { laneUse: rows === 0 ? 1 : used / rows };
}

/** Two, so that the next model is compiled while the samples of another still run. */
const GROUPS_AT_ONCE = 2;

/** What all groups of a run share. */
interface Given {
  readonly request: RunRequest;
  readonly pool: WorkerPool | null;
  readonly threads: number;
  /** Why the run ends early. */
  gaveUp: Error | null;
}

/** Samples that a worker takes at a time: several turns for each, so that they end together, yet enough to fill its lanes. */
const chunkSizeFor = (samples: number, threads: number): number =>
  Math.min(64, Math.max(16, Math.ceil(samples / (4 * Math.max(1, threads)))));

/** Finds the range of a sample of the group, and its row there. */
function placesIn(ranges: readonly RowRange[]): (index: number) => { readonly number: number; readonly row: number } {
  const starts: number[] = [];
  ranges.reduce((sum, { count }) => (starts.push(sum), sum + count), 0);
  return (index) => {
    let [number, beyond] = [0, starts.length];
    while (beyond - number > 1) {
      const middle = (number + beyond) >> 1;
      if (starts[middle] <= index) number = middle;
      else beyond = middle;
    }
    return { number, row: index - starts[number] };
  };
}

async function runGroup(
  study: Omit<PreparedStudy, "run">,
  ranges: readonly RowRange[],
  samples: number,
  given: Given,
): Promise<number> {
  const { onRows, signal } = given.request;
  const requireGoingOn = (): void => {
    if (signal?.aborted) throw signal.reason instanceof Error ? signal.reason : new Error("the run was ended");
    if (given.gaveUp !== null) throw given.gaveUp;
  };
  requireGoingOn();
  const placeOf = placesIn(ranges);
  const underWay = new Map<number, UnderWay>();
  const filling = new Map<number, Filling>();
  const first = study.cases[ranges[0].caseIndex];
  // Of all cases that share the scenario, whichever ranges are run now.
  const leader = study.cases.find(({ scenario }) => scenario === first.scenario) ?? first;

  const sample = (index: number): Sample => {
    const { number, row } = placeOf(index);
    const range = ranges[number];
    const values = study.valuesOf(range.caseIndex, range.firstSample + row);
    try {
      const made = study.cases[range.caseIndex].sampleOf(values);
      underWay.set(index, { values, invalid: null });
      return made;
    } catch (error) {
      // A draw may be outside of what the scenario accepts: only that sample fails.
      underWay.set(index, { values, invalid: error instanceof Error ? error.message : String(error) });
      const spare = first.sampleOf(study.cases[range.caseIndex].medians);
      return { ...spare, tEnd: spare.state?.t ?? 0 };
    }
  };
  const onChunk = (chunk: EngineChunk): void => {
    requireGoingOn();
    for (let i = 0; i < chunk.count; i++) {
      const index = chunk.first + i;
      const { number, row } = placeOf(index);
      const range = ranges[number];
      let rows = filling.get(number);
      if (!rows) filling.set(number, (rows = emptyRows(study, range)));
      const taken = underWay.get(index) ?? {
        values: study.valuesOf(range.caseIndex, range.firstSample + row),
        invalid: null,
      };
      underWay.delete(index);
      fillRow(study, rows, row, chunk, i, taken);
      if (--rows.missing > 0) continue;
      filling.delete(number);
      onRows(range, rows.columns);
    }
  };
  const { laneUse } = await runSamples({
    model: first.scenario.model,
    run: first.scenario.run ?? {},
    tEnd: first.scenario.tEnd,
    measures: first.outputs.measures,
    extremes: first.outputs.extremes,
    events: first.events,
    controllers: first.scenario.controllers ?? {},
    samples,
    sample,
    reference: leader.sampleOf(leader.medians),
    chunkSize: chunkSizeFor(samples, given.threads),
    ...(given.pool ? { workers: given.pool } : {}),
    onChunk,
  });
  return laneUse;
}

const emptyRows = ({ columns }: Pick<PreparedStudy, "columns">, range: RowRange): Filling => ({
  range,
  columns: columns.map(({ kind }) =>
    kind === "text" ? new Array<string | null>(range.count).fill(null) : new Float64Array(range.count).fill(NaN),
  ),
  missing: range.count,
});

/** Puts what is known of one sample into its row. A failed one has no outputs: what it reached says nothing. */
function fillRow(
  study: Omit<PreparedStudy, "run">,
  { range, columns }: Filling,
  row: number,
  chunk: EngineChunk,
  i: number,
  { values, invalid }: UnderWay,
): void {
  const each = study.cases[range.caseIndex];
  const end: SampleEnd = invalid === null ? chunk.end[i] : "invalid-sample";
  const hasFailed = end !== "finished" && end !== "event";
  const outputs = hasFailed ? null : outputsOf(each, chunk, i, values);
  let output = 0;
  study.columns.forEach(({ name, role }, c) => {
    const put = (value: number | string | null): void => {
      columns[c][row] = value as never; // the column's kind says which
    };
    if (role === "sample") put(range.firstSample + row);
    else if (role === "case") put(each.name);
    else if (role === "factor") put(each.factors[name] ?? null);
    else if (role === "parameter") put(values[name]);
    else if (role === "output") put(outputs?.[output++] ?? NaN);
    else if (name === "end") put(end);
    else if (name === "t") put(invalid === null ? chunk.t[i] : NaN);
    else if (name === "accepted") put(invalid === null ? chunk.accepted[i] : 0);
    else if (name === "rejected") put(invalid === null ? chunk.rejected[i] : 0);
    else if (name === "failure" && hasFailed) put(failureText(each, chunk, i, invalid));
  });
}

/** The outputs of one sample of a chunk, one number per column. */
function outputsOf({ outputs }: PreparedCase, chunk: EngineChunk, i: number, values: Values): Float64Array {
  const perSample = (array: ArrayLike<number> | undefined): ((index: number) => number) => {
    if (!array) return () => NaN;
    const width = array.length / chunk.count;
    return (index) => array[i * width + index];
  };
  return outputs.valuesOf({
    t: chunk.t[i],
    measure: perSample(chunk.measures),
    extreme: perSample(chunk.extremes),
    extremeTime: perSample(chunk.extremeTimes),
    event: perSample(chunk.events),
    parameter: (name) => values[name],
  });
}

/** Why a sample failed and where it stood last, as JSON, so that a run can start from there. */
function failureText({ scenario }: PreparedCase, chunk: EngineChunk, i: number, invalid: string | null): string {
  if (invalid !== null) return JSON.stringify({ message: invalid });
  const [nq, nv] = [chunk.q.length / chunk.count, chunk.v.length / chunk.count];
  const { t, q, v } = jointsFromState(scenario.model, {
    t: chunk.t[i],
    q: chunk.q.slice(i * nq, (i + 1) * nq),
    v: chunk.v.slice(i * nv, (i + 1) * nv),
  });
  const lists = (part: typeof q): Record<string, number | number[]> =>
    Object.fromEntries(Object.entries(part).map(([name, x]) => [name, typeof x === "number" ? x : Array.from(x)]));
  return JSON.stringify({ t, q: lists(q), v: lists(v) });
}
