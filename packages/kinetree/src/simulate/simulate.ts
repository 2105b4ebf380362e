import { simulateOptionTypes } from "./options/option-types.js";
import { checkOptions } from "../errors/option-types.js";
import { exchangeGrounds, madeGrounds, withGrounds } from "../model/grounds/given-grounds.js";
import type { Model } from "../model/types.js";
import { RequestError } from "../errors/kinetree-error.js";
import type { Topology } from "../topology/types.js";
import { ActiveRun } from "./run/active-run.js";
import type { RunCheckpoint } from "./run/checkpoint.js";
import { compileRun } from "./run/compiled-run.js";
import type { RunOptions, SimulateOptions, SingleRunOptions } from "./options/options.js";
import type { SimulationPlan } from "./plan/plan.js";
import type { SimulationResult } from "./run/result.js";

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
  readonly resume: (
    checkpoint: RunCheckpoint,
    options?: Pick<SingleRunOptions, "controllers" | "grounds" | "onRow">,
  ) => ActiveRun;
}

/** Compiles a model for many runs, one after the other: two at once are refused. `simulate` compiles for each of its runs. */
export function createSimulation(model: Model, options: RunOptions = {}): Simulation {
  checkOptions(options, simulateOptionTypes);
  const compiled = compileRun(withGrounds(model, options.grounds ?? {}), options);
  const { topology, formulationReason, names, units, pair } = compiled;
  let isRunning = false;
  const open = (from: ConstructorParameters<typeof ActiveRun>[1], runOptions: SingleRunOptions): ActiveRun => {
    checkOptions(runOptions, simulateOptionTypes);
    if (isRunning) {
      const message =
        "this simulation is running already, and has memory for one run. Finish that one, or make another simulation with createSimulation().";
      throw new RequestError({ code: "run-within-run", subject: "simulation.run", message });
    }
    const takeBack = exchangeGrounds(compiled.model, runOptions.grounds ?? {});
    isRunning = true;
    const release = (): void => {
      isRunning = false;
    };
    try {
      return new ActiveRun(compiled, from, runOptions, release);
    } catch (error) {
      release();
      takeBack();
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
export function simulate(model: Model, tEnd: number, options: SimulateOptions = {}): SimulationResult {
  checkOptions(options, simulateOptionTypes);
  // Once for both parts.
  const own = options.grounds ? { ...options, grounds: madeGrounds(options.grounds) } : options;
  return createSimulation(model, own).run(tEnd, own);
}

/** Attempts between progress callbacks. */
const PROGRESS_EVERY = 256;

function runToEnd(run: ActiveRun, onProgress: SimulateOptions["onProgress"]): void {
  while (run.advance(PROGRESS_EVERY)) if (onProgress?.(run.t) === false) run.stop();
  if (run.end !== "stopped") onProgress?.(run.t);
}
