import { createEvaluator } from "../formulation/evaluator.js";
import type { State } from "../formulation/state.js";
import type { Model } from "../model/types.js";
import { RequestError } from "../errors/kinetree-error.js";
import { buildTopology } from "../topology/build-topology.js";
import type { Topology } from "../topology/types.js";
import { controllerActions } from "./controllers.js";
import { LaneRun } from "./lane-run.js";
import {
  requirePositive,
  requireSpan,
  runSettings,
  type RunOptions,
  type RunSettings,
  type SimulateOptions,
} from "./options.js";
import { Pair } from "./pair.js";
import { parameterValues } from "../formulation/parameter-values.js";
import { planSimulation, type SimulationPlan } from "./plan.js";
import { excursionsOf } from "./excursions.js";
import { failureOf, RunFailedError } from "./failure.js";
import { checkedInput, startState } from "./start-state.js";
import { Recording, type SimulationResult } from "./result.js";

/** A model compiled for runs with one set of options: run it as often as you like, with other states and parameters. */
export interface Simulation {
  readonly model: Model;
  readonly topology: Topology;
  readonly plan: SimulationPlan;
  readonly run: (tEnd: number, options?: Omit<SimulateOptions, keyof RunOptions>) => SimulationResult;
}

export function createSimulation(model: Model, options: RunOptions = {}): Simulation {
  const topology = buildTopology(model);
  const settings = runSettings(options);
  const measures = Object.entries(options.measures ?? {});
  const plan = planSimulation(model, topology, {
    ...settings,
    fixed: settings.limits.step > 0,
    events: options.events ?? [],
    measures: measures.map(([name, measure]) => ({ subject: `measure "${name}"`, measure })),
  });
  const pair = new Pair(plan);
  const measureNames = measures.map(([name]) => name);
  let isRunning = false;
  return {
    model,
    topology,
    plan,
    run: (tEnd, runOptions = {}) => {
      if (isRunning) {
        throw new RequestError({
          code: "run-within-run",
          subject: "simulation.run",
          message:
            "this simulation is running already, and has memory for one run. Make another with createSimulation().",
        });
      }
      isRunning = true;
      try {
        return runOnce(model, topology, pair, settings, tEnd, runOptions, measureNames);
      } finally {
        isRunning = false;
      }
    },
  };
}

/** Runs a model from its start to `tEnd` seconds. */
export const simulate = (model: Model, tEnd: number, options: SimulateOptions = {}): SimulationResult =>
  createSimulation(model, options).run(tEnd, options);

/** Attempts between two words about progress. */
const PROGRESS_EVERY = 256;

function runOnce(
  model: Model,
  topology: Topology,
  pair: Pair,
  { limits }: RunSettings,
  tEnd: number,
  options: Omit<SimulateOptions, keyof RunOptions>,
  measureNames: readonly string[],
): SimulationResult {
  const { plan } = pair;
  const start = startState(model, topology, options.state ?? {});
  requireSpan("tEnd", start.t, tEnd, limits.step);
  const tau = checkedInput("tau", options.tau ?? new Float64Array(plan.nv), plan.nv);
  const u = checkedInput("u", options.u ?? new Float64Array(plan.nu), plan.nu);
  const sampleEvery = options.sampleEvery ?? (tEnd - start.t) / 100;
  if (tEnd > start.t)
    requirePositive(
      "sampleEvery",
      sampleEvery,
      "Give the interval in seconds, or leave it out for a hundredth of the run.",
    );
  const recording = new Recording(model, topology, plan, measureNames);
  const run = new LaneRun(
    pair,
    0,
    {
      t: start.t,
      tEnd,
      q: start.q,
      v: start.v,
      tau,
      u,
      parameters: parameterValues(model, options.parameters ?? {}),
      ...limits,
    },
    {
      nextSample: sampleTimes(start.t, tEnd, sampleEvery),
      sample: (t) => recording.sample(pair, 0, t),
      event: (event) => recording.event(event),
      ...controllerActions(model, pair, start.t, options),
    },
  );
  run.load();
  pair.idle(1);
  pair.setParameters(run.spec.parameters, 1);
  pair.run("start");
  run.ready();
  requireAccelerations(model, pair, start, { tau, u }, options.parameters ?? {});
  let attempts = 0;
  while (run.end === null) {
    pair.run("attempt");
    run.inspect();
    pair.run("commit");
    if (run.settle()) pair.run("start");
    if (++attempts % PROGRESS_EVERY === 0 && options.onProgress?.(pair.clock("t", 0)) === false) run.end ??= "stopped";
  }
  if (run.end !== "stopped") options.onProgress?.(run.end === "finished" ? tEnd : pair.clock("t", 0));
  const result = recording.finish(pair, 0, run.end, excursionsOf(model, topology, run.spec.parameters));
  if (run.end === "finished" || run.end === "event" || run.end === "stopped") return result;
  throw new RunFailedError(failureOf(plan, pair, 0, run.end), result);
}

/** A start without accelerations (a hinge without inertia, a dead point) is explained, not stepped at. */
function requireAccelerations(
  model: Model,
  pair: Pair,
  start: State,
  inputs: { tau: ArrayLike<number>; u: ArrayLike<number> },
  parameters: Readonly<Record<string, number>>,
): void {
  const { offsets, nv } = pair.plan;
  const vdot = new Float64Array(nv);
  pair.read(offsets.stages + 16 * nv, nv, 0, vdot);
  if (vdot.every(Number.isFinite)) return;
  const evaluator = createEvaluator(model);
  evaluator.setParameters(parameters);
  evaluator.forwardDynamics(start, { tau: Float64Array.from(inputs.tau), u: Float64Array.from(inputs.u) });
}

/** Instants start + k × interval, by counting rather than adding up, with the end as the last. */
function sampleTimes(start: number, end: number, interval: number): (after: number) => number {
  let count = 0;
  return (after) => {
    while (count > 0 ? start + (count - 1) * interval < after : false) count++;
    const t = start + count++ * interval;
    if (t < end - 1e-9 * interval) return t;
    return after < end || count === 1 ? end : Infinity;
  };
}
