import { RequestError, SimulationError } from "../errors/kinetree-error.js";
import { neutralState, type State, type StateByJoint } from "../formulation/state.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import { ENDS, runChunk, type ChunkResult, type SampleChunk } from "./batch-engine.js";
import type { RunEnd } from "./lane-run.js";
import type { Topology } from "../topology/types.js";
import { requireCount, requireSpan, runSettings, type RunOptions, type RunSettings } from "./options.js";
import { namedExtremes, type Extreme } from "./extremes.js";
import { Pair } from "./pair.js";
import { ClosureEvaluator } from "../formulation/loops/closure-evaluator.js";
import { hasClosures, isPlanned } from "../formulation/loops/has-closures.js";
import { planLoops, type LoopPlan } from "../formulation/loops/loop-plan.js";
import { planSimulation, type SimulationPlan } from "./plan.js";
import { parameterValues } from "../formulation/parameter-values.js";
import { checkedInput, startState } from "./start-state.js";
import type { WorkerPool, WorkerPort } from "./worker-protocol.js";

/** What is special about one sample; the rest is the model's. */
export interface Sample {
  readonly parameters?: Readonly<Record<string, number>>;
  readonly state?: State | StateByJoint;
  /** Constant generalised forces, one for each speed, and commands of the actuators; zero if left out. */
  readonly tau?: ArrayLike<number>;
  readonly u?: ArrayLike<number>;
  /** Default: the batch's. */
  readonly tEnd?: number;
}

/**
 * How to run, how many samples, and what is special about each. `tEnd` [s] is a time, like a state's t, not a duration.
 */
export interface BatchOptions extends RunOptions {
  readonly tEnd: number;
  /** Number of samples. */
  readonly samples: number;
  /** Sample i. It must depend on i alone: samples are asked for in no particular order of running. */
  readonly sample: (index: number) => Sample;
  /** Workers to run on; default: this thread. The results are the same bits. */
  readonly workers?: WorkerPool;
  /** Samples handed out at a time. Default 64. */
  readonly chunkSize?: number;
  /** Called after each chunk. */
  readonly onProgress?: (finished: number, samples: number) => void;
  /** Numbers kept of whole runs, by name. */
  readonly extremes?: Readonly<Record<string, Extreme>>;
  /**
   * Sample by which rows and coordinates of closures are chosen for all of them. Default: the first of this batch; give the same one
   * wherever parts of a batch have to have the bits of the whole.
   */
  readonly reference?: Sample;
  /** Number of the first sample: those from it on are run, and the rows of the result begin with it. Default 0. */
  readonly first?: number;
  /** Takes each chunk as it is finished, in any order. */
  readonly onChunk?: (chunk: BatchChunk) => void;
  /** False if `onChunk` is all that is wanted: nothing is kept then, and the result has no rows. Default true. */
  readonly keepRows?: boolean;
}

/** Samples that have ended; row i belongs to sample `first` + i. */
export interface BatchChunk extends Omit<ChunkResult, "end" | "attempts" | "laneAttempts"> {
  readonly end: readonly RunEnd[];
}

/** What a batch gives: one row for each sample, in the order of the samples, whichever finished first. */
export interface BatchResult {
  readonly samples: number;
  readonly nq: number;
  readonly nv: number;
  /** Row i belongs to sample i: where it ended, or the last good state of one that failed. */
  readonly t: Float64Array;
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** What contacts remember at the end. */
  readonly z: Float64Array;
  readonly measureNames: readonly string[];
  /** Values of the measures at the end, samples × measures. */
  readonly measures: Float64Array;
  readonly extremeNames: readonly string[];
  /** Extremes, and when they were, samples × extremes. */
  readonly extremes: Float64Array;
  readonly extremeTimes: Float64Array;
  readonly eventNames: readonly string[];
  /** Instant of the first passage of each event, samples × events; NaN if it did not happen. */
  readonly events: Float64Array;
  readonly end: readonly RunEnd[];
  readonly accepted: Float64Array;
  readonly rejected: Float64Array;
  /** Where a sample ended, as a state; a copy. */
  readonly stateAt: (sample: number) => State;
  /** Share of lane steps that served a sample. */
  readonly laneUse: number;
}

