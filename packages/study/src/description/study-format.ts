import { formulations, integrators, loopClosings, type GroundDescription, type RunOptions } from "kinetree";
import {
  booleanCodec as boolean,
  newReading,
  plainDataCodec,
  textCodec as anyText,
  type Codec,
  type JsonNode,
  type JsonSchema,
  type Reading,
} from "kinetree/formats";
import type { Distribution } from "./distribution.js";
import type { Issues } from "./issues.js";
import type { Output, OutputKind } from "./output.js";
import { samplerNames } from "./sampler-name.js";
import type {
  EventDescription,
  InputDescription,
  NamedScenarioReference,
  ScenarioDescription,
  ScenarioReference,
} from "./scenario.js";
import type { CorrelatedGroup, StopCondition, Study, StudyCase } from "./study.js";
import {
  byName,
  count,
  either,
  list,
  number,
  object,
  oneOf,
  option,
  optional,
  orCode,
  positive,
  quantity,
  required,
  tagged,
  text,
  version,
} from "./study-codecs.js";
import { nodeOf, pathTo } from "./study-node.js";

/* Every field of a study file. Reader, schema and messages follow from these descriptions. */

const isObject = (node: JsonNode): boolean => node.type === "object";
const isList = (node: JsonNode): boolean => node.type === "array";
const has = (node: JsonNode, ...keys: readonly string[]): boolean =>
  node.type === "object" && keys.some((key) => node.members.has(key));

/** An expression, or in code a measure. */
const stateNumber = orCode(text) as Codec<StopCondition["when"]>;

const meanAndStd = {
  mean: required(quantity, "mean"),
  std: required(quantity, "standard deviation"),
};
const range = { min: required(quantity, "least value"), max: required(quantity, "largest value") };

const distribution = tagged<Distribution>(
  "distribution",
  "How a parameter varies.",
  {
    normal: required(object("normal", "A normal distribution.", meanAndStd), "normal"),
    truncatedNormal: required(
      object("truncated-normal", "A normal distribution without its tails.", {
        ...meanAndStd,
        min: optional(quantity, "least value"),
        max: optional(quantity, "largest value"),
      }),
      "normal, cut off",
    ),
    uniform: required(object("uniform", "All values of a range are equally likely.", range), "every value alike"),
    logNormal: required(
      either(
        (node) => has(node, "mean", "std"),
        object("log-normal-by-mean", "A log-normal distribution by its own mean and standard deviation.", meanAndStd),
        object("log-normal-by-median", "A log-normal distribution by its median.", {
          median: required(quantity, "half of all values lie below it"),
          sigma: required(number, "standard deviation of the natural logarithm"),
        }),
      ),
      "its logarithm is normal",
    ),
    discrete: required(
      object("discrete", "One of some values.", {
        values: required(list(quantity, 1), "possible values"),
        weights: optional(list(number), "how likely each value is; equally likely if left out"),
      }),
      "some values",
    ),
  },
  {
    levels: optional(
      either(isList, list(quantity, 1), count(1)),
      "of a full factorial: the number of levels, or their values",
    ),
  },
);

const outputKinds: { readonly [K in OutputKind]: object } = {
  max: required(stateNumber, "largest value of an expression of channels over the run"),
  min: required(stateNumber, "least value over the run"),
  maxAbs: required(stateNumber, "value farthest from zero over the run, without its sign"),
  final: required(stateNumber, "value at the end"),
  timeOf: required(text, "first instant of an event or stop condition"),
  happened: required(text, "whether an event or stop condition happened"),
  expression: required(text, "arithmetic of other outputs and of parameters"),
  predicate: required(text, "condition of other outputs and of parameters"),
};

const output = tagged<Output>("output", "One column of the results.", outputKinds, {
  time: optional(boolean, "also records the instant of a max, min or maxAbs"),
  unit: optional(anyText, "unit of the column"),
  description: optional(text, "description of the column"),
});

const startValues = byName(either(isList, list(quantity, 1), quantity));

const input = object<InputDescription>("input", "A parameter of the scenario with its range.", {
  value: required(quantity, "its default"),
  unit: optional(text, "what it measures; by default the unit of its value"),
  min: optional(quantity, "least value"),
  max: optional(quantity, "largest value"),
  description: optional(text, "what it is"),
});

const event = object<EventDescription>("event", "An instant to look for.", {
  when: required(text, "an expression that passes through zero, or a condition that becomes true"),
  direction: optional(oneOf("direction", ["rising", "falling", "both"]), "which passages count"),
  terminal: optional(boolean, "ends the run"),
});

const implicit = object<NonNullable<RunOptions["implicit"]>>("implicit", "Options of implicit integrators.", {
  maxOrder: optional(count(1), "of bdf: highest order, 1 to 5"),
  rho: optional(number, "of generalized-alpha: spectral radius at infinite frequency, 0 to 1"),
  alpha: optional(number, "of hht: damping, -1/3 to 0"),
  jacobian: optional(oneOf("jacobian", ["exact", "difference"]), "how derivatives are computed"),
});

