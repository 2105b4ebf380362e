import { requireTree } from "../formulation/formulation.js";
import { explode } from "../formulation/loops/absolute/explode.js";
import { isPlanned } from "../topology/has-closures.js";
import { neutralLoopPlan, type LoopPlan } from "../formulation/loops/closures/loop-plan.js";
import { implicitNames } from "../integrate/integrators.js";
import type { Model } from "../model/types.js";
import { RequestError } from "../errors/kinetree-error.js";
import { buildTopology } from "../topology/build-topology.js";
import type { Topology } from "../topology/types.js";
import { AbsoluteView } from "./lanes/absolute-view.js";
import { ActiveRun } from "./run/active-run.js";
import { AutoPlans } from "./stiffness/auto-plans.js";
import { Channels } from "./run/channels.js";
import type { RunCheckpoint } from "./run/checkpoint.js";
import type { CompiledRun } from "./run/compiled-run.js";
import { hashNumbers, modelHash } from "../model/hash.js";
import { LoopChooser } from "./run/loop-chooser.js";
import {
  runDefaults,
  runSettings,
  type RunOptions,
  type SimulateOptions,
  type SingleRunOptions,
} from "./options/options.js";
import { LanePair } from "./lanes/lane-pair.js";
import { planSimulation, type SimulationPlan } from "./plan/plan.js";
import type { SimulationResult } from "./run/result.js";
import { StiffnessProbes } from "./stiffness/stiffness-probe.js";
import { stateNames } from "./channels/state-names.js";

/** A model compiled for many runs with one set of options, from any state and with any parameters. */
export interface Simulation {
  readonly model: Model;
  readonly topology: Topology;
  readonly plan: SimulationPlan;
  /** Why this formulation was chosen, for a reader. */
  readonly formulationReason: string;
  /** Columns of recorded rows, and their units. */
  readonly names: readonly string[];
  readonly units: readonly string[];
  /** Runs to the time `tEnd` [s], or to a terminal event; throws a `RunFailedError` if it stops before. */
  readonly run: (tEnd: number, options?: SingleRunOptions) => SimulationResult;
  /** A run that the caller advances. */
  readonly begin: (tEnd: number, options?: SingleRunOptions) => ActiveRun;
  /** Continues a run of the same model and options, bit for bit as if it had not been interrupted. */
  readonly resume: (checkpoint: RunCheckpoint, options?: Pick<SingleRunOptions, "controllers" | "onRow">) => ActiveRun;
}

/**
 * Compiles a model for many runs; `simulate` compiles for each of its runs. Runs follow one another: two at once are
 * refused.
 */
export function createSimulation(model: Model, options: RunOptions = {}): Simulation {
  const compiled = compileRun(model, options);
  const { topology, formulationReason, names, units, pair } = compiled;
  let isRunning = false;
  const open = (from: ConstructorParameters<typeof ActiveRun>[1], runOptions: SingleRunOptions): ActiveRun => {
    if (isRunning) {
      const message =
        "this simulation is running already, and has memory for one run. Finish that one, or make another simulation with createSimulation().";
      throw new RequestError({ code: "run-within-run", subject: "simulation.run", message });
    }
    isRunning = true;
    const release = (): void => {
      isRunning = false;
    };
    try {
      return new ActiveRun(compiled, from, runOptions, release);
    } catch (error) {
      release();
      throw error;
    }
  };
  return {
    model,
    topology,
    get plan() {
      return pair.plan;
    },
    formulationReason,
    names,
    units,
    begin: (tEnd, runOptions = {}) => open({ tEnd }, runOptions),
    resume: (checkpoint, runOptions = {}) => open({ checkpoint }, runOptions),
    run: (tEnd, runOptions = {}) => {
      const run = open({ tEnd }, runOptions);
      try {
        runToEnd(run, runOptions.onProgress);
      } catch (error) {
        isRunning = false;
        throw error;
      }
      return run.finish();
    },
  };
}

/** Runs a model from its start to `tEnd` [s]. */
export const simulate = (model: Model, tEnd: number, options: SimulateOptions = {}): SimulationResult =>
  createSimulation(model, options).run(tEnd, options);

/** Attempts between progress callbacks. */
const PROGRESS_EVERY = 256;

function runToEnd(run: ActiveRun, onProgress: SimulateOptions["onProgress"]): void {
  while (run.advance(PROGRESS_EVERY)) if (onProgress?.(run.t) === false) run.stop();
  if (run.end !== "stopped") onProgress?.(run.t);
}

function compileRun(model: Model, options: RunOptions): CompiledRun {
  const topology = buildTopology(model);
  const settings = runSettings(options, model, topology);
  const measures = Object.entries(options.measures ?? {});
  const energyBalance = options.energyBalance ?? runDefaults.energyBalance;
  requireTree(model, topology, settings.formulation, "a simulation");
  // Formulations in absolute coordinates integrate a model of separate bodies.
  const isAbsolute = settings.formulation.coordinates === "absolute";
  const subject = isAbsolute ? explode(model) : model;
  const subjectTopology = isAbsolute ? buildTopology(subject) : topology;
  const isClosed = isPlanned(subject, subjectTopology, settings.formulation);
  const compile = (loopPlan: LoopPlan | null, method = settings.method): SimulationPlan =>
    planSimulation(subject, subjectTopology, {
      ...settings,
      method,
      fixed: settings.limits.step > 0,
      events: options.events ?? [],
      measures: measures.map(([name, measure]) => ({ subject: `measure "${name}"`, measure })),
      energyBalance,
      loopPlan,
    });
  // Closures are planned again for each start; until then, for the neutral pose.
  const pair = new LanePair(compile(isClosed ? neutralLoopPlan(subject, subjectTopology) : null));
  if (isAbsolute) pair.view = new AbsoluteView(model, topology, model.actuators.length);
  const channels = new Channels(model, topology, options.channels ?? [], energyBalance);
  const columns = [...stateNames(model, topology, "q"), ...stateNames(model, topology, "v")];
  const { relative, absolute, step, maxStep, maxSteps } = settings.limits;
  return {
    model,
    modelHash: modelHash(model),
    topology,
    settings,
    planHash: () => {
      const { code, image } = pair.plan.artifact;
      const limits = [relative, absolute, step, maxStep, maxSteps];
      return hashNumbers(code, image, limits, implicitNumbers(pair.plan));
    },
    formulationReason: settings.reason,
    pair,
    loops: isClosed
      ? new LoopChooser(subject, subjectTopology, pair, (loopPlan) => compile(loopPlan, pair.plan.method))
      : null,
    auto: settings.isAuto ? new AutoPlans(pair, compile) : null,
    probes: new StiffnessProbes(),
    channels,
    names: [...columns.map(({ name }) => name), ...channels.names, ...measures.map(([name]) => name)],
    units: [...columns.map(({ unit }) => unit), ...channels.units, ...measures.map(() => "")],
    energyBalance,
  };
}

/** Implicit methods share their code, so that their options are part of the hash. */
function implicitNumbers({ implicit }: SimulationPlan): number[] {
  if (!implicit) return [];
  const { maxOrder = -1, rho = -1, alpha = -1, jacobian = "exact" } = implicit.options;
  return [implicitNames.indexOf(implicit.name), maxOrder, rho, alpha, jacobian === "exact" ? 0 : 1];
}
