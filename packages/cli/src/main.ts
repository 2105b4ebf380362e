import { CommanderError } from "commander";
import { VERSION } from "kinetree";
import { usage } from "./failure/errors.js";
import { EXIT } from "./failure/exit-code.js";
import { reportError } from "./output/report-failure.js";
import { watchStreams } from "./output/streams.js";
import { createProgram } from "./program/program.js";

/** The help of the command as a whole, for a terminal of so many columns; the build keeps it, so that showing it is quick. */
export function overviewText(columns: number): string {
  let text = "";
  createProgram(VERSION, async () => {})
    .configureOutput({ writeOut: (part) => void (text += part), getOutHelpWidth: () => columns })
    .outputHelp();
  return text;
}

/** Reads the command line, does what it says, and leaves the exit code in the process. */
export async function main(argv: readonly string[]): Promise<void> {
  watchStreams();
  const style = { json: argv.includes("--json"), debug: argv.includes("--debug") };
  const program = createProgram(VERSION, async (spec, args, options) => {
    const action = await spec.load();
    process.exitCode = await action(args, options);
  });
  try {
    if (argv.length <= 2) {
      // Nothing was asked for: the help is the answer, but a script that forgot its command should notice.
      program.outputHelp({ error: true });
      process.exitCode = EXIT.usage;
      return;
    }
    await program.parseAsync([...argv]);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return; // help or version, printed already
    process.exitCode = reportError(error instanceof CommanderError ? fromCommander(error) : error, style);
  }
}

function fromCommander({ code, message }: CommanderError): Error {
  if (code === "commander.help")
    return usage("no-command", "command", "", "a command is missing. See kinetree --help.");
  const text = message.replace(/^error: /, "").replace(/\n/g, " ");
  const ended = /[.?)]$/.test(text) ? text : `${text}.`;
  const kebab = code.replace("commander.", "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return usage(kebab, "command line", undefined, `${ended} See kinetree --help.`);
}
