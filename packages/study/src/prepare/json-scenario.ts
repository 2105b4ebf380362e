import { buildTopology, modelDefaults, RequestError, type Model, type Parameter, withDefaultGrounds } from "kinetree";
import { namedSystem, systems } from "kinetree/systems";
import { suggestName } from "kinetree/tools";
import { coherentUnit, parseQuantity } from "kinetree/formats";
import type { QuantityLike } from "../description/distribution.js";
import type { Issues, Path } from "../description/issues.js";
import type {
  InputDescription,
  SampleRunOptions,
  Scenario,
  ScenarioDescription,
  ScenarioOptions,
} from "../description/scenario.js";
import { stateEvent } from "../outputs/state-number.js";
import { inSi } from "./quantity.js";
import { startFromData } from "./start-from-data.js";

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
  const bare = await modelOf(given, options, path, issues, loadModel);
  if (!bare) return undefined;
  const { grounds = {} } = given;
  const model = issues.attempt([...path, "grounds"], () => withDefaultGrounds(bare, grounds));
  if (!model) return undefined;
  const inputs = Object.entries(given.inputs ?? {}).flatMap(([name, input]) => {
    const read = issues.attempt([...path, "inputs", name], () => inputParameter(name, input));
    return read ? [read] : [];
  });
  const known = [...model.parameters, ...inputs].map(({ name }) => name);
  const tEnd = issues.attempt([...path, "tEnd"], () => inSi(given.tEnd, "s")) ?? NaN;
  const topology = buildTopology(model);
  const start = startFromData(given.start, { model, topology, known }, [...path, "start"], issues);
  const names = { model, topology, inputs: inputs.map(({ name }) => name) };
  const events = Object.entries(given.events ?? {}).flatMap(([name, event]) => {
    const made = issues.attempt([...path, "events", name, "when"], () => stateEvent(names, name, event));
    return made ? [made] : [];
  });
  if (issues.count > before) return undefined;
  return { name: model.name, model, inputs, ...(start ? { start } : {}), tEnd, run: runOptionsOf(given), events };
}

const runFields = [
  "formulation",
  "integrator",
  "implicit",
  "tolerance",
  "step",
  "maxStep",
  "maxSteps",
  "closure",
  "drift",
  "tick",
] as const;

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
