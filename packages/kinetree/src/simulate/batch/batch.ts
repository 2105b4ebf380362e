import { batchOptionTypes } from "./batch-option-types.js";
import { checkOptions } from "../../errors/option-types.js";
import { controllerSet } from "../lanes/controller-set.js";
import { loadSample } from "../lanes/lane-sample.js";
import { InvalidModelError } from "../../errors/invalid-model-error.js";
import { RequestError } from "../../errors/kinetree-error.js";
import { isFlexible } from "../../formulation/flexible/flexible-stations.js";
import { parameterValues } from "../../state/parameter-values.js";
import { neutralState } from "../../state/state.js";
import { withGrounds } from "../../model/grounds/given-grounds.js";
import type { Model } from "../../model/types.js";
import { buildTopology } from "../../topology/build-topology.js";
import type { Topology } from "../../topology/types.js";
import { arraysOf, runChunk, type ChunkResult, type SampleChunk } from "./batch-engine.js";
import { batchControllers } from "./batch-controllers.js";
import { BatchPlans } from "./batch-plans.js";
import { gather } from "./batch-rows.js";
import type { BatchOptions, BatchResult, Sample } from "./batch-types.js";
import { runOnWorkers } from "./worker-protocol.js";
import { namedExtremes } from "../plan/extremes.js";
import { requireCount } from "../../evaluate/option-checks.js";
import { requireSpan, runSettings, type RunSettings } from "../options/options.js";
import type { StepLimits } from "../lanes/lane-run.js";
import { LanePair } from "../lanes/lane-pair.js";
import { planSimulation, type SimulationPlan } from "../plan/plan.js";
import { forPassage, type PlanOptions } from "../plan/plan-options.js";
import { checkedInput, startState } from "../run/start-state.js";
import { requireStableStep } from "../stiffness/step-advice.js";

/** Runs many samples of one model, two at a time per worker. A failed sample is reported in its row and does not stop others. */
export async function runBatch(given: Model, options: BatchOptions): Promise<BatchResult> {
  checkOptions(options, batchOptionTypes);
  const model = withGrounds(given, options.grounds ?? {});
  const { samples, chunkSize = 64, first: begin = 0 } = options;
  requireBatch(samples, chunkSize, begin);
  const extremes = namedExtremes(options.extremes ?? {});
  if (options.workers) requireCount("workers.count", options.workers.count, "Leave workers out to run on this thread.");
  const controllers = await batchControllers(model, options);
  const topology = buildTopology(model);
  const settings = batchSettings(options, model, topology);
  const { limits } = settings;
  const measures = Object.entries(options.measures ?? {});
  const plans = new BatchPlans(model, topology, settings, (loopPlan, isPassage) => {
    const own: PlanOptions = {
      ...settings,
      fixed: limits.step > 0,
      events: options.events ?? [],
      measures: measures.map(([name, measure]) => ({ subject: `measure "${name}"`, measure })),
      extremes,
      loopPlan,
    };
    return planSimulation(model, topology, isPassage ? forPassage(own) : own);
  });
  if (plans.all.length === 0) planReference(model, topology, plans, options);
  const [{ plan }] = plans.all;
  // Told here, not by a worker.
  controllerSet(plan.controllers, plan.laws, controllers.here, plan.tick);
  const samplesOf = sampleSource(model, topology, plans, options, limits);
  const underWay = new Map<number, SampleChunk>();
  const chunkAt = (first: number): SampleChunk => {
    const chunk = samplesOf(first, Math.min(chunkSize, begin + samples - first));
    underWay.set(first, chunk);
    return chunk;
  };
  const gathered = gather(
    plan,
    options,
    measures.map(([name]) => name),
    extremes.map(({ name }) => name),
    settings.reason,
  );
  const add = (result: ChunkResult): void => {
    const chunk = underWay.get(result.first);
    underWay.delete(result.first);
    if (chunk) plans.finishLeaving(chunk, result, controllers.here);
    gathered.add(result);
  };
  if (limits.step > 0 && isFlexible(model)) {
    const { sample, reference = sample(begin) } = options;
    requireStableBatch(model, topology, plan, reference, limits);
  }
  const range = { first: begin, end: begin + samples, size: chunkSize };
  if (controllers.workers) {
    await runOnWorkers(
      { plans: plans.all, controllers: controllers.modules },
      controllers.workers,
      range,
      chunkAt,
      add,
    );
  } else {
    const pairs: LanePair[] = [];
    for (let first = begin; first < range.end; first += chunkSize) {
      const chunk = chunkAt(first);
      for (const { plan: each, module } of plans.all.slice(pairs.length)) pairs.push(new LanePair(each, { module }));
      add(runChunk(pairs, chunk, controllers.here));
    }
  }
  return gathered.result();
}

function requireBatch(samples: number, chunkSize: number, begin: number): void {
  requireCount("samples", samples, "Give how many there are.");
  requireCount("chunkSize", chunkSize, "Leave it out for 64.");
  if (Number.isInteger(begin) && begin >= 0) return;
  const message = `first is ${begin}, must be a whole number from 0 on. Leave it out to begin with sample 0.`;
  throw new RequestError({ code: "batch-first", subject: "first", value: begin, message });
}

