import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { reachableFrom, readImports, showImport, specifiersIn } from "./support/imports.js";

const src = fileURLToPath(new URL("../src", import.meta.url));
const architecture = readFileSync(new URL("../../../ARCHITECTURE.md", import.meta.url), "utf8");

const leaves = ["errors", "graph", "kernel", "spatial", "linalg", "random", "units", "expression", "grounds"];

/**
 * What the files of a folder may import, besides their own folder. This table is the rule; ARCHITECTURE.md draws it.
 * The path is model → topology → state → elements → formulation → evaluate → analysis → integrate → simulate: a stage knows what
 * comes before it, never its consumer.
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
  grounds: ["errors", "graph", "random"],

  model: leaves,
  topology: [...leaves, "model"],
  state: [...leaves, "model", "topology"],
  elements: [...leaves, "model", "topology"],
  formulation: [...leaves, "model", "topology", "state", "elements"],
  evaluate: [...leaves, "model", "topology", "state", "elements", "formulation"],
  analysis: [...leaves, "model", "topology", "state", "elements", "formulation", "evaluate"],
  // An integrator advances numbers: it knows nothing of joints, so nothing of the stages that do.
  integrate: leaves,
  // Alone joins the stages.
  simulate: [...leaves, "model", "topology", "state", "elements", "formulation", "evaluate", "analysis", "integrate"],

  systems: [...leaves, "model"],
  // What a vehicle does on rigs, and who drives it: they ask the evaluator and stand on the clock of runs, which its parts must not know.
  vehicle: [...leaves, "model", "topology", "state", "elements", "formulation", "evaluate", "simulate", "systems"],
  // Files become models and models files; what becomes of a model then is nothing to a file.
  formats: [...leaves, "model"],
};

/**
 * Folders of a stage, "." for its own files: each imports only those before it, so no two import each other, parent and child
 * included.
 */
const order: Readonly<Record<string, readonly string[]>> = {
  graph: [".", "definitions"],
  model: [
    ".",
    "constraints",
    "joints",
    "loads",
    "contact-laws",
    "tyre-laws",
    "tyres",
    "shafts",
    "bodies",
    "grounds",
    "validate",
    "builder",
  ],
  grounds: [".", "friction", "roads", "generators"],
  elements: [
    ".",
    "flexible",
    "terrain",
    "contact",
    "tyre/ground",
    "tyre",
    "tyre/magic-formula",
    "tyre/laws",
    "shafts",
    "states",
  ],
  formulation: [
    // The mechanism as nodes of one motion each, and what a node does.
    "skeleton",
    "flexible",
    "joints",
    "tree",
    // What closes loops, and the passes over the tree that everything else is made of.
    "loops/closures",
    "recursions/articulated",
    "recursions",
    "loads",
    "loops/absolute",
    "loops/assemble",
    "loops/projection",
    // The interface of a formulation, then the formulations.
    ".",
    "loops/tree-augmented",
    "mass-matrix",
    "loops/embedded",
    "augmented",
    "partitioned",
    "implicit",
  ],
  evaluate: [".", "probes"],
  analysis: [".", "steady"],
  integrate: ["implicit", "implicit/newton", "implicit/bdf", "implicit/one-step", "implicit/alpha", "tableaus", "."],
  simulate: ["clock", "channels", "plan", "implicit", "lanes", "stiffness", "options", "run", ".", "batch", "compare"],
  systems: [
    "parts",
    "chains",
    "linkages",
    "landers/europa",
    "landers",
    "vehicles/data",
    "vehicles",
    "vehicles/build",
    "vehicles/assembly",
    "flexible",
    ".",
  ],
  vehicle: [".", "control"],
  formats: [".", "mesh", "xml", "modal", "json/codec", "json/fields", "json", "urdf", "mjcf/mass", "mjcf", "tir"],
};

/** Lists of like things: they import each of them, and may stand above the folders that hold them. */
const listFiles = [
  "graph/definitions.ts",
  "model/joints.ts",
  "model/loads.ts",
  "model/actuators.ts",
  "model/contact-laws.ts",
  "model/tyre-laws.ts",
  "model/types.ts",
  "model/shaft-elements.ts",
  "elements/tyre/plan-steady-law.ts",
  "formulation/formulations.ts",
  "formulation/predict-cost.ts",
  "formulation/hosts.ts",
  "formats/read-model.ts",
  "grounds/generators.ts",
  "grounds/generate-ground.ts",
];

/** Packages that a folder may import; no other file imports any. */
const packagesOf: Readonly<Record<string, readonly string[]>> = { formats: ["jsonc-parser", "saxes"] };

/** The only files that may import from Node. */
const nodeFiles = ["node.ts", "batch-worker-node.ts"];

/** Entry points for every environment: whatever they reach has to run in a browser. */
const portableEntries = ["index.ts", "web.ts", "batch-worker-web.ts", "formats.ts"];

const { files, imports } = readImports(src);

/** The folder of a file, or "." for the entry points. */
const folderOf = (file: string): string => (dirname(file) === "." ? "." : file.split("/")[0]);
const folders = [...new Set(files.map(folderOf))].filter((folder) => folder !== ".").sort();

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
    expect(dangling.map(showImport)).toEqual([]);
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
    expect(violations.map(showImport)).toEqual([]);
  });
});

describe("folders within a stage", () => {
  const folderIn = (stage: string, file: string): string =>
    dirname(file) === stage ? "." : dirname(file).slice(stage.length + 1);

  test("every stage with folders has an order that names them all", () => {
    const found: Record<string, readonly string[]> = {};
    for (const stage of folders) {
      const inside = [
        ...new Set(files.filter((file) => folderOf(file) === stage).map((file) => folderIn(stage, file))),
      ];
      if (inside.length > 1) found[stage] = inside.sort();
    }
    expect(Object.fromEntries(Object.entries(order).map(([stage, inside]) => [stage, [...inside].sort()]))).toEqual(
      found,
    );
  });

  test.each(Object.keys(order))("%s: a folder imports only those before it", (stage) => {
    const place = (file: string): number => order[stage].indexOf(folderIn(stage, file));
    const violations = imports.filter(
      ({ file, target }) =>
        target !== null &&
        folderOf(file) === stage &&
        folderOf(target) === stage &&
        !listFiles.includes(file) &&
        place(target) > place(file),
    );
    expect(violations.map(showImport)).toEqual([]);
  });
});

describe("the core runs without Node", () => {
  test(`only ${nodeFiles.join(", ")} imports from Node, and only formats from packages`, () => {
    const foreign = imports.filter(
      ({ file, specifier, target }) =>
        target === null && !nodeFiles.includes(file) && !packagesOf[folderOf(file)]?.includes(specifier),
    );
    expect(foreign.map(showImport)).toEqual([]);
  });

  test.each(portableEntries)("%s reaches no file that imports from Node", (entry) => {
    expect([...reachableFrom(entry, imports)].filter((file) => nodeFiles.includes(file))).toEqual([]);
  });
});

describe("ARCHITECTURE.md", () => {
  test("names every folder of src and no other", () => {
    expect(foldersNamedIn(architecture).sort()).toEqual(folders);
  });
});

/** First cells of the table under "## Folders", such as `| `graph` | … |`. */
function foldersNamedIn(markdown: string): string[] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith("Folders")) ?? "";
  return [...section.matchAll(/^\| `([\w-]+)\/?` +\|/gm)].map((match) => match[1]);
}
