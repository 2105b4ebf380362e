import type { CommandSpec } from "../command-spec.js";
import {
  closureOption,
  driftOption,
  driftRateOption,
  failOnWarningOption,
  formulationOfRunOption,
  implicitOptions,
  integratorOptions,
  jsonOption,
  modelArgument,
  modelOptions,
  outOption,
  quietOption,
  stateOption,
} from "./shared-options.js";

const recording = "Recording";
const safety = "Checkpoints";

export const simulateCommands: readonly CommandSpec[] = [
  {
    name: "run",
    group: "Simulate",
    summary: "simulate a model and record the result",
    description:
      "Simulates MODEL from --state to --t-end and writes the columns time, q.*, v.* and pos.* to --out. Ctrl-C ends a run " +
      "where it is: what was recorded by then is complete on disk.",
    arguments: [modelArgument],
    options: [
      {
        flags: "-t, --t-end <TIME>",
        description: 'end, in seconds or with a unit ("2 min"; default: 10)',
        completes: "nothing",
      },
      stateOption,
      outOption(
        "result file: .csv, .parquet or .mcap, or - for CSV on standard output; without it only the summary is printed",
      ),
      formulationOfRunOption,
      ...integratorOptions,
      closureOption,
      driftOption,
      driftRateOption,
      ...implicitOptions,
      {
        flags: "--channels <LIST>",
        description: 'more columns, comma separated: "quat,vel.arm,energy,load.*,tip=pos.arm.x-0.1"',
        repeatable: true,
        group: recording,
        completes: "channel",
      },
      {
        flags: "--rate <HZ>",
        description: "rows per second of simulated time",
        group: recording,
        completes: "nothing",
      },
      {
        flags: "--every <TIME>",
        description: "time between rows (default: a thousandth of the run)",
        group: recording,
        completes: "nothing",
      },
      {
        flags: "--checkpoint <FILE>",
        description: "keep a file from which kinetree resume continues",
        group: safety,
        completes: "file",
      },
      {
        flags: "--checkpoint-every <TIME>",
        description: "wall time between checkpoints, all that a kill can lose (default: 10 s)",
        group: safety,
        completes: "nothing",
      },
      failOnWarningOption,
      ...modelOptions,
      { flags: "--no-progress", description: "no progress bar" },
      quietOption,
      jsonOption,
    ],
    examples: [
      ["kinetree run double-pendulum --t-end 10 --channels energy --out swing.csv", "ten seconds of a built-in model"],
      [
        'kinetree run examples/robots/quadruped.urdf --base free --state \'{"q": {"root": [0, 0, 1, 1, 0, 0, 0]}}\' --out fall.parquet',
        "a robot from a file",
      ],
      [
        "kinetree run examples/models/arm.json --set length=30cm --dt 1ms --integrator rk4 --rate 100 --out arm.csv",
        "fixed steps",
      ],
      [
        "kinetree run examples/models/bushing-pendulum.json --integrator bdf --t-end 2",
        "a stiff model, by an implicit integrator",
      ],
      [
        "kinetree run examples/models/arm.json --channels quat,energy,tip=pos.hand.x-0.1 --out arm.mcap",
        "more columns, for Foxglove",
      ],
      [
        'kinetree run lander --t-end "2 min" --out landing.parquet --checkpoint landing.checkpoint',
        "a long run, safe against kills",
      ],
    ],
    load: async () => (await import("../commands/run.js")).run,
  },
  {
    name: "resume",
    group: "Simulate",
    summary: "continue a run from its checkpoint",
    description:
      "Continues a run that was interrupted or killed. The checkpoint holds the model and all options; the finished " +
      "result has the same bytes as that of a run that was never interrupted.",
    arguments: [{ name: "CHECKPOINT", description: "file that kinetree run --checkpoint wrote", completes: "file" }],
    options: [
      {
        flags: "--checkpoint-every <TIME>",
        description: "wall time between checkpoints (default: as before)",
        completes: "nothing",
      },
      failOnWarningOption,
      { flags: "--no-progress", description: "no progress bar" },
      quietOption,
      jsonOption,
    ],
    examples: [["kinetree resume landing.checkpoint", "needs nothing else"]],
    load: async () => (await import("../commands/resume.js")).resume,
  },
  {
    name: "plot",
    group: "Simulate",
    summary: "plot channels of a result",
    description:
      "Draws CHANNELs of RESULT over time. On a terminal it draws there; elsewhere it writes an SVG and a PNG next to RESULT, " +
      "and prints their names. --out names the pictures. A group (q, pos.arm) and * stand for all that fit; without a " +
      "channel, the columns are listed.",
    arguments: [
      { name: "RESULT", description: "a result file: .csv, .parquet or .mcap", completes: "file" },
      { name: "CHANNEL", description: "columns of the result", optional: true, several: true, completes: "channel" },
    ],
    options: [
      { ...outOption("picture to write, .svg or .png; several times for both"), repeatable: true },
      { flags: "--text", description: "draw with characters, wherever it goes" },
      {
        flags: "--title <TEXT>",
        description: "heading of the picture (default: name of the result)",
        completes: "nothing",
      },
      {
        flags: "--width <NUMBER>",
        description: "width in pixels, or in characters on the terminal",
        completes: "nothing",
      },
      {
        flags: "--height <NUMBER>",
        description: "height in pixels, or in lines on the terminal",
        completes: "nothing",
      },
      jsonOption,
    ],
    examples: [
      ["kinetree plot swing.csv q.shoulder q.elbow", "in the terminal"],
      ["kinetree plot swing.csv 'q.*' energy.total --out swing.svg --out swing.png", "as pictures"],
      ["kinetree plot swing.csv", "lists the columns"],
    ],
    load: async () => (await import("../commands/plot.js")).plot,
  },
];
