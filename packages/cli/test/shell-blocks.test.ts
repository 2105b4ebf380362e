import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const bin = join(root, "packages/cli/bin/kinetree.mjs");

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
    .filter((line) => /^(?:npx )?kinetree /.test(line));
}

const folder = mkdtempSync(join(tmpdir(), "kinetree-blocks-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Programs by which `kinetree` and `npx kinetree` are the command that was built. */
function environment(): NodeJS.ProcessEnv {
  const programs = join(folder, "programs");
  mkdirSync(programs);
  const command = `exec "${process.execPath}" "${bin}" "$@"\n`;
  writeFileSync(join(programs, "kinetree"), `#!/bin/sh\n${command}`);
  writeFileSync(join(programs, "npx"), `#!/bin/sh\nshift\n${command}`);
  for (const name of ["kinetree", "npx"]) chmodSync(join(programs, name), 0o755);
  mkdirSync(join(folder, ".config/fish/completions"), { recursive: true });
  return { ...process.env, HOME: folder, PATH: `${programs}:${process.env["PATH"]}` };
}

/** A folder for the files that a page writes, with the examples in it. */
function folderFor(page: string): string {
  const own = join(folder, page.replaceAll("/", "-"));
  mkdirSync(own);
  symlinkSync(join(root, "examples"), join(own, "examples"));
  return own;
}

const env = environment();
const cases = pages.flatMap((page) => {
  const cwd = folderFor(page);
  return commandsOf(page).map((command) => ({ page, command, cwd }));
});

test("there are blocks to run", () => {
  expect(cases.length).toBeGreaterThan(30);
});

// In order: what one line writes, a later one reads.
test.each(cases)("$page: $command", ({ command, cwd }) => {
  const { status, stderr } = spawnSync("bash", ["-c", command], { cwd, env, encoding: "utf8" });
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
});
