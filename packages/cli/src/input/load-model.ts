import { InvalidModelError, withParameters, type Model } from "kinetree";
import { everySystem, type NamedSystem } from "kinetree/systems";
import { describeIssue, type FormatIssue } from "kinetree/formats";
import { usage, UsageError } from "../failure/errors.js";
import { MANY_BODIES } from "../output/announce-work.js";
import { tell } from "../output/streams.js";
import { readAssignments } from "./assignments.js";
import { withGivenGrounds } from "./given-grounds.js";
import { plainNumber } from "./plain-number.js";
import { parameterQuantity } from "./quantities.js";

/** What the shared options say about a model. */
export interface ModelOptions {
  readonly set?: readonly string[];
  readonly size?: readonly string[];
  readonly ground?: readonly string[];
  readonly base?: string;
  readonly format?: string;
  readonly strict?: boolean;
  readonly quiet?: boolean;
}

export interface LoadedModel {
  readonly model: Model;
  /** What the file says beyond the model, or says oddly. */
  readonly warnings: readonly FormatIssue[];
  /** How messages call where it came from. */
  readonly source: string;
  /** From where a run begins that is told nothing else; null for zero and at rest. */
  readonly start: NamedSystem["start"] | null;
}

/** The model that a command line names, with its warnings told on standard error. */
export async function loadModel(source: string, options: ModelOptions): Promise<LoadedModel> {
  const loaded = await loadQuietly(source, options);
  if (options.quiet !== true) tellWarnings(loaded);
  return loaded;
}

function tellWarnings({ warnings, source }: LoadedModel): void {
  for (const warning of warnings) tell(`kinetree: warning: ${describeIssue(source, warning)}`);
}

/** The same for a command that shows the warnings itself. */
export async function loadQuietly(source: string, options: ModelOptions): Promise<LoadedModel> {
  const system = everySystem.find(({ name }) => name === source);
  // The readers of files are loaded when there is a file.
  const loaded = system ? builtIn(system, options) : (await import("./model-file.js")).modelFromFile(source, options);
  return { ...loaded, model: withGivenGrounds(withSettings(loaded.model, options.set, system), options.ground) };
}

/** Sizes that count bodies, or groups of them. */
const counting = new Set(["n", "legs"]);

function builtIn(system: NamedSystem, options: ModelOptions): LoadedModel {
  refuseBase(options, `the built-in model "${system.name}"`);
  const sizes = [...readAssignments("--size", options.size)].map(([name, text]): [string, number | string] => {
    const expected = system.defaults[name];
    // Names that it does not know are refused by the system itself, with the nearest one.
    return [name, typeof expected === "string" ? text : (plainNumber(text) ?? text)];
  });
  const many = sizes.find(([name, value]) => counting.has(name) && Number(value) > MANY_BODIES);
  if (many !== undefined && options.quiet !== true)
    tell(`kinetree: building ${system.name} with ${many[0]} = ${many[1].toLocaleString("en")}, this takes a while`);
  return { model: system.build(Object.fromEntries(sizes)), warnings: [], source: system.name, start: system.start };
}

/** Only robots of URDF and MJCF files stand on a base. */
export function refuseBase({ base }: ModelOptions, what: string): void {
  if (base === undefined) return;
  throw usage(
    "base-without-effect",
    "--base",
    base,
    `--base ${base} has no effect on ${what}: it is for URDF and MJCF files. Leave it out.`,
  );
}

/** With other values of its parameters. */
function withSettings(model: Model, given: readonly string[] | undefined, system: NamedSystem | undefined): Model {
  const pairs = [...readAssignments("--set", given)];
  if (pairs.length === 0) return model;
  const values = pairs.map(([name, text]): [string, number] => {
    const parameter = model.parameters.find((each) => each.name === name);
    if (parameter) return [name, parameterQuantity(parameter, text)];
    if (system && Object.hasOwn(system.defaults, name))
      throw usage(
        "size-not-parameter",
        `--set ${name}`,
        text,
        `--set ${name}=${text}: "${name}" is a size of the built-in model, not a parameter. Write --size ${name}=${text}.`,
      );
    return [name, plainNumber(text) ?? NaN];
  });
  try {
    return withParameters(model, Object.fromEntries(values), { unphysicalInertia: "warn", onWarning: () => {} });
  } catch (error) {
    // The model was sound before: what was set is at fault.
    if (!(error instanceof InvalidModelError)) throw error;
    throw new UsageError({
      code: error.code,
      subject: error.subject,
      value: error.value,
      message: `--set ${given?.join(" ")}: ${error.message}`,
    });
  }
}
