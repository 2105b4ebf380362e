import { formulations, integrators } from "kinetree";
import { outputKinds, type OutputKind } from "./output.js";
import { samplerNames } from "./sampler-name.js";
import {
  anyText,
  anything,
  boolean,
  byName,
  count,
  either,
  list,
  number,
  object,
  oneOf,
  optional,
  positive,
  quantity,
  required,
  simple,
  tagged,
  text,
  type Field,
  type Shape,
} from "./shape.js";

const isFunction = (value: unknown): boolean => typeof value === "function";

/** An expression, or in code a measure. */
const stateNumber = either(isFunction, anything, text, { type: "string" });

const levels = either(Array.isArray, list(quantity, 1), count(1), {
  anyOf: [
    { type: "integer", minimum: 1 },
    { type: "array", items: quantity.schema, minItems: 1 },
  ],
});

const meanAndStd = {
  mean: required(quantity, "mean"),
  std: required(quantity, "standard deviation"),
};
const logNormalByMedian = object("log-normal distribution", {
  median: required(quantity, "half of all values lie below it"),
  sigma: required(number, "standard deviation of the natural logarithm"),
});
const logNormalByMean = object("log-normal distribution", meanAndStd);

/** A distribution. */
const distributionShape: Shape = tagged(
  "distribution",
  {
    normal: required(object("normal distribution", meanAndStd), "normal"),
    truncatedNormal: required(
      object("truncated normal distribution", {
        ...meanAndStd,
        min: optional(quantity, "least value"),
        max: optional(quantity, "largest value"),
      }),
      "normal, cut off",
    ),
    uniform: required(
      object("uniform distribution", {
        min: required(quantity, "least value"),
        max: required(quantity, "largest value"),
      }),
      "every value alike",
    ),
    logNormal: required(
      either(
        (value) => typeof value === "object" && value !== null && ("mean" in value || "std" in value),
        logNormalByMean,
        logNormalByMedian,
        { anyOf: [logNormalByMedian.schema, logNormalByMean.schema] },
      ),
      "its logarithm is normal",
    ),
    discrete: required(
      object("discrete distribution", {
        values: required(list(quantity, 1), "what it may be"),
        weights: optional(list(number), "how likely each value is; alike if left out"),
      }),
      "some values",
    ),
  },
  { levels: optional(levels, "what a full factorial takes: so many levels, or these values") },
);

const outputFields: Readonly<Record<OutputKind, Field>> = {
  max: required(stateNumber, "largest value of an expression of channels over the run"),
  min: required(stateNumber, "least value over the run"),
  maxAbs: required(stateNumber, "value farthest from zero over the run, without its sign"),
  final: required(stateNumber, "value at the end"),
  timeOf: required(text, "first instant of an event or stop condition"),
  happened: required(text, "whether an event or stop condition happened"),
  expression: required(text, "arithmetic of other outputs and of parameters"),
  predicate: required(text, "condition of other outputs and of parameters"),
};

const outputShape = tagged("output", Object.fromEntries(outputKinds.map((kind) => [kind, outputFields[kind]])), {
  time: optional(boolean, "keeps the instant of a max, min or maxAbs too"),
  unit: optional(anyText, "unit of the column"),
  description: optional(text, "what it is"),
});

const option = simple(
  "a number, a text, true or false",
  (value) => ["number", "string", "boolean"].includes(typeof value),
  {
    type: ["number", "string", "boolean"],
  },
);

const startValues = byName(
  either(Array.isArray, list(quantity, 1), quantity, {
    anyOf: [quantity.schema, { type: "array", items: quantity.schema }],
  }),
);

const inputShape = either(
  (value) => typeof value === "object",
  object("input", {
    value: required(quantity, "its default"),
    unit: optional(text, "what it measures; the unit of its value if left out"),
    min: optional(quantity, "least value"),
    max: optional(quantity, "largest value"),
    description: optional(text, "what it is"),
  }),
  quantity,
  { type: ["number", "string", "object"] },
);

const implicitShape = object("options of implicit integrators", {
  maxOrder: optional(count(1), "of bdf: highest order, 1 to 5"),
  rho: optional(number, "of generalized-alpha: what a step leaves of the fastest oscillations, 0 to 1"),
  alpha: optional(number, "of hht: damping, -1/3 to 0"),
  jacobian: optional(oneOf("jacobian", ["exact", "difference"]), "how derivatives are had"),
});

