import {
  buildTopology,
  modelDefaults,
  namedSystem,
  systems,
  RequestError,
  suggestName,
  type Model,
  type Parameter,
  type StateByJoint,
} from "kinetree";
import { coherentUnit, parseExpression, parseQuantity } from "kinetree/formats";
import type { QuantityLike } from "../description/distribution.js";
import type { Issues, Path } from "../description/issues.js";
import type {
  InputDescription,
  SampleRunOptions,
  Scenario,
  ScenarioDescription,
  ScenarioOptions,
  Values,
} from "../description/scenario.js";
import { evaluateNumber } from "../outputs/arithmetic.js";
import { namesInExpression } from "../outputs/condition.js";
import { stateEvent } from "../outputs/state-number.js";
import { inSi } from "./quantity.js";

/** Finds what a file of a study calls by a path. */
export type LoadModel = (path: string) => Model | Promise<Model>;

/** A scenario from plain data. Undefined if something is wrong, which is reported. */
export async function scenarioFromData(
  given: ScenarioDescription,
  options: ScenarioOptions,
  path: Path,
  issues: Issues,
  loadModel: LoadModel | undefined,
): Promise<Scenario | undefined> {
  const before = issues.count;
  const model = await modelOf(given, options, path, issues, loadModel);
  if (!model) return undefined;
  const inputs = Object.entries(given.inputs ?? {}).flatMap(([name, input]) => {
    const read = issues.attempt([...path, "inputs", name], () => inputParameter(name, input));
    return read ? [read] : [];
  });
  const known = [...model.parameters, ...inputs].map(({ name }) => name);
  const start = startOf(given.start, known, [...path, "start"], issues);
  const tEnd = issues.attempt([...path, "tEnd"], () => inSi(given.tEnd, "s")) ?? NaN;
  const topology = buildTopology(model);
  const names = { model, topology, inputs: inputs.map(({ name }) => name) };
  const events = Object.entries(given.events ?? {}).flatMap(([name, event]) => {
    const made = issues.attempt([...path, "events", name, "when"], () => stateEvent(names, name, event));
    return made ? [made] : [];
  });
  if (issues.count > before) return undefined;
  return { name: model.name, model, inputs, ...(start ? { start } : {}), tEnd, run: runOptionsOf(given), events };
}

const runFields = ["formulation", "integrator", "tolerance", "step", "maxStep", "maxSteps", "drift"] as const;

const runOptionsOf = (given: ScenarioDescription): SampleRunOptions =>
  Object.fromEntries(runFields.filter((field) => given[field] !== undefined).map((field) => [field, given[field]]));

async function modelOf(
  { model, options: own = {} }: ScenarioDescription,
  options: ScenarioOptions,
  path: Path,
  issues: Issues,
  loadModel: LoadModel | undefined,
): Promise<Model | undefined> {
  const merged = { ...own, ...options };
  const isFile = /[/\\.]/.test(model);
  if (!isFile) {
    return issues.attempt([...path, "model"], () => {
      const system = namedSystem(model);
      const texts = Object.fromEntries(
        Object.entries(merged).map(([name, value]) => [name, typeof value === "boolean" ? String(value) : value]),
      );
      return system.build(texts);
    });
  }
  if (Object.keys(merged).length > 0) {
    issues.report(
      [...path, "options"],
      "options-of-file",
      `a model file has no options. Give its parameters in "fixed".`,
    );
    return undefined;
  }
  if (!loadModel) {
    const names = systems.map(({ name }) => name);
    issues.report(
      [...path, "model"],
      "model-file",
      `"${model}" is a file, and nothing here reads files. Name a system (${suggestName(model, names)}), or give loadModel.`,
      model,
    );
    return undefined;
  }
  try {
    return await loadModel(model);
  } catch (error) {
    issues.attempt([...path, "model"], () => {
      throw error;
    });
    return undefined;
  }
}

/** An input as the parameter that it is; without a unit of its own it has that of its value. */
function inputParameter(name: string, given: QuantityLike | InputDescription): Parameter {
  const described: InputDescription = typeof given === "object" ? given : { value: given };
  const { value, min, max, description = modelDefaults.parameter.description } = described;
  const unit = described.unit ?? (typeof value === "string" ? coherentUnit(parseQuantity(value).unit) : "");
  const read = (each: QuantityLike | undefined): number | null => (each === undefined ? null : inSi(each, unit));
  const parameter = { name, value: inSi(value, unit), unit, min: read(min), max: read(max), description };
  const isOutside =
    (parameter.min !== null && parameter.value < parameter.min) ||
    (parameter.max !== null && parameter.value > parameter.max);
  if (!isOutside) return parameter;
  throw new RequestError({
    code: "parameter-range",
    subject: `input "${name}"`,
    value: parameter.value,
    message: `input "${name}" is ${parameter.value}, must lie from ${parameter.min ?? "-∞"} to ${parameter.max ?? "∞"}. Change it or its range.`,
  });
}

type ValueOf = (values: Values) => number;

function startOf(
  given: ScenarioDescription["start"],
  known: readonly string[],
  path: Path,
  issues: Issues,
): ((values: Values) => StateByJoint) | undefined {
  if (given === undefined) return undefined;
  const part = (which: "q" | "v"): (readonly [string, ValueOf | readonly ValueOf[]])[] =>
    Object.entries(given[which] ?? {}).map(([joint, numbers]) => {
      const at = [...path, which, joint];
      const isList = (each: QuantityLike | readonly QuantityLike[]): each is readonly QuantityLike[] =>
        Array.isArray(each);
      if (!isList(numbers)) return [joint, startNumber(numbers, known, at, issues)];
      return [joint, numbers.map((number, i) => startNumber(number, known, [...at, i], issues))];
    });
  const [q, v] = [part("q"), part("v")];
  const evaluated = (entries: typeof q, values: Values): Record<string, number | number[]> =>
    Object.fromEntries(
      entries.map(([joint, of]) => [joint, typeof of === "function" ? of(values) : of.map((each) => each(values))]),
    );
  return (values) => ({ q: evaluated(q, values), v: evaluated(v, values) });
}

/** A number, a quantity such as "30 deg", or "= expression" of parameters and inputs. */
function startNumber(given: QuantityLike, known: readonly string[], path: Path, issues: Issues): ValueOf {
  if (typeof given === "number") return () => given;
  const formula = /^\s*=(.*)$/s.exec(given)?.[1];
  if (formula === undefined) {
    const value = issues.attempt(path, () => parseQuantity(given).value) ?? NaN;
    return () => value;
  }
  const expression = issues.attempt(path, () => parseExpression(formula));
  if (!expression) return () => NaN;
  for (const name of namesInExpression(expression)) {
    if (known.includes(name)) continue;
    issues.report(
      path,
      "unknown-parameter",
      `"${name}" is neither a parameter of the model nor an input of the scenario. ${suggestName(name, known)}`,
      name,
    );
  }
  return (values) => evaluateNumber(expression, (name) => values[name]);
}
