import type { CommandSpec } from "../command-spec.js";
import { forceOption, jsonOption, modelArgument, modelOptions, quietOption } from "./shared-options.js";

export const modelCommands: readonly CommandSpec[] = [
  {
    name: "check",
    group: "Models",
    summary: "read a model and report its contents and warnings",
    description:
      "Reads MODEL and prints counts, masses, the formulation that fits, and warnings. Exit code 0 with warnings, 1 if it is " +
      "no model; --strict makes mass properties that no body can have an error.",
    arguments: [modelArgument],
    options: [...modelOptions, quietOption, jsonOption],
    examples: [
      ["kinetree check examples/robots/ur5.urdf", "what is in it"],
      ["kinetree check examples/robots/ur5.urdf --strict && echo sound", "in a script"],
      ["cat examples/models/arm.json | kinetree check - --format json", "from standard input"],
    ],
    load: async () => (await import("../commands/check.js")).check,
  },
  {
    name: "models",
    group: "Models",
    summary: "list the built-in models, or describe one",
    description: "Lists the built-in models; with NAME: its sizes (--size), parameters (--set), bodies and joints.",
    arguments: [{ name: "NAME", description: "a built-in model", optional: true, completes: "model" }],
    options: [
      {
        flags: "--size <NAME=VALUE>",
        description: 'size of the model ("n=20")',
        repeatable: true,
        completes: "size",
      },
      jsonOption,
    ],
    examples: [
      ["kinetree models", "all of them"],
      ["kinetree models lander", "one, in detail"],
    ],
    load: async () => (await import("../commands/models.js")).models,
  },
  {
    name: "convert",
    group: "Models",
    summary: "convert a model between formats",
    description:
      "Converts IN to OUT: JSON, URDF and MJCF files and built-in models to JSON or URDF. What IN says and OUT cannot say is " +
      "refused by name; what IN says and kinetree does not support is a warning on standard error.",
    arguments: [
      { ...modelArgument, name: "IN" },
      {
        name: "OUT",
        description: 'file to write; standard output if left out or "-"',
        optional: true,
        completes: "file",
      },
    ],
    options: [
      { flags: "--to <FORMAT>", description: "format of OUT where its name does not tell", choices: ["json", "urdf"] },
      ...modelOptions,
      forceOption,
      quietOption,
      jsonOption,
    ],
    examples: [
      ["kinetree convert examples/robots/ur5.urdf ur5.json", "URDF to JSON"],
      ["kinetree convert examples/models/walker.xml walker.json", "MuJoCo's XML to JSON"],
      ["kinetree convert lander lander.json --size legs=4", "a built-in model to JSON, to begin with"],
      ["kinetree convert examples/robots/ur5.urdf --to json | jq .bodies", "to standard output"],
    ],
    load: async () => (await import("../commands/convert.js")).convert,
  },
  {
    name: "schema",
    group: "Models",
    summary: "print the JSON Schema of model files, or of study files",
    description: "Prints the JSON Schema of model files or of study files, for editors and validators.",
    arguments: [
      {
        name: "WHAT",
        description: "model (default) or study",
        optional: true,
        completes: "nothing",
        choices: ["model", "study"],
      },
    ],
    options: [jsonOption],
    examples: [
      ["kinetree schema > model.schema.json", "a copy for your editor"],
      ["kinetree schema study > study.schema.json", "the same for studies"],
    ],
    load: async () => (await import("../commands/schema.js")).schema,
  },
  {
    name: "completion",
    group: "Tools",
    summary: "print a shell completion script",
    description: "Prints a script that makes the shell complete commands, options, models and parameters.",
    arguments: [
      {
        name: "SHELL",
        description: "bash, zsh or fish",
        completes: "nothing",
        choices: ["bash", "zsh", "fish"],
      },
    ],
    options: [jsonOption],
    examples: [
      ["source <(kinetree completion bash)", "in ~/.bashrc"],
      ["source <(kinetree completion zsh)", "in ~/.zshrc, after compinit"],
      ["kinetree completion fish > ~/.config/fish/completions/kinetree.fish", "fish"],
    ],
    load: async () => (await import("../commands/completion/completion.js")).completion,
  },
  {
    name: "__complete",
    group: "Tools",
    summary: "used by the completion scripts",
    description: "Prints completions of the last word.",
    arguments: [
      {
        name: "WORD",
        description: "words after the command's name",
        several: true,
        optional: true,
        completes: "nothing",
      },
    ],
    options: [],
    examples: [],
    hidden: true,
    load: async () => (await import("../commands/completion/complete.js")).complete,
  },
];
