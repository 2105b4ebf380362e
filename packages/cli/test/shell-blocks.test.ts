import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { bare, helpLines, isServer } from "./support/help-lines.js";
import { shellIn } from "./support/shell.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const pages = [
  "README.md",
  "packages/cli/README.md",
  ...["docs", "docs/reproductions"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

/** Lines of the shell blocks of a page that call the command, as they are to be run: bare, without what follows a pipe. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8");
  const blocks = [...text.matchAll(/^```sh.*\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => block.split("\n"));
  return blocks
    .map((line) => line.replace(/\s#\s.*$/, "").replace(/\s\|\s.*$/, ""))
    .map((line) => /^source <\((.*)\)\s*$/.exec(line)?.[1] ?? line)
    .filter((line) => /^(?:npx )?kinetree /.test(line) && !isServer(line));
}

const folder = mkdtempSync(join(tmpdir(), "kinetree-blocks-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Files that a command writes, where a later one may read them. */
function writtenBy(command: string): readonly string[] {
  const named = [...command.matchAll(/ (?:--out|--plot|--checkpoint|>) (\S+)/g)].map(([, name]) => name);
  const converted = /^kinetree convert \S+ ([^-]\S*)/.exec(command)?.[1];
  return converted === undefined ? named : [...named, converted];
}

/** A line of a page with all that its outcome follows from. */
interface Line {
  readonly command: string;
  /** Earlier lines of the page that wrote what it reads. */
  readonly reads: readonly Line[];
  /** Equal for lines that do the same: the same text, on files from the same lines. */
  readonly recipe: string;
}

function linesOf(commands: readonly string[]): readonly Line[] {
  const writers = new Map<string, Line>();
  return commands.map((command) => {
    const typed = command.replace(/^npx /, "").trim();
    const reads = [...writers].filter(([file]) => typed.includes(file)).map(([, writer]) => writer);
    const line = { command, reads, recipe: JSON.stringify([typed, reads.map(({ recipe }) => recipe)]) };
    for (const file of writtenBy(typed)) writers.set(file, line);
    return line;
  });
}

const { env, folderFor } = shellIn(folder);
/** Lines that have their turn elsewhere: among the examples of the help, or on an earlier page. */
const runElsewhere = new Set(linesOf(helpLines.map(bare)).map(({ recipe }) => recipe));
const cases = pages.flatMap((page) => {
  const lines = linesOf(commandsOf(page));
  const wanted = new Set<Line>();
  const want = (line: Line): void => {
    wanted.add(line);
    line.reads.forEach(want);
  };
  lines.filter(({ recipe }) => !runElsewhere.has(recipe)).forEach(want);
  for (const { recipe } of lines) runElsewhere.add(recipe);
  const cwd = folderFor(page.replaceAll("/", "-"));
  return lines.filter((line) => wanted.has(line)).map(({ command }) => ({ page, command, cwd }));
});

test("there are blocks to run", () => {
  expect(cases.length).toBeGreaterThan(30);
});

// In order: what one line writes, a later one reads.
test.each(cases)("$page: $command", ({ command, cwd }) => {
  const { status, stderr } = spawnSync("bash", ["-c", command], { cwd, env, encoding: "utf8" });
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
});
