import { anything, checkOptions as checkTypes, type OptionTypes } from "../../errors/option-types.js";
import { InvalidModelError } from "../../errors/invalid-model-error.js";
import { RequestError, type ErrorFacts } from "../../errors/kinetree-error.js";
import { suggestName } from "../../errors/nearest-name.js";
import { completeFlexible } from "../bodies/complete-flexible.js";
import { modelDefaults } from "../defaults.js";
import { frozenCopy } from "./frozen-copy.js";
import type { Model, ModelDescription } from "../types.js";
import { isRecord, show } from "../check.js";
import { validateModel } from "../validate/validate-model.js";

/** Options of `build` and `buildModel`. */
export type BuildOptions =
  | { readonly unphysicalInertia?: "error" }
  /** For files, whose inertias are often sloppy: a broken triangle inequality is told to `onWarning` and accepted. */
  | { readonly unphysicalInertia: "warn"; readonly onWarning: (warning: ErrorFacts) => void };

const optionTypes: OptionTypes<Extract<BuildOptions, { readonly onWarning: unknown }>> = {
  unphysicalInertia: anything,
  onWarning: anything,
};

/** Checks a description and returns it frozen; throws one error that lists everything that is wrong. */
export function buildModel(data: ModelDescription, options: BuildOptions = {}): Model {
  return acceptModel(data, [], options);
}

/** The same for a description whose making has already found mistakes. */
export function acceptModel(description: ModelDescription, found: readonly ErrorFacts[], options: BuildOptions): Model {
  checkTypes(options, optionTypes);
  const data = complete(description);
  const tolerant = options.unphysicalInertia === "warn";
  if (tolerant) requireListener(options.onWarning);
  const { errors, unphysical } = validateModel(data);
  const issues = [...found, ...errors, ...(tolerant ? [] : unphysical)];
  if (issues.length > 0) throw new InvalidModelError(nameOf(data), issues);
  if (tolerant) unphysical.forEach(options.onWarning);
  return frozenCopy(data);
}

/** With all that a description may leave out; what is no description at all is left for the checks. */
function complete(description: ModelDescription): Model {
  if (!isRecord(description)) return description as Model;
  const { constraints, terrains, contacts, tyres, shafts, shaftElements } = modelDefaults;
  const given = Object.entries(description).filter(([, value]) => value !== undefined);
  const lists = {
    constraints,
    terrains,
    contacts,
    tyres,
    shafts,
    shaftElements,
    ...Object.fromEntries(given),
  } as unknown as ModelDescription;
  const { bodies, joints } = description;
  const isListed = Array.isArray(bodies) && Array.isArray(joints);
  return { ...lists, ...(isListed ? completeFlexible(bodies, joints) : {}) } as Model;
}

/** Data may come from where no compiler looked. */
const nameOf = (data: unknown): string => (isRecord(data) && typeof data.name === "string" ? data.name : "?");

/** A warning that nobody hears would be a mistake accepted in silence. */
function requireListener(onWarning: unknown): void {
  if (typeof onWarning === "function") return;
  throw new RequestError({
    code: "missing-option",
    subject: "option onWarning",
    value: onWarning,
    message:
      `option onWarning is ${show(onWarning)}, must be a function where unphysicalInertia is "warn". ` +
      `Give one that is told each warning.`,
  });
}

/** The same mechanism with other default values of its parameters. */
export function withParameters(
  model: Model,
  values: Readonly<Record<string, number>>,
  options: BuildOptions = {},
): Model {
  const known = new Set(model.parameters.map(({ name }) => name));
  for (const [name, value] of Object.entries(values)) {
    if (known.has(name)) continue;
    throw new RequestError({
      code: "unknown-parameter",
      subject: `model "${model.name}"`,
      value,
      message: `model "${model.name}": parameter "${name}" (set to ${show(value)}) is unknown. ${suggestName(name, known)}`,
    });
  }
  const parameters = model.parameters.map((parameter) =>
    Object.hasOwn(values, parameter.name) ? { ...parameter, value: values[parameter.name] } : parameter,
  );
  return buildModel({ ...model, parameters }, options);
}
