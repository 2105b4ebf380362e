import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const src = fileURLToPath(new URL("../src", import.meta.url));
const architecture = readFileSync(new URL("../../../ARCHITECTURE.md", import.meta.url), "utf8");

const leaves = ["errors", "graph", "kernel", "spatial", "linalg", "random", "units", "expression"];

/**
 * What the files of a folder may import, besides their own folder. This table is the rule; ARCHITECTURE.md draws it.
 * The path is model → topology → elements → formulation → integrate → simulate: a stage knows what comes before it, never its consumer.
 * Files directly in src (the entry points) may import anything, and nobody may import them.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  graph: ["errors"],
  kernel: ["errors", "graph"],
  spatial: ["errors", "graph"],
  linalg: ["errors", "graph"],
  random: ["errors", "graph"],
  units: ["errors"],
  expression: ["errors", "units"],

  model: leaves,
  topology: [...leaves, "model"],
  elements: [...leaves, "model", "topology"],
  formulation: [...leaves, "model", "topology", "elements"],
  // An integrator advances numbers: it knows nothing of joints, so nothing of the stages that do.
  integrate: leaves,
  // Alone joins the stages.
  simulate: [...leaves, "model", "topology", "elements", "formulation", "integrate"],

  // A mechanism in equations of its own, beside the path: it becomes a model, and runs without one.
  pendulum: [...leaves, "model", "integrate"],

  systems: [...leaves, "model"],
  // Files become models and models files; what becomes of a model then is nothing to a file.
  formats: [...leaves, "model"],
};

/** Packages that a folder may import; no other file imports any. */
const packagesOf: Readonly<Record<string, readonly string[]>> = { formats: ["jsonc-parser", "saxes"] };

/** The only files that may import from Node. */
const nodeFiles = ["node.ts", "batch-worker-node.ts"];

/** Entry points for every environment: whatever they reach has to run in a browser. */
const portableEntries = ["index.ts", "web.ts", "batch-worker-web.ts", "formats.ts"];

interface Import {
  /** Path of the importing file in src, with forward slashes. */
  readonly file: string;
  readonly specifier: string;
  /** Path of the imported file in src; null for packages and Node's own modules. */
  readonly target: string | null;
}

/** Specifiers of `import … from`, `export … from`, bare `import "…"` and `import("…")`, types included. */
function specifiersIn(code: string): string[] {
  const withoutComments = code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const statements = /^\s*(?:import|export)\s+(?:[\w$*\s{},]+?\s+from\s+)?["']([^"']+)["']/gm;
  const dynamic = /\bimport\(\s*["']([^"']+)["']\s*\)/g;
  return [...withoutComments.matchAll(statements), ...withoutComments.matchAll(dynamic)].map((match) => match[1]);
}

function importsOf(file: string): Import[] {
  return specifiersIn(readFileSync(join(src, file), "utf8")).map((specifier) => {
    const isRelative = specifier.startsWith(".");
    const target = posix.normalize(posix.join(posix.dirname(file), specifier)).replace(/\.js$/, ".ts");
    return { file, specifier, target: isRelative ? target : null };
  });
}

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => relative(src, join(entry.parentPath, entry.name)).split(sep).join("/"))
  .sort();
const imports = files.flatMap(importsOf);

/** The folder of a file, or "." for the entry points. */
const folderOf = (file: string): string => (dirname(file) === "." ? "." : file.split("/")[0]);
const folders = [...new Set(files.map(folderOf))].filter((folder) => folder !== ".").sort();

const show = ({ file, specifier }: Import): string => `${file} imports "${specifier}"`;

describe("the reader of imports", () => {
  test("finds every form of import and skips comments", () => {
    const code = [
      'import { a, type B } from "./one.js";',
      'import * as c from "./two.js";',
      'import type D from "./three.js";',
      'import "./four.js";',
      'export * from "./five.js";',
      "export {\n  e,\n  f,\n} from './six.js';",
      'const later = await import("./seven.js");',
      '// import { no } from "./line.js";',
      '/** import { no } from "./block.js"; */',
      'export const from = "./value.js";',
    ].join("\n");
    const numbers = ["one", "two", "three", "four", "five", "six", "seven"];
    expect(specifiersIn(code)).toEqual(numbers.map((name) => `./${name}.js`));
  });

  test("resolves every relative import to a file of src", () => {
    const dangling = imports.filter(({ target }) => target !== null && !files.includes(target));
    expect(dangling.map(show)).toEqual([]);
  });
});

describe("imports follow the path of the data", () => {
  test("every folder of src has a rule", () => {
    expect(folders.filter((folder) => !(folder in mayImport))).toEqual([]);
  });

  test.each(folders)("%s imports only what comes before it", (folder) => {
    const allowed = [folder, ...(mayImport[folder] ?? [])];
    const violations = imports.filter(
      ({ file, target }) => folderOf(file) === folder && target !== null && !allowed.includes(folderOf(target)),
    );
    expect(violations.map(show)).toEqual([]);
  });
});

describe("the core runs without Node", () => {
  test(`only ${nodeFiles.join(", ")} imports from Node, and only formats from packages`, () => {
    const foreign = imports.filter(
      ({ file, specifier, target }) =>
        target === null && !nodeFiles.includes(file) && !packagesOf[folderOf(file)]?.includes(specifier),
    );
    expect(foreign.map(show)).toEqual([]);
  });

  test.each(portableEntries)("%s reaches no file that imports from Node", (entry) => {
    expect([...reachableFrom(entry)].filter((file) => nodeFiles.includes(file))).toEqual([]);
  });
});

describe("ARCHITECTURE.md", () => {
  test("names every folder of src and no other", () => {
    expect(foldersNamedIn(architecture).sort()).toEqual(folders);
  });
});

function reachableFrom(entry: string): Set<string> {
  const reached = new Set([entry]);
  for (const file of reached) {
    for (const { file: from, target } of imports) if (from === file && target !== null) reached.add(target);
  }
  return reached;
}

/** First cells of the table under "## Folders", such as `| `graph` | … |`. */
function foldersNamedIn(markdown: string): string[] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith("Folders")) ?? "";
  return [...section.matchAll(/^\| `([\w-]+)\/?` +\|/gm)].map((match) => match[1]);
}
