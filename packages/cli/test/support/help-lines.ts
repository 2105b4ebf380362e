import { commands } from "../../src/program/commands.js";
import { overview } from "../../src/program/program.js";

/** Measuring all models takes long, and says nothing about the command line. */
const slow = new Set(["kinetree bench"]);

/** Runs until somebody ends it, as the tests of that command do. */
export const isServer = (line: string): boolean => /^(?:npx )?kinetree studio\b/.test(line);

const everyCommand = commands.flatMap((spec) => [spec, ...(spec.subcommands ?? [])]);

/** The examples of the help that are run, in its order: what one line writes, a later one reads. */
export const helpLines: readonly string[] = [overview, ...everyCommand.map(({ examples }) => examples)]
  .flat()
  .map(([line]) => line)
  .filter((line) => !slow.has(line) && !isServer(line));

/** What is typed, without a program that may not be there and without the shell that is spoken to. */
export const bare = (line: string): string => line.replace(/ \| jq .*$/, "").replace(/^source <\((.*)\)$/, "$1");
