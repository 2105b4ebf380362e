import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readImports, showImport } from "../../kinetree/test/support/imports.js";

const src = fileURLToPath(new URL("../src", import.meta.url));
const architecture = readFileSync(new URL("../../../ARCHITECTURE.md", import.meta.url), "utf8");

const data = ["api", "experiment"];
const panels = [...data, "engine", "run", "ui", "scene", "plots", "recent", "share", "files"];

/** What the files of a folder may import, besides their own folder. This table is the rule; ARCHITECTURE.md describes it. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  api: [],
  server: ["api"],
  experiment: ["api"],
  engine: data,
  ui: [],
  run: [...data, "engine"],
  // The parts that pages are put together from.
  scene: [...data, "engine", "run", "ui"],
  plots: [...data, "engine", "run", "ui"],
  recent: ["run"],
  files: panels,
  share: panels,
  study: panels,
  compare: panels,
  home: [...panels, "study"],
  workbench: panels,
  app: [...panels, "study", "compare", "home", "workbench"],
};

/** Folders that run in a worker or on a server: none of them knows the page. */
const withoutPage = ["api", "server", "experiment", "engine"];

const { files, imports } = readImports(src);
const folderOf = (path: string): string => path.split("/")[0];
const folders = [...new Set(files.map(folderOf))].sort();

describe("the folders of the studio", () => {
  test("each has a rule, and a row in ARCHITECTURE.md", () => {
    expect(folders.filter((folder) => !(folder in mayImport))).toEqual([]);
    const section = architecture.split(/^## /m).find((part) => part.startsWith("The studio")) ?? "";
    const rows = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual(folders);
  });

  test.each(folders)("%s imports only what its rule allows", (folder) => {
    const allowed = [folder, ...(mayImport[folder] ?? [])];
    const wrong = imports.filter(
      ({ file, target }) => folderOf(file) === folder && target !== null && !allowed.includes(folderOf(target)),
    );
    expect(wrong.map(showImport)).toEqual([]);
  });

  test("what runs in a worker or on a server knows no page", () => {
    const wrong = imports.filter(
      ({ file, specifier }) =>
        withoutPage.includes(folderOf(file)) && /^(react|three|uplot|zustand|lucide-react)/.test(specifier),
    );
    expect(wrong.map(showImport)).toEqual([]);
  });

  test("only the server imports from Node", () => {
    const wrong = imports.filter(({ file, specifier }) => folderOf(file) !== "server" && specifier.startsWith("node:"));
    expect(wrong.map(showImport)).toEqual([]);
  });

  test("components of react-aria are wrapped in ui, and come from nowhere else", () => {
    const wrong = imports.filter(
      ({ file, specifier }) => folderOf(file) !== "ui" && specifier.startsWith("react-aria"),
    );
    expect(wrong.map(showImport)).toEqual([]);
  });
});