function sampleSource(
  model: Model,
  topology: Topology,
  plans: BatchPlans,
  options: BatchOptions,
  limits: StepLimits,
): (first: number, count: number) => SampleChunk {
  const [{ plan }] = plans.all;
  const { nq, nv, nu, parameters } = plan;
  const nInternal = plan.layout.shown.kept.count;
  const widths = { t: 1, tEnd: 1, q: nq, v: nv, z: nInternal, tau: nv, u: nu, parameters: parameters.length, plans: 1 };
  const neutral = neutralState(model);
  const isOpen = model.constraints.length === 0 && topology.cuts.length === 0;
  const put = (chunk: SampleChunk, i: number, sample: Sample): void => {
    const isNeutral = !sample.state && isOpen;
    const state = isNeutral ? neutral : startState(model, topology, sample.state ?? {}, sample.parameters);
    chunk.t[i] = state.t;
    chunk.tEnd[i] = sample.tEnd ?? options.tEnd;
    requireSpan("tEnd", state.t, chunk.tEnd[i], limits.step);
    chunk.q.set(state.q, i * nq);
    chunk.v.set(state.v, i * nv);
    if (state.z) chunk.z.set(state.z, i * nInternal);
    if (sample.tau) chunk.tau.set(checkedInput("tau", sample.tau, nv), i * nv);
    if (sample.u) chunk.u.set(checkedInput("u", sample.u, nu), i * nu);
    chunk.parameters.set(parameterValues(model, sample.parameters ?? {}), i * parameters.length);
    chunk.plans[i] = plans.numberFor(state, sample.parameters ?? {});
  };
  return (first, count) => {
    const chunk: SampleChunk = { first, count, ...arraysOf(widths, count), limits };
    for (let i = 0; i < count; i++)
      namingSample(model.name, first + i, () => put(chunk, i, requireSample(options.sample(first + i))));
    return chunk;
  };
}

/** The caller's function may have forgotten to return a sample. */
function requireSample(sample: Sample | undefined): Sample {
  if (typeof sample === "object" && sample !== null && !(sample instanceof Promise)) return sample;
  const message = "options.sample must return an object such as { parameters, state }, not a promise or nothing.";
  throw new RequestError({ code: "sample-missing", subject: "sample", value: sample, message });
}

/** Refuses fixed steps that are too long for the reference sample, or the first. */
function requireStableBatch(
  model: Model,
  topology: Topology,
  plan: SimulationPlan,
  { state = {}, parameters = {}, tau, u }: Sample,
  limits: StepLimits,
): void {
  const pair = new LanePair(plan);
  const start = startState(model, topology, state, parameters);
  const values = parameterValues(model, parameters);
  const spec = { ...start, ...limits, tEnd: start.t, parameters: values, ...(tau ? { tau } : {}), ...(u ? { u } : {}) };
  for (const lane of [0, 1] as const) {
    pair.setParameters(values, lane);
    loadSample(pair, lane, spec);
  }
  requireStableStep(model, topology, pair, spec);
}

function namingSample(modelName: string, index: number, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof InvalidModelError) {
      const issues = error.issues.map((each) => ({
        ...each,
        subject: `sample ${index}, ${each.subject}`,
        message: `sample ${index}: ${each.message}`,
      }));
      throw new InvalidModelError(modelName, issues);
    }
    if (!(error instanceof RequestError)) throw error;
    const { code, subject, value } = error;
    const message = `sample ${index}: ${error.message}`;
    throw new RequestError({ code, subject: `sample ${index}, ${subject}`, value, message });
  }
}

/** The settings of single runs with the same options; refuses what the samples of a batch cannot share. */
function batchSettings(options: BatchOptions, model: Model, topology: Topology): RunSettings {
  const settings = runSettings(options, model, topology);
  if (settings.isAuto) {
    const message = `integrator "auto" switches along a single run, and the samples of a batch share one plan. Name an integrator; stiffnessOf() says which one suits a sample.`;
    throw new RequestError({ code: "batch-auto", subject: `integrator "auto"`, message });
  }
  if (settings.formulation.coordinates === "joint") return settings;
  const message = `formulation "${settings.formulation.name}" runs one sample at a time. Take "tree-augmented" or "embedded" for a batch, or run samples one by one with simulate().`;
  throw new RequestError({ code: "batch-absolute", subject: `formulation "${settings.formulation.name}"`, message });
}

/** Compiles the first plan, for the reference sample: the numbers of coordinates and rows are those of all. */
function planReference(
  model: Model,
  topology: Topology,
  plans: BatchPlans,
  { sample, first = 0, reference = sample(first) }: BatchOptions,
): void {
  const { state = {}, parameters = {} } = reference;
  plans.numberFor(startState(model, topology, state, parameters), parameters);
}