/** Runs many samples of one model, two at a time in each worker. A sample that fails is reported in its row and stops no other. */
export async function runBatch(model: Model, options: BatchOptions): Promise<BatchResult> {
  const { samples, chunkSize = 64 } = options;
  requireCount("samples", samples, "Give how many there are.");
  requireCount("chunkSize", chunkSize, "Leave it out for 64.");
  const begin = options.first ?? 0;
  if (!Number.isInteger(begin) || begin < 0) {
    throw new RequestError({
      code: "batch-first",
      subject: "first",
      value: begin,
      message: `first is ${begin}, must be a whole number from 0 on. Leave it out to begin with sample 0.`,
    });
  }
  const extremes = namedExtremes(options.extremes ?? {});
  if (options.workers) requireCount("workers.count", options.workers.count, "Leave workers out to run on this thread.");
  const lawless = model.controllers.find(({ law }) => law === undefined);
  if (lawless) {
    throw new RequestError({
      code: "batch-controllers",
      subject: `controller "${lawless.name}"`,
      message: `controller "${lawless.name}" is a function of this thread and cannot be sent to a batch. Give it a law, or run samples one by one with simulate().`,
    });
  }
  const topology = buildTopology(model);
  const settings = batchSettings(options, model, topology);
  const { limits } = settings;
  const measures = Object.entries(options.measures ?? {});
  const plan = planSimulation(model, topology, {
    ...settings,
    fixed: limits.step > 0,
    events: options.events ?? [],
    measures: measures.map(([name, measure]) => ({ subject: `measure "${name}"`, measure })),
    extremes,
    loopPlan: isPlanned(model, topology, settings.formulation) ? batchLoopPlan(model, topology, options) : null,
  });
  const nContact = plan.nz - plan.nSummed;
  const neutral = neutralState(model);
  const chunkAt = (first: number): SampleChunk => {
    const count = Math.min(chunkSize, begin + samples - first);
    const chunk: SampleChunk = {
      first,
      count,
      t: new Float64Array(count),
      tEnd: new Float64Array(count),
      q: new Float64Array(count * plan.nq),
      v: new Float64Array(count * plan.nv),
      z: new Float64Array(count * nContact),
      tau: new Float64Array(count * plan.nv),
      u: new Float64Array(count * plan.nu),
      parameters: new Float64Array(count * plan.parameters.length),
      limits,
    };
    for (let i = 0; i < count; i++) {
      namingSample(first + i, () => {
        const sample = options.sample(first + i) as Sample | undefined;
        if (typeof sample !== "object" || sample === null || sample instanceof Promise) {
          throw new RequestError({
            code: "sample-missing",
            subject: "sample",
            value: sample,
            message: "options.sample must return an object such as { parameters, state }, not a promise or nothing.",
          });
        }
        const isNeutral = !sample.state && model.constraints.length === 0 && topology.cuts.length === 0;
        const state = isNeutral ? neutral : startState(model, topology, sample.state ?? {}, sample.parameters);
        chunk.t[i] = state.t;
        chunk.tEnd[i] = sample.tEnd ?? options.tEnd;
        requireSpan("tEnd", state.t, chunk.tEnd[i], limits.step);
        chunk.q.set(state.q, i * plan.nq);
        chunk.v.set(state.v, i * plan.nv);
        if (state.z) chunk.z.set(state.z, i * nContact);
        if (sample.tau) chunk.tau.set(checkedInput("tau", sample.tau, plan.nv), i * plan.nv);
        if (sample.u) chunk.u.set(checkedInput("u", sample.u, plan.nu), i * plan.nu);
        chunk.parameters.set(parameterValues(model, sample.parameters ?? {}), i * plan.parameters.length);
      });
    }
    return chunk;
  };
  const gathered = gather(
    plan,
    options,
    measures.map(([name]) => name),
    extremes.map(({ name }) => name),
  );
  const range = { first: begin, end: begin + samples, size: chunkSize };
  if (options.workers) await runOnWorkers(plan, options.workers, range, chunkAt, gathered.add);
  else {
    const pair = new Pair(plan);
    for (let first = begin; first < range.end; first += chunkSize) gathered.add(runChunk(pair, chunkAt(first)));
  }
  return gathered.result();
}

