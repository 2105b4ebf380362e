import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { reachableFrom, readImports, showImport } from "../../kinetree/test/support/imports.js";

const { files, imports } = readImports(fileURLToPath(new URL("../src", import.meta.url)));
const architecture = readFileSync(new URL("../../../ARCHITECTURE.md", import.meta.url), "utf8");

/** What the files of a folder may import, besides their own folder: folders above it in this table, so that none import each other. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  bench: [],
  "change-points": ["bench"],
  "closed-chain": ["bench"],
  flexible: ["bench"],
  thesis: ["bench"],
  vehicle: ["bench"],
  lander: ["bench"],
  "lander/report": ["lander"],
  "pendulum/arithmetic": [],
  "pendulum/equations": ["pendulum/arithmetic"],
  "pendulum/solvers": ["pendulum/arithmetic", "pendulum/equations"],
  "pendulum/run": ["pendulum/arithmetic", "pendulum/equations", "pendulum/solvers"],
  "pendulum/drawing": ["pendulum/arithmetic", "pendulum/equations", "pendulum/run"],
  pendulum: ["bench", "pendulum/equations", "pendulum/run", "pendulum/drawing"],
};
const rules = Object.keys(mayImport);

/** Files directly in src are the entry points: they may import anything, and no file imports them. */
const folders = [...new Set(files.map(posix.dirname))].filter((folder) => folder !== ".").sort();

describe("the folders", () => {
  test("each has a rule, and each reproduction a row in ARCHITECTURE.md", () => {
    expect([...rules].sort()).toEqual(folders);
    const section = architecture.split(/^## /m).find((part) => part.startsWith("The reproductions")) ?? "";
    const rows = [...section.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual(folders.filter((folder) => !folder.includes("/")));
  });

  test("none of them import each other", () => {
    const later = rules.flatMap((folder, i) => mayImport[folder].filter((each) => rules.indexOf(each) >= i));
    expect(later).toEqual([]);
  });

  test.each(folders)("%s imports only what its rule allows", (folder) => {
    const allowed = [folder, ...(mayImport[folder] ?? [])];
    const wrong = imports.filter(
      ({ file, target }) =>
        posix.dirname(file) === folder && target !== null && !allowed.includes(posix.dirname(target)),
    );
    expect(wrong.map(showImport)).toEqual([]);
  });

  test.each(folders)("%s has at most 30 files", (folder) => {
    expect(files.filter((file) => posix.dirname(file) === folder).length).toBeLessThanOrEqual(30);
  });
});

test("index.ts reaches nothing that only Node has", () => {
  const reached = reachableFrom("index.ts", imports);
  const wrong = imports.filter(
    ({ file, specifier }) => reached.has(file) && /^node:|\/(?:node|report|plot)$/.test(specifier),
  );
  expect(wrong.map(showImport)).toEqual([]);
});
