import { runOptionTypes, singleRunOptionTypes } from "../options/option-types.js";
import { aFunction, aNumber, anything, checkOptions, listOf, type OptionTypes } from "../../errors/option-types.js";
import { RequestError, type ErrorFacts } from "../../errors/kinetree-error.js";
import type { Evaluator } from "../../evaluate/evaluator-types.js";
import type { Formulation, FormulationName } from "../../formulation/formulation.js";
import { formulationNamed, formulations } from "../../formulation/formulations.js";
import { ClosureEvaluator } from "../../formulation/loops/closures/closure-evaluator.js";
import { hasClosures } from "../../topology/has-closures.js";
import { planLoops } from "../../formulation/loops/closures/loop-plan.js";
import { massMatrix } from "../../formulation/mass-matrix/mass-matrix.js";
import type { Model } from "../../model/types.js";
import { buildTopology } from "../../topology/build-topology.js";
import {
  closureErrors,
  coordinateDifferences,
  positionDifferences,
  positionsOf,
  sizesOf,
  type Differences,
} from "./compare-motion.js";
import { attempt, DEFAULT_SAMPLES, factsOf, Progress, type Failure, type Setting, type Trial } from "./compare-run.js";
import { allowedDifferences, failuresOf, sensitivityOf, verdictOf, type LooserRun } from "./compare-verdict.js";
import { answered, evaluatorOf, loadDifference, relativeDifference, stateAnswers } from "./compare-states.js";
import { loadScales, roundingOf } from "./load-scales.js";
import type {
  ComparedFormulation,
  ComparedRun,
  CompareOptions,
  Comparison,
  FailedFormulation,
} from "./compare-types.js";
import { requireCount } from "../../evaluate/option-checks.js";
import { requireSpan, runDefaults } from "../options/options.js";
import type { SimulationResult } from "../run/result.js";
import { startState } from "../run/start-state.js";

const { integrator, tolerance, step, maxStep, maxSteps, drift } = runOptionTypes;
const { state, parameters, tau, u, controllers } = singleRunOptionTypes;

const optionTypes: OptionTypes<CompareOptions> = {
  integrator,
  tolerance,
  step,
  maxStep,
  maxSteps,
  drift,
  state,
  parameters,
  tau,
  u,
  controllers,
  formulations: listOf(anything),
  samples: aNumber,
  now: aFunction,
  onProgress: aFunction,
};

/** Runs a motion by every formulation that supports the model and compares them. One that fails does not stop the others. */
export function compareFormulations(model: Model, tEnd: number, options: CompareOptions = {}): Comparison {
  checkOptions(options, optionTypes);
  requireCount("samples", options.samples ?? DEFAULT_SAMPLES, "Leave it out for the default.");
  const topology = buildTopology(model);
  const start = startState(model, topology, options.state ?? {}, options.parameters ?? {});
  requireSpan("tEnd", start.t, tEnd, options.step ?? 0);
  const wanted = wantedFormulations(options.formulations);
  const refusals = new Map(wanted.map((each) => [each.name, each.refuses(model, topology)]));
  const accepting = wanted.filter(({ name }) => refusals.get(name) === null);
  const progress = new Progress(accepting.length + 1, start.t, tEnd, options.onProgress);
  const setting: Setting = { model, topology, start, tEnd, options, progress };
  const runs = accepting.map((formulation) => attempt(setting, formulation, options));
  const trials = runs.filter((run): run is Trial => "result" in run);
  const reference = referenceAmong(trials);
  const refusedOrFailed = (name: FormulationName): ComparedFormulation => {
    const reason = refusals.get(name) ?? null;
    if (reason !== null) return { name, outcome: "refused", reason };
    const failure = runs.find((run): run is Failure => "error" in run && run.formulation.name === name);
    return { name, outcome: "failed", error: failure?.error ?? factsOf(null), until: null };
  };
  if (!reference) {
    const compared = wanted.map(({ name }) => refusedOrFailed(name));
    return {
      model: model.name,
      reference: null,
      t: new Float64Array(0),
      formulations: compared,
      sensitivity: null,
      allowed: null,
      verdict: noneRan(model, compared),
    };
  }
  return compareTrials(setting, wanted, trials, reference, refusedOrFailed);
}

/** The plain formulation that the others are compared with. */
const ORACLE = massMatrix;
/** The plainest that finished; else the one that got farthest. */
function referenceAmong(trials: readonly Trial[]): Trial | undefined {
  const finished = trials.filter(({ error }) => error === null);
  const plainest = finished.find(({ formulation }) => formulation === ORACLE) ?? finished.at(0);
  return plainest ?? [...trials].sort((a, b) => b.result.final.t - a.result.final.t).at(0);
}

/** Accuracy of the looser run that measures error growth. */
const LOOSER_TOLERANCE = 10;
const LOOSER_STEP = 2;

function wantedFormulations(names: readonly FormulationName[] | undefined): readonly Formulation[] {
  if (names === undefined) return formulations;
  if (names.length > 0) return [...new Set(names)].map(formulationNamed);
  const message = "formulations is an empty list. Name some, or leave it out for all that support the model.";
  throw new RequestError({ code: "no-formulation", subject: "formulations", value: names, message });
}

