import { prepareOptionTypes } from "./prepare-option-types.js";
import { checkOptions } from "kinetree/tools";
import {
  buildTopology,
  createEvaluator,
  KinetreeError,
  modelHash,
  startState,
  type EventSpec,
  type Sample,
  type StateByJoint,
} from "kinetree";
import type { JsonValue } from "kinetree/formats";
import { errorOfCode } from "../description/error-of-code.js";
import { Issues } from "../description/issues.js";
import { sourceOfStudy, type StudySource } from "../description/read-study.js";
import type { Scenario, Values } from "../description/scenario.js";
import type { Study, StudyCase } from "../description/study.js";
import { checkStudy } from "../description/study-format.js";
import { compileOutputs } from "../outputs/compile-outputs.js";
import { stateEvent } from "../outputs/state-number.js";
import { quantileOf } from "../sampling/quantile.js";
import { caseParameters, type CaseParameters } from "./case-parameters.js";
import { columnsOf } from "./columns.js";
import { describeScenario, describeStudy } from "./describe-study.js";
import { drawer } from "./draws.js";
import { planDraws } from "./plan-draws.js";
import type { PreparedCase, PreparedStudy, PrepareOptions } from "./prepared-study.js";
import { checkScenarioControllers } from "./scenario-controllers.js";
import { scenarioResolver } from "./resolve-scenario.js";
import { runRows } from "./run-rows.js";

/** What is known of a case before its draws are planned. */
interface ResolvedCase {
  readonly given: StudyCase;
  readonly index: number;
  readonly scenario: Scenario;
  readonly parameters: CaseParameters;
}

/**
 * Checks a study against its model and makes it ready to run. Throws a `FormatError` with all that is wrong: unknown parameters,
 * impossible distributions, outputs of channels that there are not, each with the path of the field.
 */
export async function prepareStudy(given: Study | StudySource, options: PrepareOptions = {}): Promise<PreparedStudy> {
  checkOptions(options, prepareOptionTypes);
  const { study, source, placeOf } = "study" in given && "source" in given ? given : sourceOfStudy(given);
  const issues = new Issues(source, placeOf);
  checkStudy(study, issues);
  issues.throwIfAny();
  const resolved = await resolveCases(study, issues, options);
  issues.throwIfAny();
  const plans = planDraws(
    study,
    resolved.map((each) => ({ name: each.given.name, parameters: each.parameters })),
    issues,
  );
  const cases = resolved.map((each) => prepareCase(study, each, issues));
  issues.throwIfAny();
  const draws = plans.map(drawer);
  const { samples, seed } = plans[0];
  const columns = columnsOf(
    study,
    cases,
    resolved.map(({ parameters }) => parameters),
    issues,
  );
  issues.throwIfAny();
  const valuesOf = (caseIndex: number, sample: number): Values => ({
    ...resolved[caseIndex].parameters.base,
    ...draws[caseIndex](sample),
  });
  const isNamed = typeof study.scenario === "object" && "named" in study.scenario;
  const scenarios = cases.map(({ name, scenario, sampleOf, medians }): JsonValue => {
    // The values of a function identify it better than its text does.
    const { q = {}, v = {} } = sampleOf(medians).state ?? {};
    return {
      case: name,
      scenario: describeScenario(scenario, isNamed ? "unseen" : "by text"),
      start: JSON.parse(JSON.stringify({ q, v })) as JsonValue,
    };
  });
  const prepared = {
    name: study.name,
    study,
    description: describeStudy(study, samples, scenarios),
    seed,
    samples,
    cases,
    columns,
    valuesOf,
  };
  return { ...prepared, run: (request) => runRows(prepared, request, options) };
}

/** A study without cases has one, which is called like the study. */
const casesOf = (study: Study): readonly StudyCase[] => study.cases ?? [{ name: study.name }];

async function resolveCases(
  study: Study,
  issues: Issues,
  { loadModel, wholeModule }: PrepareOptions,
): Promise<readonly ResolvedCase[]> {
  const resolve = scenarioResolver(study.scenario, issues, { loadModel, wholeModule });
  const resolved: ResolvedCase[] = [];
  const names = new Set<string>();
  for (const [index, given] of casesOf(study).entries()) {
    if (names.has(given.name))
      issues.report(
        ["cases", index, "name"],
        "duplicate-case",
        `case "${given.name}" is there twice. Rename one.`,
        given.name,
      );
    names.add(given.name);
    const path = study.cases === undefined ? ["scenario"] : ["cases", index, "options"];
    const scenario = await resolve(given.options ?? {}, path);
    if (!scenario) continue;
    checkScenarioControllers(scenario, issues);
    if (!(Number.isFinite(scenario.tEnd) && scenario.tEnd > 0))
      issues.report(
        ["scenario", "tEnd"],
        "not-positive",
        `tEnd is ${scenario.tEnd} s, must be above 0.`,
        scenario.tEnd,
      );
    resolved.push({ given, index, scenario, parameters: caseParameters(study, given, index, scenario, issues) });
  }
  return resolved;
}

function prepareCase(study: Study, { given, index, scenario, parameters }: ResolvedCase, issues: Issues): PreparedCase {
  const { model, inputs = [] } = scenario;
  const topology = buildTopology(model);
  const names = { model, topology, inputs: inputs.map(({ name }) => name) };
  const own = scenario.events ?? [];
  const taken = new Set(own.map(({ name }) => name));
  const stops = (study.stop ?? []).flatMap(({ name, when }, i): EventSpec[] => {
    if (taken.has(name))
      issues.report(
        ["stop", i, "name"],
        "duplicate-event",
        `"${name}" is the name of another event. Rename one.`,
        name,
      );
    taken.add(name);
    const event = issues.attempt(["stop", i, "when"], () => stateEvent(names, name, { when, terminal: true }));
    return event ? [event] : [];
  });
  const events = [...own, ...stops];
  const known = parameters.known.map(({ name }) => name);
  const outputs = compileOutputs(study.outputs, { ...names, events, parameters: known }, ["outputs"], issues);
  const medians = {
    ...parameters.base,
    ...Object.fromEntries([...parameters.distributions].map(([name, { plain }]) => [name, quantileOf(plain)(0.5)])),
  };
  const evaluator = createEvaluator(model);
  const modelNames = model.parameters.map(({ name }) => name);
  const sampleOf = (values: Values): Sample => {
    const parametersOfModel: Record<string, number> = {};
    for (const name of modelNames) parametersOfModel[name] = values[name];
    // Looks at ranges and at what the model becomes.
    evaluator.setParameters(parametersOfModel);
    const state = startState(model, topology, startOf(scenario, values), parametersOfModel);
    return { parameters: parametersOfModel, state };
  };
  const path = study.cases === undefined ? ["scenario"] : ["cases", index];
  const problem = problemOf(() => sampleOf(medians));
  if (problem !== null) {
    const where = parameters.distributions.size > 0 ? "with what varies at its median, " : "";
    issues.report(path, "no-start", `${where}a sample cannot start: ${problem}`, medians);
  }
  return {
    name: given.name,
    factors: given.factors ?? {},
    modelHash: modelHash(model),
    scenario,
    outputs,
    events,
    medians,
    sampleOf,
  };
}

function startOf({ start }: Scenario, values: Values): StateByJoint {
  try {
    return start?.(values) ?? {};
  } catch (error) {
    throw errorOfCode("the start", error);
  }
}

/** What kinetree says against doing something; null if nothing. */
function problemOf(action: () => unknown): string | null {
  try {
    action();
    return null;
  } catch (error) {
    if (error instanceof KinetreeError) return error.message;
    throw error;
  }
}
