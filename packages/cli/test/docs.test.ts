import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exitCodeTable } from "../src/failure/exit-code.js";
import { commands } from "../src/program/commands.js";
import { modelOptions } from "../src/program/shared-options.js";

const page = readFileSync(new URL("../../../docs/command-line.md", import.meta.url), "utf8");

/** Cells of the rows of tables whose first cell matches. */
const rows = (first: RegExp): string[][] =>
  page
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([cell]) => first.test(cell));

test("the page lists the commands with their summaries, then those of studies", () => {
  const visible = commands.filter(({ hidden }) => hidden !== true);
  const listed = [...visible, ...visible.flatMap(({ subcommands = [] }) => subcommands)].map(({ name, summary }) => [
    `\`${name}\``,
    summary,
  ]);
  const names = new Set(listed.map(([name]) => name));
  expect(rows(/^`\w+`$/).filter(([name]) => names.has(name))).toEqual(listed);
});

test("the page lists the exit codes", () => {
  expect(rows(/^\d+$/)).toEqual(exitCodeTable.map(([code, text]) => [String(code), text]));
});

test("the page lists the options of models", () => {
  const listed = rows(/^`--/).map(([cell]) => cell.replace(/`/g, ""));
  expect(listed).toEqual(modelOptions.map(({ flags }) => flags.replace(/[<>]/g, "")));
});