function noneRan(model: Model, compared: readonly ComparedFormulation[]): Comparison["verdict"] {
  const reasons = failuresOf(compared);
  return reasons.length > 0
    ? { outcome: "failed", message: reasons.join("; "), remarks: [] }
    : { outcome: "nothing-to-compare", message: `none of them supports model "${model.name}"`, remarks: [] };
}

function compareTrials(
  setting: Setting,
  wanted: readonly Formulation[],
  trials: readonly Trial[],
  reference: Trial,
  otherwise: (name: FormulationName) => ComparedFormulation,
): Comparison {
  const { model, topology, start, options } = setting;
  const { tolerance = runDefaults.tolerance, step, parameters = {} } = options;
  const { t } = reference.result;
  const evaluators = new Map(trials.map(({ formulation: { name } }) => [name, evaluatorOf(model, name, parameters)]));
  const at = evaluators.get(reference.formulation.name) as Evaluator;
  const positions = positionsOf(at, reference.result);
  const differenceFrom = (result: SimulationResult): MotionDifference => ({
    coordinates: coordinateDifferences(model, topology, reference.result, result),
    positions: positionDifferences(model, reference.result, result, positions, positionsOf(at, result)),
  });
  const closures = hasClosures(model, topology) ? new ClosureEvaluator(model, topology, parameters) : null;
  const sizes = sizesOf(reference.result, positions);
  const states = answered(
    at,
    Array.from(t, (_, row) => reference.result.stateAt(row)),
  );
  const instants = Float64Array.from(states, (each) => each.t);
  const own = stateAnswers(at, start, states, options);
  const rounding = roundingOf(at, start, states, own, options);
  const scales = loadScales(model, parameters, at, states, own.loads, sizes[1]);
  const compared = wanted.map(({ name }): ComparedFormulation => {
    const trial = trials.find(({ formulation }) => formulation.name === name);
    if (!trial) return otherwise(name);
    const { result } = trial;
    if (trial.error !== null) return stopped(trial, trial.error, differenceFrom(result));
    const answers = trial === reference ? own : stateAnswers(evaluators.get(name) as Evaluator, start, states, options);
    return comparedRun(trial, differenceFrom(result), {
      accelerations: relativeDifference(own.vdot, answers.vdot, rounding.vdot),
      loads: loadDifference(instants, own.loads, answers.loads, scales, rounding.loads),
      closure: closures && closureErrors(closures, result),
    });
  });
  const looser = looserRun(setting, reference, differenceFrom);
  const promise = step === undefined ? tolerance : null;
  const sensitivity = sensitivityOf(t, looser, sizes, promise);
  const allowed = allowedDifferences(t, sensitivity, sizes, promise);
  return {
    model: model.name,
    reference: reference.formulation.name,
    t,
    formulations: compared,
    sensitivity,
    allowed,
    verdict: verdictOf({
      t,
      compared,
      reference: reference.formulation.name,
      sensitivity,
      allowed,
      redundantRows: closures === null ? 0 : planLoops(closures, start).redundant.length,
    }),
  };
}

type MotionDifference = Readonly<Record<"coordinates" | "positions", Differences>>;

const comparedRun = (
  { formulation, result, compileMs, runMs }: Trial,
  { coordinates, positions }: MotionDifference,
  differences: Pick<ComparedRun, "accelerations" | "loads" | "closure">,
): ComparedRun => ({
  name: formulation.name,
  outcome: "ran",
  steps: result.counts,
  compileMs,
  runMs,
  coordinates: coordinates.largest,
  positions: positions.largest,
  coordinatesOverTime: coordinates.overTime,
  positionsOverTime: positions.overTime,
  energy: result.energy?.relative ?? null,
  ...differences,
});

const stopped = (
  { formulation: { name }, result }: Trial,
  error: ErrorFacts,
  { coordinates, positions }: MotionDifference,
): FailedFormulation => ({
  name,
  outcome: "failed",
  error,
  until: {
    t: result.final.t,
    coordinates: coordinates.largest,
    positions: positions.largest,
    coordinatesOverTime: coordinates.overTime,
    positionsOverTime: positions.overTime,
  },
});

/** The reference at lower accuracy; null if that run does not begin. Its errors are NaN from where it stopped. */
function looserRun(
  setting: Setting,
  { formulation, result: reference }: Trial,
  differenceFrom: (result: SimulationResult) => MotionDifference,
): LooserRun | null {
  const { options } = setting;
  const { tolerance = runDefaults.tolerance, step } = options;
  const accuracy =
    step === undefined
      ? { tolerance: LOOSER_TOLERANCE * tolerance }
      : { step: Math.min(LOOSER_STEP * step, options.maxStep ?? Infinity) };
  const run = attempt(setting, formulation, { ...options, ...accuracy });
  if (!("result" in run)) return null;
  const { coordinates, positions } = differenceFrom(run.result);
  const whole = (overTime: Float64Array): Float64Array =>
    Float64Array.from(reference.t, (_, row) => (row < overTime.length ? overTime[row] : NaN));
  return { coordinates: whole(coordinates.overTime), positions: whole(positions.overTime) };
}
