import type { CommandSpec, OptionSpec } from "../command-spec.js";
import { forceOption, jsonOption, quietOption } from "./shared-options.js";

const group = "Vehicles";
const measurements = "Measurements";

const setOption: OptionSpec = {
  flags: "--set <NAME=VALUE>",
  description: 'option of the test, in its unit or with another one ("radius=50", "speed=80 km/h")',
  repeatable: true,
  completes: "nothing",
};

const listOption: OptionSpec = { flags: "--list", description: "list them; with NAME, the options of that one" };

const outputOptions: readonly OptionSpec[] = [
  {
    flags: "--out <DIR>",
    description: "folder for report.json, the tables and the channels as CSV",
    completes: "file",
  },
  { flags: "--plots <DIR>", description: "folder for the curves as SVG", completes: "file" },
  {
    flags: "--measured <FILE>",
    description: "measured channels, CSV with a column time: laid over those of the test, and scored",
    group: measurements,
    completes: "file",
  },
  {
    flags: "--delay <TIME>",
    description: "added to the measured times, whose clock started elsewhere (default: 0)",
    group: measurements,
    completes: "nothing",
  },
  forceOption,
  { flags: "--no-progress", description: "no progress bar" },
  quietOption,
  jsonOption,
];

const test: CommandSpec = {
  name: "test",
  group,
  summary: "drive a vehicle through a standard test",
  description:
    "Drives --vehicle through the standard test NAME: numbers with units, limits and verdicts where the norm has them, tables and " +
    "curves. With --measured, channels of a file are laid over those of the test.",
  arguments: [{ name: "NAME", description: "a test (see --list)", optional: true, completes: "nothing" }],
  options: [
    listOption,
    { flags: "--vehicle <NAME>", description: "a vehicle (see --list; default: hmmwv)", completes: "nothing" },
    { flags: "--tyre <NAME>", description: "law of its tyres (see --list; default: tmeasy)", completes: "nothing" },
    {
      flags: "--friction <NUMBER>",
      description: "coefficient of friction of the road (default: that of the tyres' data)",
      completes: "nothing",
    },
    {
      flags: "--load <MASS>",
      description: "payload at the mass centre of the chassis (default: 0 kg)",
      completes: "nothing",
    },
    setOption,
    {
      flags: "--vary <NAME=LIST>",
      description:
        'runs all combinations of values: options of the test, tyre, friction, load ("tyre=tmeasy,pac2002"); prints a table',
      repeatable: true,
      completes: "nothing",
    },
    ...outputOptions,
  ],
  examples: [
    ["kinetree test --list", "tests, vehicles and tyres"],
    ["kinetree test iso4138 --list", "options of a test"],
    ["kinetree test iso4138 --vehicle double-track --tyre pac2002 --json", "a steady circle, for scripts"],
    ['kinetree test braking --vehicle double-track --set "speed=80 km/h" --plots braking', "curves as pictures"],
    ["kinetree test braking --vehicle double-track --vary tyre=tmeasy,brush --vary friction=0.4,0.8", "a study"],
  ],
  load: async () => (await import("../commands/vehicle/test.js")).test,
};

const rig: CommandSpec = {
  name: "rig",
  group,
  summary: "hold a part of a vehicle on a rig and move it",
  description:
    "Holds a part of a vehicle on the rig NAME and moves it through a sweep: curves of forces, and the numbers that follow from them.",
  arguments: [{ name: "NAME", description: "a rig (see --list)", optional: true, completes: "nothing" }],
  options: [listOption, setOption, ...outputOptions],
  examples: [
    ["kinetree rig --list", "all rigs"],
    [
      "kinetree rig tyre --set sweep=angle --set load=5000 --plots curves",
      "side force and aligning torque of all laws",
    ],
  ],
  load: async () => (await import("../commands/vehicle/rig.js")).rig,
};

/** Commands about vehicles. */
export const vehicleCommands: readonly CommandSpec[] = [test, rig];
