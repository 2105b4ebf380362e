import { spawnSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { overview } from "../src/program/program.js";
import { commands } from "../src/program/commands.js";
import { scratchFolder } from "./support/command.js";
import { shellIn } from "./support/shell.js";

const folder = scratchFolder();
afterAll(folder.remove);
const { env, folderFor } = shellIn(folder.path);
const cwd = folderFor("examples-of-the-help");

/** Measuring all models takes long, and says nothing about the command line. */
const slow = new Set(["kinetree bench"]);

const everyCommand = commands.flatMap((spec) => [spec, ...(spec.subcommands ?? [])]);
const lines = [overview, ...everyCommand.map(({ examples }) => examples)].flat().map(([line]) => line);
/** What is typed, without a program that may not be there and without the shell that is spoken to. */
const bare = (line: string): string => line.replace(/ \| jq .*$/, "").replace(/^source <\((.*)\)$/, "$1");

// In the order of the help: what one line writes, a later one reads. zsh and fish are only printed.
test.each(lines.filter((line) => !slow.has(line)))("%s", (line) => {
  const { status, stderr } = spawnSync("bash", ["-c", bare(line)], { cwd, env, encoding: "utf8" });
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
});
