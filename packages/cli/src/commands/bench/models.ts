import {
  assemble,
  buildTopology,
  createAccelerationBatch,
  createEvaluator,
  createSimulation,
  followCouplers,
  neutralState,
  type FormulationName,
  type Model,
  type RunOptions,
  type State,
} from "kinetree";
import { systems } from "kinetree/systems";
import type { CommandAction } from "../../command-spec.js";
import { loadModel, type ModelOptions } from "../../input/load-model.js";
import { requirePositive, requireTime } from "../../input/quantities.js";
import { announceCompiling } from "../../output/announce-work.js";
import { brief } from "../../output/number-text.js";
import { print, printJson, tell } from "../../output/streams.js";
import { table } from "../../output/table.js";
import { readStepLimits } from "../../run/run-settings.js";

interface Options extends ModelOptions {
  readonly seconds?: string;
  readonly formulation?: string;
  readonly integrator?: string;
  readonly tolerance?: string;
  readonly dt?: string;
  readonly maxStep?: string;
  readonly maxSteps?: string;
  readonly json?: boolean;
}

interface Figures {
  readonly model: string;
  readonly speeds: number;
  /** From the model to code that runs a simulation [ms]. */
  readonly compileMs: number;
  /** Of one state, with packing and checks [ns]. */
  readonly accelerationNs: number;
  /** The same for many states, two at a time [ns]. */
  readonly batchNs: number;
  readonly stepsPerSecond: number;
  /** Simulated time by wall time. */
  readonly realTimeFactor: number;
}

/** `kinetree bench` of models: all built-in ones if none is named. */
export const benchModels: CommandAction = async (sources, options: Options) => {
  const seconds = options.seconds === undefined ? 0.3 : requireTime("--seconds", options.seconds);
  const names = sources.length > 0 ? sources : systems.map(({ name }) => name);
  const figures: Figures[] = [];
  for (const name of names) {
    if (options.quiet !== true && options.json !== true) tell(`measuring ${name}`);
    const { model } = await loadModel(name, options);
    announceCompiling(model.bodies.length, options.quiet);
    figures.push(measure(name, model, seconds, options));
  }
  if (options.json === true)
    printJson({ node: process.version, platform: process.platform, arch: process.arch, figures });
  else print(asText(figures));
  return 0;
};

function measure(name: string, model: Model, seconds: number, options: Options): Figures {
  const formulation = options.formulation === undefined ? {} : { formulation: options.formulation as FormulationName };
  const { maxStep, maxSteps } = readStepLimits(options);
  const accuracy = {
    ...(options.integrator === undefined
      ? {}
      : { integrator: options.integrator as NonNullable<RunOptions["integrator"]> }),
    ...(options.tolerance === undefined
      ? {}
      : { tolerance: requirePositive("--tolerance", options.tolerance, "1e-8") }),
    ...(options.dt === undefined ? {} : { step: requireTime("--dt", options.dt) }),
    ...(maxStep === null ? {} : { maxStep }),
    ...(maxSteps === null ? {} : { maxSteps }),
  };
  const state = lively(model);
  const started = performance.now();
  const simulation = createSimulation(model, { ...formulation, ...accuracy });
  const compileMs = performance.now() - started;

  const evaluator = createEvaluator(model, formulation);
  const vdot = new Float64Array(state.v.length);
  const accelerationNs = 1e9 * secondsPerCall(() => evaluator.forwardDynamicsInto(vdot, state), seconds);

  const many = 64;
  const batch = createAccelerationBatch(model, many, formulation);
  for (let k = 0; k < many; k++) batch.set(k, state.q, state.v);
  const batchNs = (1e9 * secondsPerCall(() => batch.evaluateAll(), seconds)) / many;

  let simulated = 0.1;
  for (;;) {
    const from = performance.now();
    const { counts } = simulation.run(simulated, { state, sampleEvery: simulated });
    const wall = (performance.now() - from) / 1000;
    if (wall >= seconds || simulated > 1e5)
      return {
        model: name,
        speeds: state.v.length,
        compileMs,
        accelerationNs,
        batchNs,
        stepsPerSecond: (counts.accepted + counts.rejected) / wall,
        realTimeFactor: simulated / wall,
      };
    simulated *= Math.min(100, Math.max(2, (1.2 * seconds) / Math.max(wall, 1e-6)));
  }
}

/** A state in which everything moves a little, as far as loops let it: nothing is left out of the arithmetic, and nothing flies apart. */
function lively(model: Model): State {
  const { t, q, v } = neutralState(model);
  const state = followCouplers(model, { t, q, v: v.map((_, i) => 0.1 * (1 + (i % 3))) });
  return buildTopology(model).counts.constraints > 0 ? assemble(model, state).state : state;
}

/** Best of five: the least disturbed. */
function secondsPerCall(call: () => unknown, seconds: number): number {
  // Evaluators compile their functions when they are first asked.
  call();
  let calls = 1;
  let best = Infinity;
  for (let spent = 0; spent < seconds;) {
    const from = performance.now();
    for (let i = 0; i < calls; i++) call();
    const wall = (performance.now() - from) / 1000;
    spent += wall;
    if (wall > seconds / 10) best = Math.min(best, wall / calls);
    else calls *= 2;
  }
  return best;
}

const asText = (figures: readonly Figures[]): string =>
  table(
    [
      ["model", "speeds", "compile [ms]", "acceleration [ns]", "in batches [ns]", "steps/s", "real-time factor"],
      ...figures.map((each) => [
        each.model,
        String(each.speeds),
        brief(each.compileMs, 3),
        brief(each.accelerationNs, 3),
        brief(each.batchNs, 3),
        brief(each.stepsPerSecond, 3),
        brief(each.realTimeFactor, 3),
      ]),
    ],
    ["left", "right", "right", "right", "right", "right", "right"],
  );
