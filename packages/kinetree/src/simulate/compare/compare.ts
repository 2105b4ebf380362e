import { RequestError } from "../../errors/kinetree-error.js";
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
import { allowedDifferences, sensitivityOf, verdictOf, type LooserRun } from "./compare-verdict.js";
import { evaluatorOf, loadDifference, relativeDifference, stateAnswers } from "./compare-states.js";
import type { ComparedFormulation, ComparedRun, CompareOptions, Comparison } from "./compare-types.js";
import { requireCount } from "../../evaluate/option-checks.js";
import { requireSpan, runDefaults } from "../options/options.js";
import type { SimulationResult } from "../run/result.js";
import { startState } from "../run/start-state.js";

/** Runs a motion by every formulation that supports the model and compares them. One that fails does not stop the others. */
export function compareFormulations(model: Model, tEnd: number, options: CompareOptions = {}): Comparison {
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
  const reference = trials.find(({ formulation }) => formulation === ORACLE) ?? trials.at(0);
  const refusedOrFailed = (name: FormulationName): ComparedFormulation => {
    const reason = refusals.get(name) ?? null;
    if (reason !== null) return { name, outcome: "refused", reason };
    const failure = runs.find((run): run is Failure => "error" in run && run.formulation.name === name);
    return { name, outcome: "failed", error: failure?.error ?? factsOf(null) };
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
  const reasons = compared.flatMap((each) =>
    each.outcome === "failed" ? [`${each.name} failed: ${each.error.message}`] : [],
  );
  return reasons.length > 0
    ? { outcome: "disagree", message: reasons.join("; "), remarks: [] }
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
  const states = Array.from(t, (_, row) => reference.result.stateAt(row));
  const own = stateAnswers(at, start, states, options);
  const compared = wanted.map(({ name }): ComparedFormulation => {
    const trial = trials.find(({ formulation }) => formulation.name === name);
    if (!trial) return otherwise(name);
    const { result } = trial;
    const answers = trial === reference ? own : stateAnswers(evaluators.get(name) as Evaluator, start, states, options);
    return comparedRun(trial, differenceFrom(result), {
      accelerations: relativeDifference(own.vdot, answers.vdot),
      loads: loadDifference(t, own.loads, answers.loads, sizes[1]),
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
      reference: compared.find(({ name }) => name === reference.formulation.name) as ComparedRun,
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

/** The reference at lower accuracy; null if that run fails. */
function looserRun(
  setting: Setting,
  { formulation }: Trial,
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
  return { coordinates: coordinates.overTime, positions: positions.overTime };
}
