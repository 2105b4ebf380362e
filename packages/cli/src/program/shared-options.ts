import { integrators, loopClosings } from "kinetree";
import type { ArgumentSpec, OptionSpec } from "../command-spec.js";

/* Options that mean the same wherever they are. */

export const modelArgument: ArgumentSpec = {
  name: "MODEL",
  description: 'a file (.json, .urdf, .xml, .mjcf; "-" for standard input) or a built-in name (see kinetree models)',
  completes: "model",
};

const model = "Model";
export const modelOptions: readonly OptionSpec[] = [
  {
    flags: "--set <NAME=VALUE>",
    description: 'value of a parameter, SI or with a unit ("length=30 cm")',
    repeatable: true,
    group: model,
    completes: "parameter",
  },
  {
    flags: "--ground <TERRAIN=GROUND>",
    description:
      'ground of a terrain that takes one: a kind ("road=iso-8608"), a JSON file, or the JSON itself ("road={kind: ...}")',
    repeatable: true,
    group: model,
    completes: "nothing",
  },
  {
    flags: "--size <NAME=VALUE>",
    description: 'size of a built-in model ("n=20"; kinetree models NAME lists them)',
    repeatable: true,
    group: model,
    completes: "size",
  },
  {
    flags: "--base <KIND>",
    description: 'how a robot of URDF or MJCF stands: fixed to the ground, or free with the joint "root"',
    group: model,
    choices: ["fixed", "free"],
  },
  {
    flags: "--format <FORMAT>",
    description: "format of MODEL where its name does not tell, as on standard input",
    group: model,
    choices: ["json", "urdf", "mjcf"],
  },
  {
    flags: "--strict",
    description: "refuse mass properties that no body can have instead of warning",
    group: model,
  },
];

export const stateOption: OptionSpec = {
  flags: "--state <FILE>",
  description: 'joint positions, speeds and forces: a JSON file, "-", or the JSON itself',
  completes: "file",
};

export const formulationOption: OptionSpec = {
  flags: "--formulation <NAME>",
  description: "equations that give the accelerations; the results agree to rounding",
  choices: ["articulated", "mass-matrix", "tree-augmented", "embedded", "partitioned", "augmented"],
};

/** Where an integrator may solve the equations themselves. */
export const formulationOfRunOption: OptionSpec = {
  ...formulationOption,
  description: `${formulationOption.description}. "constrained" leaves them, with the forces of loops, to an implicit integrator`,
  choices: [...(formulationOption.choices ?? []), "constrained"],
};

export const formulationsOption: OptionSpec = {
  flags: "--formulations <LIST>",
  description: 'which ones, comma separated ("mass-matrix,embedded"; default: all that support the model)',
  ...(formulationOfRunOption.choices === undefined ? {} : { choices: formulationOfRunOption.choices }),
};

const accuracy = "Accuracy";
const implicitNames = integrators.filter(({ kind }) => kind === "implicit").map(({ name }) => name);
export const integratorOptions: readonly OptionSpec[] = [
  {
    flags: "--integrator <NAME>",
    description:
      `method that advances time (default: dormand-prince). ${implicitNames[0]} to ${implicitNames.at(-1)} are implicit, for stiff models; ` +
      "auto takes dormand-prince, and an implicit one where that is held back by stability",
    group: accuracy,
    choices: integrators.map(({ name }) => name),
  },
  {
    flags: "--tolerance <NUMBER>",
    description: "error allowed over a hundred steps, relative (default: 1e-8)",
    group: accuracy,
    completes: "nothing",
  },
  {
    flags: "--dt <TIME>",
    description: 'fixed step instead of a tolerance, in seconds or with a unit ("1 ms")',
    group: accuracy,
    completes: "nothing",
  },
  {
    flags: "--max-step <TIME>",
    description: 'longest step that the tolerance may lead to, in seconds or with a unit ("1 ms"; default: no bound)',
    group: accuracy,
    completes: "nothing",
  },
  {
    flags: "--max-steps <COUNT>",
    description:
      "attempts after which a run gives up (default: ten million with a tolerance, no bound with a fixed step)",
    group: accuracy,
    completes: "nothing",
  },
];

const implicit = "Implicit integrators";
export const implicitOptions: readonly OptionSpec[] = [
  {
    flags: "--max-order <ORDER>",
    description: "of bdf: highest order, 1 to 5 (default: 5); 2 is stable for oscillations too",
    group: implicit,
    completes: "nothing",
  },
  {
    flags: "--rho <NUMBER>",
    description: "of generalized-alpha: spectral radius at infinite frequency, 0 to 1 (default: 0.8)",
    group: implicit,
    completes: "nothing",
  },
  {
    flags: "--alpha <NUMBER>",
    description: "of hht: -1/3 (most damping) to 0 (none; default: -0.1)",
    group: implicit,
    completes: "nothing",
  },
  {
    flags: "--jacobian <KIND>",
    description: "derivatives traced from the model, or by differences to check them (default: exact)",
    group: implicit,
    choices: ["exact", "difference"],
  },
];

export const closureOption: OptionSpec = {
  flags: "--closure <KIND>",
  description: "with --formulation embedded: loops closed by formulas, or by iteration (default: formulas if planar)",
  group: accuracy,
  choices: loopClosings,
};

export const driftOption: OptionSpec = {
  flags: "--drift <KIND>",
  description: "how drift of loop constraints is corrected (default: projection)",
  group: accuracy,
  choices: ["projection", "baumgarte", "none"],
};

export const driftRateOption: OptionSpec = {
  flags: "--drift-rate <RATE>",
  description: "with --drift baumgarte: rate at which loop errors decay, 1/s (default: 0.5 / step)",
  group: accuracy,
  completes: "nothing",
};

export const jsonOption: OptionSpec = {
  flags: "--json",
  description: 'print one JSON document on standard output; errors as {"error": …}',
};

export const quietOption: OptionSpec = { flags: "-q, --quiet", description: "no warnings and no progress" };

export const failOnWarningOption: OptionSpec = {
  flags: "--fail-on-warning",
  description: "exit with 1 if energy or closures are off by more than 100 times the tolerance",
};

export const outOption = (description: string): OptionSpec => ({
  flags: "-o, --out <FILE>",
  description,
  completes: "file",
});

export const forceOption: OptionSpec = { flags: "-f, --force", description: "replace an existing file" };
