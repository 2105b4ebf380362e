import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readModel } from "../../src/formats.js";
import { blocksIn, markdownFiles, readText, type Block } from "./blocks.js";
import { agrees, statedLines } from "./expectations.js";
import { root } from "./root.js";

const files = markdownFiles();
const blocks = files.flatMap((file) => blocksIn(file, readText(file)));
const nameOf = ({ file, line }: Block): string => `${file}:${line}`;

/** Below node_modules, so that the programs find "kinetree" as a user's do. */
const cache = join(root, "node_modules", ".cache");
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "kinetree-docs-"));
afterAll(() => rmSync(folder, { recursive: true }));

const stemOf = (block: Block): string => nameOf(block).replace(/[^\w]+/g, "-");
const sourceOf = (block: Block): string => join(folder, `${stemOf(block)}.${block.language === "ts" ? "ts" : "mjs"}`);
const programOf = (block: Block): string =>
  block.language === "ts" ? join(folder, "out", `${stemOf(block)}.js`) : sourceOf(block);

const typed = blocks.filter(({ language }) => language === "ts");
let typeErrors = "";
const outcomes = new Map<string, { readonly lines: readonly string[]; readonly error: string | null }>();

const runNode = (args: readonly string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });

beforeAll(() => {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const block of blocks) writeFileSync(sourceOf(block), block.code);
  const config = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: { rootDir: ".", outDir: "out" },
    files: typed.map((block) => `${stemOf(block)}.ts`),
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  typeErrors = runNode([join(root, "node_modules/typescript/bin/tsc"), "-p", folder]).stdout;
  const runner = fileURLToPath(new URL("run-programs.mjs", import.meta.url));
  const { stdout, stderr } = runNode([runner, ...blocks.map(programOf)]);
  if (stdout === "") throw new Error(`the programs of the documents did not run:\n${stderr}`);
  const found = JSON.parse(stdout) as { file: string; lines: string[]; error: string | null }[];
  for (const { file, ...outcome } of found) outcomes.set(file, outcome);
});

test("there are programs in the documents", () => expect(blocks.length).toBeGreaterThan(10));

test.each(typed.map((block) => ({ name: nameOf(block), block })))("$name has no type errors", ({ block }) => {
  expect(typeErrors.split("\n").filter((line) => line.includes(`${stemOf(block)}.ts`))).toEqual([]);
});

test.each(blocks.map((block) => ({ name: nameOf(block), block })))("$name prints what it says", ({ block }) => {
  const outcome = outcomes.get(programOf(block));
  expect(outcome?.error).toBeNull();
  const printed = outcome?.lines ?? [];
  const stated = statedLines(block.code);
  // What agrees is shown as stated, so that a failure shows where the two part.
  expect(printed.map((line, i) => (stated[i] !== undefined && agrees(line, stated[i]) ? stated[i] : line))).toEqual(
    stated,
  );
});

describe("the reader of programs", () => {
  test("finds marked blocks, with their lines", () => {
    const text = "a\n```ts\nconst x = 1;\n```\n```sh\nls\n```\n\n```js\ny();\n```\n";
    expect(blocksIn("f.md", text)).toEqual([
      { file: "f.md", line: 2, language: "ts", code: "const x = 1;\n" },
      { file: "f.md", line: 9, language: "js", code: "y();\n" },
    ]);
  });

  test("reads stated lines behind statements and on their own", () => {
    const code = "console.log(a); // 1.5 m\nconst b = 2; // no\n  // prints 2\n// nothing\n";
    expect(statedLines(code)).toEqual(["1.5 m", "2"]);
  });

  test.each([
    { printed: "2.1391376 s", stated: "2.1391 s", is: true },
    { printed: "2.1391376 s", stated: "2.1392 s", is: false },
    { printed: "2.1391376 s", stated: "2.1391", is: false },
    { printed: "Float64Array(2) [ 1.04, -2e-9 ]", stated: "Float64Array(2) [ 1.0, -2e-9 ]", is: true },
    { printed: "joint2 3", stated: "joint3 3", is: false },
    { printed: "drift 3.1e-12", stated: "drift below 1e-11", is: true },
    { printed: "drift 3.1e-12", stated: "drift below 1e-12", is: false },
    { printed: "true", stated: "true", is: true },
    { printed: "true", stated: "false", is: false },
    { printed: "1 2", stated: "1", is: false },
  ])("“$printed” is stated by “$stated”: $is", ({ printed, stated, is }) => {
    expect(agrees(printed, stated)).toBe(is);
  });
});

describe("model files", () => {
  const shown = files.flatMap((file) =>
    [...readText(file).matchAll(/^```json\n([\s\S]*?)^```$/gm)]
      .map(({ index, 1: text }) => ({ name: `${file}:${readText(file).slice(0, index).split("\n").length}`, text }))
      .filter(({ text }) => /^ {2}"kinetree": \d/m.test(text)),
  );

  test.each(shown)("$name is read without a warning", ({ name, text }) => {
    expect(readModel(text, { file: name, format: "json" }).warnings).toEqual([]);
  });

  test("the crane of the first pages is the example", () => {
    expect(shown.map(({ text }) => text)).toContain(readText("examples/models/crane.json"));
  });
});

describe("links and commands", () => {
  const linksIn = (text: string): string[] =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]).filter((link) => !/^https?:/.test(link));

  test.each(files)("%s links to files and headings that are there", (file) => {
    const broken = linksIn(readText(file)).filter((link) => {
      const [path, heading] = link.split("#");
      const target = path === "" ? file : join(dirname(file), path);
      if (!existsSync(join(root, target))) return true;
      return heading !== undefined && !headingsOf(readText(target)).includes(heading);
    });
    expect(broken).toEqual([]);
  });

  test.each(files)("%s names npm scripts and programs that are there", (file) => {
    const text = readText(file);
    const { scripts } = JSON.parse(readText("package.json")) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm run ([\w-]+)/g)].map((match) => match[1]);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    const programs = [...text.matchAll(/node ((?:examples|scripts)\/[\w./-]+)/g)].map((match) => match[1]);
    expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([]);
  });
});

/** Headings as GitHub anchors them. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map((match) =>
    match[1]
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );
}
