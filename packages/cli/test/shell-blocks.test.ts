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
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
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

/** Commands that take seconds, and do the same wherever they are typed: built-in systems and the examples are all they read. */
const isSlow = (command: string): boolean => /^kinetree (?:compare|explain|bench) /.test(command);

/** What a command writes, or null if it only prints. */
const writtenBy = (command: string): string | null => / --(?:out|plot) (\S+)/.exec(command)?.[1] ?? null;

const { env, folderFor } = shellIn(folder);
/** Slow lines that have their turn elsewhere: among the examples of the help, or on an earlier page. */
const runElsewhere = new Set(helpLines.map(bare));
const cases = pages.flatMap((page) => {
  const cwd = folderFor(page.replaceAll("/", "-"));
  const commands = commandsOf(page);
  return commands.flatMap((command, i) => {
    const written = writtenBy(command);
    const isNeeded = written !== null && commands.slice(i + 1).some((later) => later.includes(written));
    const typed = command.replace(/^npx /, "").trim();
    if (isSlow(typed) && !isNeeded && runElsewhere.has(typed)) return [];
    runElsewhere.add(typed);
    return [{ page, command, cwd }];
  });
});

test("there are blocks to run", () => {
  expect(cases.length).toBeGreaterThan(30);
});

// In order: what one line writes, a later one reads.
test.each(cases)("$page: $command", ({ command, cwd }) => {
  const { status, stderr } = spawnSync("bash", ["-c", command], { cwd, env, encoding: "utf8" });
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
});