/** Says which sample a complaint is about. */
function namingSample(index: number, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { code, subject, value, message } = error;
    throw new RequestError({
      code,
      subject: `sample ${index}, ${subject}`,
      value,
      message: `sample ${index}: ${message}`,
    });
  }
}

/** Puts chunks into their places, in whatever order they come. */
function gather(
  plan: SimulationPlan,
  { samples, first: begin = 0, keepRows = true, onChunk, onProgress }: BatchOptions,
  measureNames: readonly string[],
  extremeNames: readonly string[],
): { add: (chunk: ChunkResult) => void; result: () => BatchResult } {
  const { nq, nv, eventCount, measureCount } = plan;
  const nContact = plan.nz - plan.nSummed;
  const widths = {
    t: 1,
    q: nq,
    v: nv,
    z: nContact,
    measures: measureCount,
    extremes: extremeNames.length,
    extremeTimes: extremeNames.length,
    events: eventCount,
    accepted: 1,
    rejected: 1,
  };
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

/** Hands chunks to workers as they come free; ends all workers whatever happens. */
async function runOnWorkers(
  plan: SimulationPlan,
  pool: WorkerPool,
  range: { readonly first: number; readonly end: number; readonly size: number },
  chunkAt: (first: number) => SampleChunk,
  add: (chunk: ChunkResult) => void,
): Promise<void> {
  const module = await WebAssembly.compile(plan.artifact.code as BufferSource);
  const ports: WorkerPort[] = [];
  let next = range.first;
  try {
    const serve = (port: WorkerPort): Promise<void> =>
      new Promise((resolve, reject) => {
        port.onError((error) => reject(workerFailed(error.message)));
        port.onMessage((message) => {
          try {
            if (message.kind === "error") throw workerFailed(message.message);
            if (message.kind === "result") add(message.result);
            if (next >= range.end) {
              resolve();
              return;
            }
            const first = next;
            next += range.size;
            port.post({ kind: "chunk", chunk: chunkAt(first) });
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        });
        port.post({ kind: "plan", plan, module });
      });
    const count = Math.min(pool.count, Math.ceil((range.end - range.first) / range.size));
    for (let i = 0; i < count; i++) ports.push(pool.spawn());
    await Promise.all(ports.map(serve));
  } finally {
    for (const port of ports) port.terminate();
  }
}

const workerFailed = (reason: string): SimulationError =>
  new SimulationError({
    code: "worker-failed",
    subject: "batch worker",
    message: `a batch worker failed: ${reason}. Run the batch without workers to see where.`,
  });

/**
 * Settings of a batch. Loops take "tree-augmented" unless another formulation is named: its equations need no choice of
 * coordinates, which samples would have to make one by one.
 */
function batchSettings(options: BatchOptions, model: Model, topology: Topology): RunSettings {
  const isOpenChoice = options.formulation === undefined && hasClosures(model, topology);
  const settings = runSettings(isOpenChoice ? { ...options, formulation: "tree-augmented" } : options, model, topology);
  if (settings.formulation.coordinates === "joint") return settings;
  throw new RequestError({
    code: "batch-absolute",
    subject: `formulation "${settings.formulation.name}"`,
    message: `formulation "${settings.formulation.name}" runs one sample at a time. Take "tree-augmented" or "embedded" for a batch, or run samples one by one with simulate().`,
  });
}

/** Rows and coordinates of all samples' closures: as they are chosen for one of them. */
function batchLoopPlan(
  model: Model,
  topology: Topology,
  { sample, first = 0, reference = sample(first) }: BatchOptions,
): LoopPlan {
  const { state = {}, parameters = {} } = reference;
  return planLoops(new ClosureEvaluator(model, topology, parameters), startState(model, topology, state, parameters));
}
