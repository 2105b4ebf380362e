/** A change of a sound study, and where and how it is refused. */
export interface StudyMistake {
  readonly name: string;
  readonly changes: Json;
  readonly path: string;
  readonly code: string;
  /** The exact text. */
  readonly message: string;
}

export type Json = Record<string, unknown>;

/** The sound one. */
export const base = {
  name: "swing",
  scenario: {
    model: "pendulum",
    inputs: { angle: "30 deg" },
    start: { q: { hinge: "= angle" } },
    tEnd: "2 s",
    events: { low: { when: "q.hinge", direction: "falling" } },
  },
  parameters: { length: { normal: { mean: "1 m", std: "1 cm" } } },
  samples: 4,
  outputs: { last: { final: "q.hinge" } },
};

export const parameter = (distribution: unknown): Json => ({ parameters: { length: distribution } });
const correlated = (correlation: unknown, parameters = ["length", "mass"]): Json => ({
  parameters: { length: { normal: { mean: 1, std: 0.1 } }, mass: { uniform: { min: 1, max: 2 } } },
  correlated: [{ parameters, correlation }],
});

export const studyMistakes: readonly StudyMistake[] = [
  {
    name: "unknown parameter",
    changes: { parameters: { lenght: { normal: { mean: 1, std: 1 } } } },
    path: "parameters.lenght",
    code: "unknown-parameter",
    message: 'parameter "lenght" is unknown to the model and the inputs of scenario "pendulum". Did you mean "length"?',
  },
  {
    name: "unknown fixed parameter",
    changes: { fixed: { gravty: 1 } },
    path: "fixed.gravty",
    code: "unknown-parameter",
    message:
      'parameter "gravty" is unknown to the model and the inputs of scenario "pendulum". Did you mean "gravity"?',
  },
  {
    name: "unknown key",
    changes: { smaples: 3 },
    path: "smaples",
    code: "unknown-key",
    message: 'study has no field "smaples". Did you mean "samples"?',
  },
  {
    name: "negative spread",
    changes: parameter({ normal: { mean: 1, std: -1 } }),
    path: "parameters.length.normal.std",
    code: "distribution-spread",
    message: "std is -1, must be 0 or more. Give the standard deviation without a sign.",
  },
  {
    name: "min above max",
    changes: parameter({ uniform: { min: 2, max: 1 } }),
    path: "parameters.length.uniform.max",
    code: "distribution-range",
    message: "min is 2 and max 1: max must be above min. Exchange them.",
  },
  {
    name: "min equal to max",
    changes: parameter({ uniform: { min: 1, max: 1 } }),
    path: "parameters.length.uniform.max",
    code: "distribution-range",
    message: 'min is 1 and max 1: max must be above min. Put a parameter that does not vary into "fixed".',
  },
  {
    name: "truncation the wrong way round",
    changes: parameter({ truncatedNormal: { mean: 1, std: 1, min: 2, max: 1 } }),
    path: "parameters.length.truncatedNormal.max",
    code: "distribution-range",
    message: "min is 2 and max 1: max must be above min. Exchange them.",
  },
  {
    name: "truncation without ends",
    changes: parameter({ truncatedNormal: { mean: 1, std: 1 } }),
    path: "parameters.length.truncatedNormal",
    code: "distribution-range",
    message: 'it has neither min nor max. Give one, or write "normal".',
  },
  {
    name: "truncated without spread",
    changes: parameter({ truncatedNormal: { mean: 1, std: 0, min: 0, max: 2 } }),
    path: "parameters.length.truncatedNormal.std",
    code: "distribution-spread",
    message: 'std is 0, must be above 0. Put the parameter into "fixed" instead.',
  },
  {
    name: "log-normal below zero",
    changes: parameter({ logNormal: { median: -1, sigma: 1 } }),
    path: "parameters.length.logNormal.median",
    code: "distribution-range",
    message: "median is -1, must be above 0: a log-normal number is positive. Use another distribution for others.",
  },
  {
    name: "log-normal with negative sigma",
    changes: parameter({ logNormal: { median: 1, sigma: -1 } }),
    path: "parameters.length.logNormal.sigma",
    code: "distribution-spread",
    message: "sigma is -1, must be 0 or more. Give it without a sign.",
  },
  {
    name: "nothing to choose from",
    changes: parameter({ discrete: { values: [] } }),
    path: "parameters.length.discrete.values",
    code: "empty-list",
    message: "a list of 0 must have at least 1 entries. Give at least 1.",
  },
  {
    name: "too few weights",
    changes: parameter({ discrete: { values: [1, 2], weights: [1] } }),
    path: "parameters.length.discrete.weights",
    code: "weights-length",
    message: "there are 1 weights for 2 values. Give one each.",
  },
  {
    name: "negative weight",
    changes: parameter({ discrete: { values: [1, 2], weights: [1, -1] } }),
    path: "parameters.length.discrete.weights[1]",
    code: "weight-negative",
    message: "weight -1 is negative, must be 0 or more. Correct it.",
  },
  {
    name: "no weight",
    changes: parameter({ discrete: { values: [1, 2], weights: [0, 0] } }),
    path: "parameters.length.discrete.weights",
    code: "weights-zero",
    message: "no weight is above 0, so that no value can come. Give one that is.",
  },
  {
    name: "unknown distribution",
    changes: parameter({ normel: { mean: 1, std: 1 } }),
    path: "parameters.length.normel",
    code: "unknown-key",
    message: 'distribution has no field "normel". Did you mean "normal"?',
  },
  {
    name: "two distributions",
    changes: parameter({ normal: { mean: 1, std: 1 }, uniform: { min: 0, max: 1 } }),
    path: "parameters.length",
    code: "distribution-kind",
    message:
      "a distribution must have one of normal, truncatedNormal, uniform, logNormal, discrete; this one has normal and uniform. Keep one.",
  },
  {
    name: "a number for a distribution",
    changes: parameter(3),
    path: "parameters.length",
    code: "wrong-type",
    message: "3 must be an object with one of normal, truncatedNormal, uniform, logNormal, discrete. Write one.",
  },
  {
    name: "wrong unit",
    changes: parameter({ normal: { mean: "1 kg", std: 1 } }),
    path: "parameters.length.normal.mean",
    code: "wrong-dimension",
    message: '"1 kg" measures mass [kg], must measure quantity [m], such as "2 m". Change the unit or the field.',
  },
  {
    name: "outside of the parameter's range",
    changes: parameter({ uniform: { min: -1, max: 1 } }),
    path: "parameters.length",
    code: "parameter-range",
    message: 'it reaches -1, but "length" must lie from 0 to ∞. Narrow the distribution.',
  },
  {
    name: "fixed and distributed",
    changes: { fixed: { length: 1 } },
    path: "fixed.length",
    code: "fixed-and-distributed",
    message: 'parameter "length" is fixed here and distributed in "parameters". Keep one.',
  },
  {
    name: "no samples",
    changes: { samples: 0 },
    path: "samples",
    code: "wrong-type",
    message: "0 must be a whole number of at least 1. Write one.",
  },
  {
    name: "half a sample",
    changes: { samples: 1.5 },
    path: "samples",
    code: "wrong-type",
    message: "1.5 must be a whole number of at least 1. Write one.",
  },
  {
    name: "samples missing",
    changes: { samples: undefined },
    path: "",
    code: "samples-missing",
    message: 'a study needs "samples": how many there are of each case. Add it.',
  },
  {
    name: "negative seed",
    changes: { seed: -1 },
    path: "seed",
    code: "wrong-type",
    message: "-1 must be a whole number of at least 0. Write one.",
  },
  {
    name: "unknown sampler",
    changes: { sampler: "monte carlo" },
    path: "sampler",
    code: "unknown-sampler",
    message: 'sampler "monte carlo" is unknown. Did you mean "monte-carlo"?',
  },
  {
    name: "levels without a factorial",
    changes: { levels: 3 },
    path: "levels",
    code: "levels-without-effect",
    message: "only a full factorial has levels. Leave them out.",
  },
  {
    name: "factorial without levels",
    changes: { sampler: "full-factorial", samples: undefined },
    path: "parameters.length",
    code: "levels-missing",
    message: 'a full factorial needs to know the levels of "length". Add "levels".',
  },
  {
    name: "factorial with another number of samples",
    changes: { sampler: "full-factorial", levels: 3 },
    path: "samples",
    code: "factorial-samples",
    message: "samples is 4, but there are 3 combinations of levels. Leave it out.",
  },
  {
    name: "unknown model",
    changes: { scenario: { ...base.scenario, model: "pendulm" } },
    path: "scenario.model",
    code: "unknown-system",
    message: 'system "pendulm" is unknown. Did you mean "pendulum"?',
  },
  {
    name: "unknown option",
    changes: { scenario: { ...base.scenario, options: { lenth: 2 } } },
    path: "scenario.model",
    code: "unknown-option",
    message: 'system "pendulum": option "lenth" = 2 is unknown. Did you mean "length"?',
  },
  {
    name: "unknown scenario",
    changes: { scenario: { named: "pendulun" } },
    path: "scenario",
    code: "unknown-scenario",
    message: 'scenario "pendulun" is unknown. Did you mean "pendulum"?',
  },
  {
    name: "a start of unknown numbers",
    changes: { scenario: { ...base.scenario, start: { q: { hinge: "= angel" } } } },
    path: "scenario.start.q.hinge",
    code: "unknown-parameter",
    message: '"angel" is neither a parameter of the model nor an input of the scenario. Did you mean "angle"?',
  },
  {
    name: "a start of unknown joints",
    changes: { scenario: { ...base.scenario, start: { q: { hing: 1 } } } },
    path: "scenario.start.q.hing",
    code: "unknown-joint",
    message: 'joint "hing" is unknown. Did you mean "hinge"?',
  },
  {
    name: "a start in another unit",
    changes: { scenario: { ...base.scenario, start: { q: { hinge: "10 kg" } } } },
    path: "scenario.start.q.hinge",
    code: "wrong-dimension",
    message: '"10 kg" measures mass [kg], must measure quantity [rad], such as "2 rad". Change the unit or the field.',
  },
  {
    name: "a tolerance below zero",
    changes: { scenario: { ...base.scenario, tolerance: -1 } },
    path: "scenario.tolerance",
    code: "wrong-type",
    message: "-1 must be a number above 0. Write one.",
  },
  {
    name: "no time",
    changes: { scenario: { ...base.scenario, tEnd: 0 } },
    path: "scenario.tEnd",
    code: "not-positive",
    message: "tEnd is 0 s, must be above 0.",
  },
  {
    name: "time in metres",
    changes: { scenario: { ...base.scenario, tEnd: "2 m" } },
    path: "scenario.tEnd",
    code: "wrong-dimension",
    message: '"2 m" measures length [m], must measure quantity [s], such as "2 s". Change the unit or the field.',
  },
  {
    name: "unknown channel",
    changes: { outputs: { last: { final: "q.hing" } } },
    path: "outputs.last.final",
    code: "unknown-channel",
    message:
      'channel "q.hing" is unknown. Did you mean "q.hinge"? Give a group (q, v, vdot, pos, quat, vel, omega, acc, alpha, load, contact, deflection, section, energy, com, momentum, angmom), a group with a body, joint, contact or station ("pos.arm"), one number ("pos.arm.x"), a section of a beam in percent of its length ("section.boom.25.my"), or an expression with a name of your own ("reach = pos.arm.x + 0.1").',
  },
  {
    name: "several numbers",
    changes: { outputs: { last: { final: "pos.bob" } } },
    path: "outputs.last.final",
    code: "channel-of-many",
    message: 'channel "pos.bob" is more than one number. Name one, such as "pos.bob.x".',
  },
  {
    name: "neither channel nor parameter",
    changes: { outputs: { last: { final: "lenght" } } },
    path: "outputs.last.final",
    code: "unknown-channel",
    message:
      '"lenght" is neither a channel ("pos.arm.x", "q.hinge") nor a parameter of the model. Did you mean "length"?',
  },
  {
    name: "an input where the model looks",
    changes: { outputs: { last: { final: "q.hinge - angle" } } },
    path: "outputs.last.final",
    code: "input-in-channel-expression",
    message:
      '"angle" is an input of the scenario, which the running model does not know. Keep the channel as an output, and use the input in an "expression" or "predicate" of it.',
  },
  {
    name: "unknown event",
    changes: { outputs: { when: { timeOf: "lo" } } },
    path: "outputs.when.timeOf",
    code: "unknown-event",
    message: 'event "lo" is unknown. Did you mean "low"?',
  },
  {
    name: "unknown name in an expression",
    changes: { outputs: { twice: { expression: "2*lastt" }, last: { final: "q.hinge" } } },
    path: "outputs.twice.expression",
    code: "unknown-name",
    message: '"lastt" is neither an output nor a parameter. Did you mean "last"?',
  },
  {
    name: "a channel in an expression",
    changes: { outputs: { twice: { expression: "2*q.hinge" } } },
    path: "outputs.twice.expression",
    code: "unknown-name",
    message:
      '"q.hinge" is neither an output nor a parameter. Channels belong in max, min, maxAbs or final: define such an output and use its name. Known: "twice", "length", "mass", "gravity", "angle", "t".',
  },
  {
    name: "expressions in a circle",
    changes: { outputs: { a: { expression: "b" }, b: { expression: "a" } } },
    path: "outputs.a",
    code: "output-cycle",
    message: "outputs depend on each other in a cycle: a -> b -> a. Break it.",
  },
  {
    name: "a condition that is none",
    changes: { outputs: { x: { predicate: "1 < 2 <" } } },
    path: "outputs.x.predicate",
    code: "condition-syntax",
    message: 'condition "1 < 2 <" compares more than two numbers in a row. Write "1 < x and x < 2" for "1 < x < 2".',
  },
  {
    name: "an output called like a column",
    changes: { outputs: { end: { final: "q.hinge" } } },
    path: "outputs.end",
    code: "duplicate-column",
    message: '"end" would be the second column of that name in the results (output and end). Rename it.',
  },
  {
    name: "an output called like a parameter",
    changes: { outputs: { length: { final: "q.hinge" } } },
    path: "outputs.length",
    code: "duplicate-column",
    message: '"length" would be the second column of that name in the results (parameter and output). Rename it.',
  },
  {
    name: "time of what has none",
    changes: { outputs: { last: { final: "q.hinge", time: true } } },
    path: "outputs.last.time",
    code: "time-without-extreme",
    message: "only max, min and maxAbs have a time. Remove it.",
  },
  {
    name: "a stop that asks for equality",
    changes: { stop: [{ name: "s", when: "q.hinge == 0" }] },
    path: "stop[0].when",
    code: "condition-equality",
    message:
      'event "s" asks for equality, which a motion has for an instant only. Write the difference ("a - b"), which passes through zero.',
  },
  {
    name: "a stop called like an event",
    changes: { stop: [{ name: "low", when: "q.hinge > 2" }] },
    path: "stop[0].name",
    code: "duplicate-event",
    message: '"low" is the name of another event. Rename one.',
  },
  {
    name: "the same case twice",
    changes: { cases: [{ name: "a" }, { name: "a" }] },
    path: "cases[1].name",
    code: "duplicate-case",
    message: 'case "a" is there twice. Rename one.',
  },
  {
    name: "an unknown parameter of a case",
    changes: { cases: [{ name: "a", fixed: { lenght: 1 } }] },
    path: "cases[0].fixed.lenght",
    code: "unknown-parameter",
    message: 'parameter "lenght" is unknown to the model and the inputs of scenario "pendulum". Did you mean "length"?',
  },
  {
    name: "correlation: not symmetric",
    changes: correlated([
      [1, 0.5],
      [0.4, 1],
    ]),
    path: "correlated[0].correlation[1][0]",
    code: "correlation-symmetry",
    message: "0.4 here and 0.5 in row 0, column 1: the matrix must be symmetric. Make them equal.",
  },
  {
    name: "correlation: no ones",
    changes: correlated([
      [1, 0.5],
      [0.5, 2],
    ]),
    path: "correlated[0].correlation[1][1]",
    code: "correlation-diagonal",
    message: "2 stands on the diagonal, where 1 must be. Write 1.",
  },
  {
    name: "correlation: too large",
    changes: correlated([
      [1, 1.5],
      [1.5, 1],
    ]),
    path: "correlated[0].correlation[1][0]",
    code: "correlation-range",
    message: "1.5 is no correlation, which lies between -1 and 1.",
  },
  {
    name: "correlation: too small",
    changes: correlated([[1, 0.5]]),
    path: "correlated[0].correlation",
    code: "empty-list",
    message: "a list of 1 must have at least 2 entries. Give at least 2.",
  },
  {
    name: "correlation: a parameter that does not vary",
    changes: correlated(
      [
        [1, 0.5],
        [0.5, 1],
      ],
      ["length", "gravity"],
    ),
    path: "correlated[0].parameters[1]",
    code: "unknown-parameter",
    message:
      '"gravity" does not vary in every case. Known: "length", "mass". Give it a distribution, or take it out of the group.',
  },
  {
    name: "correlation: the same parameter twice",
    changes: correlated(
      [
        [1, 0.5],
        [0.5, 1],
      ],
      ["length", "length"],
    ),
    path: "correlated[0].parameters[1]",
    code: "correlated-twice",
    message: '"length" is in two groups, or twice in one. Join them.',
  },
  {
    name: "correlation: one that no numbers can have",
    changes: {
      parameters: Object.fromEntries(
        ["length", "mass", "gravity"].map((name) => [name, { uniform: { min: 1, max: 2 } }]),
      ),
      correlated: [
        {
          parameters: ["length", "mass", "gravity"],
          correlation: [
            [1, 0.9, -0.9],
            [0.9, 1, 0.9],
            [-0.9, 0.9, 1],
          ],
        },
      ],
    },
    path: "correlated[0].correlation",
    code: "correlation-not-definite",
    message: "no numbers can have these correlations at once: the matrix is not positive definite. Make them smaller.",
  },
];