const described = object("scenario", {
  model: required(text, "a system that comes with kinetree, or the path of a model file"),
  options: optional(byName(option), "options of the system"),
  inputs: optional(byName(inputShape), "parameters beside the model's, for the start"),
  start: optional(
    object("start", {
      q: optional(startValues, "coordinates by joint"),
      v: optional(startValues, "speeds by joint"),
    }),
    "where a sample starts; zero and at rest if left out",
  ),
  tEnd: required(quantity, "when a sample ends"),
  events: optional(
    byName(
      object("event", {
        when: required(text, "an expression that passes through zero, or a condition that becomes true"),
        direction: optional(oneOf("direction", ["rising", "falling", "both"]), "which passages count"),
        terminal: optional(boolean, "ends the run"),
      }),
    ),
    "instants to look for",
  ),
  formulation: optional(
    oneOf("formulation", [...formulations.map((each) => each.name), "constrained"]),
    "which equations; the constrained ones by an implicit integrator alone",
  ),
  // Samples share one plan, so that none of them can choose on its way.
  integrator: optional(
    oneOf(
      "integrator",
      integrators.filter(({ kind }) => kind !== "automatic").map(({ name }) => name),
    ),
    "which method",
  ),
  implicit: optional(implicitShape, "what an implicit integrator is told"),
  tolerance: optional(positive, "error that may be made"),
  step: optional(positive, "fixed step [s] in place of a tolerance"),
  maxStep: optional(positive, "longest step [s]"),
  maxSteps: optional(count(1), "attempts after which a sample fails"),
  drift: optional(oneOf("drift", ["projection", "baumgarte", "none"]), "what is done about drift of closures"),
});

const named = object("scenario", {
  named: required(text, "a scenario that comes with kinetree"),
  options: optional(byName(option), "its options"),
});

const isNamed = (value: unknown): boolean => typeof value === "object" && value !== null && "named" in value;
/** In code: a function that makes a scenario, or a scenario, which has its model as an object. */
const isCode = (value: unknown): boolean =>
  typeof value === "function" ||
  (typeof value === "object" && value !== null && "model" in value && typeof value.model === "object");

const scenarioShape = either(isCode, anything, either(isNamed, named, described, {}), {
  anyOf: [described.schema, named.schema],
});

const caseShape = object("case", {
  name: required(text, "how its rows are marked"),
  factors: optional(byName(anyText), "what it stands for, as columns"),
  options: optional(byName(option), "options of the scenario"),
  parameters: optional(byName(distributionShape), "distributions in place of the study's"),
  fixed: optional(byName(quantity), "values in place of the study's"),
});

/** What a study must look like, as far as that can be said without its model. */
export const studyShape: Shape = object("study", {
  study: optional(
    simple("1, the version of the format", (value) => value === 1, { const: 1 }),
    "version of the format",
  ),
  name: required(text, "how it and its results are called"),
  title: optional(text, "a line for reports"),
  description: optional(text, "what it asks"),
  scenario: required(scenarioShape, "what is simulated"),
  parameters: optional(byName(distributionShape), "what varies, and how"),
  correlated: optional(
    list(
      object("correlated group", {
        parameters: required(list(text, 2), "which parameters"),
        correlation: required(list(list(number, 2), 2), "their correlations, a square matrix"),
      }),
    ),
    "parameters that vary together",
  ),
  fixed: optional(byName(quantity), "values in place of defaults"),
  cases: optional(list(caseShape, 1), "variants, each with all samples"),
  draws: optional(oneOf("draws", ["common", "independent"]), "whether cases share their draws"),
  sampler: optional(oneOf("sampler", samplerNames), "how samples are spread"),
  samples: optional(count(1), "samples of each case"),
  levels: optional(count(1), "levels of a parameter in a full factorial"),
  seed: optional(count(0), "what the random numbers follow from"),
  outputs: required(byName(outputShape), "what is kept of each sample"),
  stop: optional(
    list(
      object("stop condition", {
        name: required(text, "how outputs call it"),
        when: required(stateNumber, "a condition that becomes true, or an expression that passes through zero"),
      }),
    ),
    "conditions that end a sample",
  ),
});