/** All samples share one plan, so no sample can choose its integrator while it runs. */
const planned = integrators.filter(({ kind }) => kind !== "automatic").map(({ name }) => name);

/** Whoever makes it checks what it says. */
const ground = plainDataCodec<GroundDescription>("a ground in few numbers");

const ownScenario = object<ScenarioDescription>("scenario", "A model, where its samples start, how they run.", {
  model: required(text, "a system that comes with kinetree, or the path of a model file"),
  options: optional(byName(option), "options of the system"),
  grounds: optional(byName(ground), "grounds of the model's terrains, by their names"),
  inputs: optional(byName(either(isObject, input, quantity)), "further parameters, for the start"),
  start: optional(
    object<NonNullable<ScenarioDescription["start"]>>("start", "Coordinates and speeds at the start.", {
      q: optional(startValues, "coordinates by joint"),
      v: optional(startValues, "speeds by joint"),
    }),
    "where a sample starts; zero and at rest if left out",
  ),
  tEnd: required(quantity, "when a sample ends"),
  events: optional(byName(event), "instants to look for"),
  formulation: optional(
    oneOf("formulation", [...formulations.map((each) => each.name), "constrained"]),
    "which equations; the constrained ones only with an implicit integrator",
  ),
  integrator: optional(oneOf("integrator", planned), "which method"),
  implicit: optional(implicit, "options of implicit integrators"),
  tolerance: optional(positive, "largest local error of a step"),
  step: optional(positive, "fixed step [s] in place of a tolerance"),
  maxStep: optional(positive, "longest step [s]"),
  maxSteps: optional(count(1), "attempts after which a sample fails"),
  closure: optional(oneOf("closure", loopClosings), "how embedded closes loops; formulas if planar, else iteration"),
  drift: optional(oneOf("drift", ["projection", "baumgarte", "none"]), "how drift of loop closures is corrected"),
  tick: optional(positive, "unit in which the clock of the controllers counts [s]"),
});

const namedScenario = object<NamedScenarioReference>("named-scenario", "A scenario that comes with kinetree.", {
  named: required(text, "its name"),
  options: optional(byName(option), "its options"),
});

const scenario = orCode(either((node) => has(node, "named"), namedScenario, ownScenario) as Codec<ScenarioReference>);

const studyCase = object<StudyCase>("case", "One variant of the scenario.", {
  name: required(text, "how its rows are marked"),
  factors: optional(byName(anyText), "what it stands for, as columns"),
  options: optional(byName(option), "options of the scenario"),
  parameters: optional(byName(distribution), "distributions in place of the study's"),
  fixed: optional(byName(quantity), "values in place of the study's"),
});

const correlated = object<CorrelatedGroup>("correlated-group", "Parameters that vary together.", {
  parameters: required(list(text, 2), "which parameters"),
  correlation: required(list(list(number, 2), 2), "their correlations, a square matrix"),
});

const stop = object<StopCondition>("stop-condition", "Ends a sample early.", {
  name: required(text, "its name in outputs"),
  when: required(stateNumber, "a condition that becomes true, or an expression that passes through zero"),
});

const studyFormat = object<Study & { readonly study?: 1 }>("study", "Many samples of one scenario.", {
  study: optional(version, "version of the format"),
  name: required(text, "name of the study and of its results"),
  title: optional(text, "a line for reports"),
  description: optional(text, "what it asks"),
  scenario: required(scenario, "what is simulated"),
  parameters: optional(byName(distribution), "what varies, and how"),
  correlated: optional(list(correlated), "parameters that vary together"),
  fixed: optional(byName(quantity), "values in place of defaults"),
  cases: optional(list(studyCase, 1), "variants, each with all samples"),
  draws: optional(oneOf("draws", ["common", "independent"]), "whether cases share their draws"),
  sampler: optional(oneOf("sampler", samplerNames), "how samples are spread"),
  samples: optional(count(1), "samples of each case"),
  levels: optional(count(1), "levels of a parameter in a full factorial"),
  seed: optional(count(0), "seed of the random numbers"),
  outputs: required(byName(output), "what is kept of each sample"),
  stop: optional(list(stop), "conditions that end a sample"),
});

/** Mistakes that had another code before study files shared the codecs of model files. */
const studyCodes: ReadonlyMap<string, string> = new Map([
  ["missing-field", "missing-key"],
  ["wrong-length", "empty-list"],
]);

/** Reports all that is wrong with a study apart from its model, whether it was read from a file or made in code. */
export function checkStudy(study: unknown, issues: Issues): void {
  const report: Reading["report"] = (node, code, message, value) => {
    issues.report(pathTo(node), studyCodes.get(code) ?? code, message, value);
    return undefined;
  };
  studyFormat.read(nodeOf(study), { ...newReading("study", undefined), report });
}

/** The JSON Schema (draft 2020-12) of study files, for editors. */
export function studySchema(): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  studyFormat.schema(definitions);
  const { study, ...$defs } = Object.fromEntries(definitions);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Study of kinetree, version 1",
    ...study,
    $defs,
  };
}
