import { Argument, Command, Option } from "commander";
import { exitCodeTable } from "../failure/exit-code.js";
import type { ArgumentSpec, CommandSpec, OptionSpec } from "../command-spec.js";
import { commands } from "./commands.js";

/** Called with the command that was asked for. */
export type Start = (
  spec: CommandSpec,
  args: readonly string[],
  options: Readonly<Record<string, never>>,
) => Promise<void>;

/** The parser of the command line; it throws commander's errors instead of ending the program. */
export function createProgram(version: string, start: Start): Command {
  const program = new Command("kinetree")
    .description("Multibody dynamics: simulate, analyse, check and convert mechanisms.")
    .usage("COMMAND [options]")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [COMMAND]", "show help, of one command in detail")
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false });
  // Their messages come from one place, with those of all other errors.
  program.configureOutput({ outputError: () => {} });
  program.addHelpText(
    "after",
    `\nExamples:\n${examplesText(overview)}\n\nExit codes:\n${exitCodeTable.map(([code, text]) => `  ${String(code).padStart(3)}  ${text}`).join("\n")}\n\n` +
      "kinetree help COMMAND shows the options of a command, with examples.",
  );
  for (const spec of commands) addCommand(program, spec, start);
  return program;
}

/** Examples of the command as a whole. */
export const overview: readonly (readonly [string, string])[] = [
  ["kinetree run double-pendulum --t-end 10 --out swing.csv", "simulate"],
  ["kinetree plot swing.csv q.shoulder", "look at it"],
  ["kinetree check examples/robots/ur5.urdf", "is the model sound?"],
];

function addCommand(program: Command, spec: CommandSpec, start: Start): void {
  const command = program
    .command(spec.name, { hidden: spec.hidden === true })
    .summary(spec.summary)
    .description(spec.description)
    .helpGroup(`${spec.group}:`);
  if (spec.subcommands === undefined)
    command.action(async function (this: Command) {
      await start(spec, this.processedArgs.flat() as string[], this.opts());
    });
  else {
    command.usage("COMMAND [options]").helpCommand("help [COMMAND]", "show help, of one command in detail");
    for (const each of spec.subcommands) addCommand(command, each, start);
  }
  for (const each of spec.arguments) command.addArgument(argumentOf(each));
  for (const each of spec.options) command.addOption(optionOf(each));
  command.addOption(new Option("--debug", "show where in the program an error arose").hideHelp());
  if (spec.hidden === true) command.allowUnknownOption().helpOption(false);
  if (spec.examples.length > 0) command.addHelpText("after", `\nExamples:\n${examplesText(spec.examples)}`);
}

const argumentOf = ({ name, description, optional, several }: ArgumentSpec): Argument => {
  const inner = several === true ? `${name}...` : name;
  return new Argument(optional === true ? `[${inner}]` : `<${inner}>`, description);
};

function optionOf({ flags, description, repeatable, group, choices }: OptionSpec): Option {
  const listed = choices === undefined ? description : `${description}; ${choices.join(", ")}`;
  const option = new Option(flags, repeatable === true ? `${listed}; repeatable` : listed);
  if (repeatable === true) option.argParser((value: string, before: readonly string[] = []) => [...before, value]);
  if (group !== undefined) option.helpGroup(`${group}:`);
  return option;
}

const examplesText = (examples: readonly (readonly [string, string])[]): string =>
  examples.map(([line, text]) => `  # ${text}\n  $ ${line}`).join("\n");
