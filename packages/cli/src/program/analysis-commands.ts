import type { CommandSpec } from "../command-spec.js";
import {
  forceOption,
  formulationOfRunOption,
  formulationOption,
  formulationsOption,
  driftOption,
  integratorOptions,
  jsonOption,
  modelArgument,
  modelOptions,
  outOption,
  quietOption,
  stateOption,
} from "./shared-options.js";

const pinOption = {
  flags: "--pin <JOINT[.I]>",
  description: "joint, or one coordinate of it, that stands still",
  repeatable: true,
  completes: "nothing",
} as const;

const study = "Studies";

const inputsOption = {
  flags: "--inputs <KIND>",
  description: "what drives the model: actuators, or forces along all joints (default: actuators if there are any)",
  choices: ["actuators", "forces"],
} as const;

export const analysisCommands: readonly CommandSpec[] = [
  {
    name: "eval",
    group: "Analyse",
    summary: "accelerations, forces and energies in one state",
    description:
      "Evaluates MODEL in --state: accelerations, mass matrix M and bias with M vdot + bias = tau, energies, joint " +
      "reactions [torque, force] of the parent on the child at the joint frame on the child, and where bodies are. With " +
      "loops and couplers also forces of the closures, which reactions are not unique, and mass matrix and bias in " +
      "independent speeds. --accelerations asks for the forces that bring about a motion.",
    arguments: [modelArgument],
    options: [
      stateOption,
      formulationOption,
      {
        flags: "--accelerations <JSON>",
        description:
          'accelerations to bring about, by joint, like {"crank": 3}; loops and couplers must determine the rest',
        completes: "nothing",
      },
      {
        flags: "--drive <NAME>",
        description:
          "joint, speed of a joint (JOINT.I) or actuator that brings them about (default: all independent speeds)",
        repeatable: true,
        completes: "nothing",
      },
      ...modelOptions,
      quietOption,
      jsonOption,
    ],
    examples: [
      ['kinetree eval double-pendulum --state \'{"q": {"shoulder": 0.5}}\'', "a state on the command line"],
      [
        'kinetree eval examples/robots/panda.urdf --state \'{"q": {"panda_joint4": -1.5}}\' --json | jq .vdot',
        "for scripts",
      ],
      [
        'kinetree eval four-bar --state \'{"q": {"crank": 0.7}}\' --accelerations \'{"crank": 3}\' --drive rocker',
        "torque of a motor at the rocker",
      ],
    ],
    load: async () => (await import("../commands/eval.js")).evaluate,
  },
  {
    name: "equilibrium",
    group: "Analyse",
    summary: "find a position of rest",
    description: "Finds where MODEL rests, starting from --state, and writes a state file that --state takes.",
    arguments: [modelArgument],
    options: [
      stateOption,
      outOption("state file to write"),
      {
        flags: "--find <WHICH>",
        description: 'where it would settle, or the nearest balance even if it is unstable (default: "stable")',
        choices: ["stable", "nearest"],
      },
      pinOption,
      {
        flags: "--tolerance <NUMBER>",
        description: "residual force relative to the weight (default: 1e-10)",
        completes: "nothing",
      },
      { flags: "--max-iterations <COUNT>", description: "steps before giving up (default: 200)", completes: "nothing" },
      ...modelOptions,
      forceOption,
      quietOption,
      jsonOption,
    ],
    examples: [
      ["kinetree equilibrium examples/models/quarter-car.json --out rest.json", "where the car stands"],
      ['kinetree equilibrium pendulum --find nearest --state \'{"q": {"hinge": 3}}\'', "balanced upright"],
    ],
    load: async () => (await import("../commands/equilibrium.js")).findEquilibrium,
  },
  {
    name: "linearize",
    group: "Analyse",
    summary: "matrices A and B of the linearised model",
    description:
      "Linearizes MODEL about --state: x' = A x + B w with x = [departures of position, departures of speed]; prints A, B, " +
      "the names of their rows and columns, and the eigenvalues of A. With loops and couplers, x holds the independent coordinates " +
      "and speeds. --descriptor eliminates nothing: E x' = A x + B w with all coordinates, speeds and forces of closures.",
    arguments: [modelArgument],
    options: [
      stateOption,
      inputsOption,
      { flags: "--descriptor", description: "E, A and B of all coordinates, about a state of rest" },
      outOption("file to write: .json, or .csv with the matrices side by side"),
      ...modelOptions,
      forceOption,
      quietOption,
      jsonOption,
    ],
    examples: [
      ["kinetree linearize examples/models/cart-pole.xml --json", "matrices for a controller"],
      ["kinetree linearize double-pendulum --out linear.csv", "for a spreadsheet"],
      ["kinetree linearize spatial-slider-crank --descriptor --json", "with the forces of its closures"],
    ],
    load: async () => (await import("../commands/linearize.js")).linearizeModel,
  },
  {
    name: "modes",
    group: "Analyse",
    summary: "natural frequencies and mode shapes",
    description:
      "Frequencies, damping ratios and shapes of small motions about an equilibrium, which --state gives or --settle finds.",
    arguments: [modelArgument],
    options: [
      stateOption,
      { flags: "--settle", description: "find the equilibrium first, starting from --state" },
      { flags: "--unloaded", description: "leave wrenches and joint forces out, which are given over time" },
      { flags: "--undamped", description: "leave dampers out" },
      { flags: "--count <COUNT>", description: "only so many, the lowest (default: all)", completes: "nothing" },
      pinOption,
      ...modelOptions,
      quietOption,
      jsonOption,
    ],
    examples: [
      ["kinetree modes double-pendulum", "about hanging straight down"],
      ["kinetree modes examples/models/quarter-car.json --settle --json", "about the position of rest"],
      [
        "kinetree modes flexible-arm --settle --pin shoulder --pin elbow --count 4",
        "of an arm whose joints are locked",
      ],
    ],
    load: async () => (await import("../commands/modes.js")).findModes,
  },
  {
    name: "compare",
    group: "Analyse",
    summary: "run every formulation that supports a model and compare the results",
    description:
      "Runs MODEL from --state to --t-end by every formulation that supports it and prints the largest differences of " +
      "accelerations (in the start state), motion and joint loads from the plainest of them, closure error, energy " +
      "balance and time. A formulation that fails is told with its reason; the others are compared. Exit code 1 if they " +
      "disagree (DISAGREE), or if one of them fails (FAILED).",
    arguments: [modelArgument],
    options: [
      {
        flags: "-t, --t-end <TIME>",
        description: 'end, in seconds or with a unit ("2 min"; default: 1 s after the start)',
        completes: "nothing",
      },
      stateOption,
      formulationsOption,
      {
        flags: "--plot <FILE>",
        description: "picture of the differences over time to write, .svg or .png; several times for both",
        repeatable: true,
        completes: "file",
      },
      {
        flags: "--samples <COUNT>",
        description: "intervals between compared states (default: 200)",
        completes: "nothing",
      },
      ...integratorOptions,
      driftOption,
      ...modelOptions,
      { flags: "--no-progress", description: "no progress bar" },
      quietOption,
      jsonOption,
    ],
    examples: [
      ["kinetree compare four-bar --t-end 2", "all that take it"],
      [
        "kinetree compare double-pendulum --formulations articulated,mass-matrix --plot apart.svg",
        "two, with a picture",
      ],
      ["kinetree compare double-pendulum --tolerance 1e-10 --json | jq .verdict", "for scripts"],
    ],
    load: async () => (await import("../commands/compare/compare.js")).compare,
  },
  {
    name: "explain",
    group: "Analyse",
    summary: "sizes, costs and drift of the formulations, and which one is the default",
    description:
      "Prints how large MODEL is (loops, closure rows, redundant ones by name, degrees of freedom), and for each formulation " +
      "whether it supports the model, the size of its equations, predicted and measured cost of one evaluation, and the closure " +
      "error after a second of motion from --state; then which one is the default, and why; and how stiff the model is " +
      "there: the mode that bounds explicit steps, and the recommended integrator.",
    arguments: [modelArgument],
    options: [
      stateOption,
      { flags: "--seconds <TIME>", description: "time for each measurement (default: 0.2 s)", completes: "nothing" },
      ...modelOptions,
      { flags: "--no-progress", description: "no progress bar" },
      quietOption,
      jsonOption,
    ],
    examples: [
      ["kinetree explain four-bar", "a mechanism with a loop"],
      ["kinetree explain examples/robots/ur5.urdf --json | jq .chosen", "for scripts"],
    ],
    load: async () => (await import("../commands/explain.js")).explain,
  },
  {
    name: "bench",
    group: "Analyse",
    summary: "measure models on this machine, or repeat published comparisons",
    description:
      "Measures compile time, time per acceleration, steps per second and real-time factor of each MODEL, of all built-in ones if " +
      "none is named. In place of a model, a study repeats a published comparison, figure by figure: thesis (products, solvers and " +
      "joint orderings of the augmented formulation), closed-chain (closed-chain suspensions by three formulations), change-points (rows of " +
      "four-bars through their change points by each formulation and integrator), vehicle (the HMMWV on its tyres: speed and error by its " +
      "parts, compared with MuJoCo), flexible (sixteen " +
      "space platforms of rigid and flexible links, order N compared with a dense mass matrix), pendulum (the n-body pendulum by four ways " +
      "to solve for corrections; with other models or --seconds, the model of that name) or study (4,800 " +
      "landings on Europa: time, lanes, workers, tolerance, memory, compared with MuJoCo). " +
      "A figure that is not reached is reported and is not an error.",
    arguments: [
      {
        ...modelArgument,
        description: `${modelArgument.description}; or a study: thesis, closed-chain, change-points, vehicle, flexible, pendulum, study`,
        optional: true,
        several: true,
      },
    ],
    options: [
      { flags: "--seconds <TIME>", description: "time for each measurement (default: 0.3 s)", completes: "nothing" },
      formulationOfRunOption,
      ...integratorOptions,
      ...modelOptions,
      { flags: "--quick", description: "small sizes, to see that it works", group: study },
      {
        flags: "--cases <LIST>",
        description: "of flexible alone: which of the sixteen, such as 1-4,16 (default: all)",
        group: study,
        completes: "nothing",
      },
      {
        flags: "--sizes <LIST>",
        description: "of pendulum alone: numbers of bodies that all four schemes run (default: 1-10)",
        group: study,
        completes: "nothing",
      },
      {
        flags: "--large <LIST>",
        description: "of pendulum alone: those of the scheme of linear cost (default: 100,1000,10000)",
        group: study,
        completes: "nothing",
      },
      {
        flags: "--report <COUNT>",
        description:
          "of pendulum alone: nothing but the motion of so many bodies, as a table and a drawing of successive positions in --out",
        group: study,
        completes: "nothing",
      },
      {
        flags: "-t, --t-end <TIME>",
        description:
          'of flexible, and of pendulum --report: length of runs, in seconds or with a unit (default: "100 s" and "1 s")',
        group: study,
        completes: "nothing",
      },
      {
        flags: "-o, --out <FOLDER>",
        description: "folder for tables (.csv), plots (.svg, some also .png) and all of it (report.json)",
        group: study,
        completes: "file",
      },
      { ...forceOption, description: "replace existing files", group: study },
      { flags: "--no-progress", description: "no progress bar", group: study },
      quietOption,
      jsonOption,
    ],
    examples: [
      ["kinetree bench", "all built-in models"],
      ["kinetree bench examples/robots/quadruped.urdf --base free --json", "one from a file"],
      ["kinetree bench thesis --quick --out thesis", "a study, with tables and plots"],
      ["kinetree bench pendulum --report 3 --out swing", "the motion of three bodies, and a drawing of it"],
    ],
    load: async () => (await import("../commands/bench/bench.js")).bench,
  },
];
