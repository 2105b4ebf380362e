import { RequestError, SimulationError } from "../errors/kinetree-error.js";
import { suggestName } from "../errors/nearest-name.js";
import { formulationNamed } from "../formulation/formulations.js";
import type { State } from "../formulation/state.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import type { Topology } from "../topology/types.js";
import { LaneRun, type RunObserver } from "./lane-run.js";
import { requirePositive, runDefaults, type RunOptions, type SimulateOptions } from "./options.js";
import { Pair } from "./pair.js";
import { planSimulation, type SimulationPlan } from "./plan.js";
import { failureOf } from "./failure.js";
import { startState } from "./start-state.js";
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
  const { formulation, integrator, tolerance } = { ...runDefaults, ...options };
  if (options.step !== undefined) requirePositive("step", options.step, "Give it in seconds, such as 1e-3.");
  if (options.maxStep !== undefined)
    requirePositive("maxStep", options.maxStep, "Give it in seconds, or leave it out.");
  requirePositive("tolerance", tolerance, "Give a relative error such as 1e-8.");
  const measures = Object.entries(options.measures ?? {});
  const plan = planSimulation(model, topology, {
    formulation: formulationNamed(formulation),
    method: integrator,
    fixed: options.step !== undefined,
    events: options.events ?? [],
    measures: measures.map(([, measure]) => measure),
  });
  const pair = new Pair(plan);
  const measureNames = measures.map(([name]) => name);
  return {
    model,
    topology,
    plan,
    run: (tEnd, runOptions = {}) => runOnce(model, topology, pair, tEnd, { ...options, ...runOptions }, measureNames),
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
  tEnd: number,
  options: SimulateOptions,
  measureNames: readonly string[],
): SimulationResult {
  const { plan } = pair;
  const start = startState(model, topology, options.state ?? {});
  if (!(Number.isFinite(tEnd) && tEnd >= start.t)) {
    throw new RequestError({
      code: "end-before-start",
      subject: "tEnd",
      value: tEnd,
      message: `tEnd is ${tEnd}, must be a finite time at or after the start, ${start.t} s.`,
    });
  }
  const sampleEvery = options.sampleEvery ?? (tEnd - start.t) / 100;
  if (tEnd > start.t)
    requirePositive(
      "sampleEvery",
      sampleEvery,
      "Give the interval in seconds, or leave it out for a hundredth of the run.",
    );
  const recording = new Recording(model, topology, plan, measureNames);
  const tolerance = options.tolerance ?? runDefaults.tolerance;
  const run = new LaneRun(
    pair,
    0,
    {
      t: start.t,
      tEnd,
      q: start.q,
      v: start.v,
      tau: options.tau ?? new Float64Array(plan.nv),
      parameters: parameterValues(model, options.parameters ?? {}),
      relative: tolerance,
      absolute: tolerance,
      step: options.step ?? 0,
      maxStep: options.maxStep ?? Infinity,
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
  let attempts = 0;
  while (run.end === null) {
    pair.run("attempt");
    run.inspect();
    pair.run("commit");
    if (run.settle()) pair.run("start");
    if (++attempts % PROGRESS_EVERY === 0) options.onProgress?.(pair.clock("t", 0));
  }
  options.onProgress?.(run.end === "finished" ? tEnd : pair.clock("t", 0));
  if (run.end === "step-too-small" || run.end === "not-finite") {
    throw new SimulationError(failureOf(plan, pair, 0, run.end, recording.lastState()));
  }
  return recording.finish(pair, 0, run.end);
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

export function parameterValues(model: Model, given: Readonly<Record<string, number>>): Float64Array {
  const values = Float64Array.from(model.parameters, ({ value }) => value);
  for (const [name, value] of Object.entries(given)) {
    const index = model.parameters.findIndex((parameter) => parameter.name === name);
    if (index < 0) {
      throw new RequestError({
        code: "unknown-parameter",
        subject: `parameter "${name}"`,
        value: name,
        message: `parameter "${name}" is unknown. ${suggestName(
          name,
          model.parameters.map((p) => p.name),
        )}`,
      });
    }
    const { min, max } = model.parameters[index];
    if (!Number.isFinite(value) || (min !== null && value < min) || (max !== null && value > max)) {
      throw new RequestError({
        code: "parameter-range",
        subject: `parameter "${name}"`,
        value,
        message: `parameter "${name}" is ${value}, must be a finite number from ${min ?? "-∞"} to ${max ?? "∞"}.`,
      });
    }
    values[index] = value;
  }
  return values;
}

/** Controllers as actions of a run: at each instant the one that is due reads the state and sets its commands. */
function controllerActions(
  model: Model,
  pair: Pair,
  start: number,
  options: SimulateOptions,
): Pick<RunObserver, "nextAction" | "act"> {
  const given = options.controllers ?? {};
  for (const name of Object.keys(given)) {
    if (model.controllers.some((controller) => controller.name === name)) continue;
    throw new RequestError({
      code: "unknown-controller",
      subject: `controller "${name}"`,
      value: name,
      message: `controller "${name}" is unknown. ${suggestName(
        name,
        model.controllers.map((c) => c.name),
      )}`,
    });
  }
  const due = model.controllers.map((controller) => {
    const compute = given[controller.name];
    if (!compute) {
      throw new RequestError({
        code: "controller-missing",
        subject: `controller "${controller.name}"`,
        message: `the model has a controller "${controller.name}" and the run gives it no function. Pass controllers: { "${controller.name}": (state, commands) => … }.`,
      });
    }
    return {
      ...controller,
      compute,
      count: 0,
      commands: new Float64Array(controller.actuators.length),
      indices: controller.actuators.map((name) => model.actuators.findIndex((actuator) => actuator.name === name)),
    };
  });
  if (due.length === 0) return {};
  const { offsets, nq, nv } = pair.plan;
  const [q, v] = [new Float64Array(nq), new Float64Array(nv)];
  return {
    nextAction: () => Math.min(...due.map(({ period, count }) => start + count * period)),
    act: (t) => {
      pair.read(offsets.q0, nq, 0, q);
      pair.read(offsets.y0 + 16 * nv, nv, 0, v);
      const state: State = { t, q, v };
      for (const controller of due) {
        if (start + controller.count * controller.period > t) continue;
        controller.count++;
        controller.compute(state, controller.commands);
        controller.indices.forEach((index, k) => pair.write(offsets.u + 16 * index, [controller.commands[k]], 0));
      }
    },
  };
}
