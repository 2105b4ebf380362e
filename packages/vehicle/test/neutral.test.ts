import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readImports, showImport } from "../../kinetree/test/support/imports.js";

const src = fileURLToPath(new URL("../src", import.meta.url));
const { files, imports } = readImports(src);

/** What the files of a folder may import, besides their own folder: each knows what stands before it. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  vehicles: [],
  report: [],
  drive: ["vehicles"],
  metrics: ["vehicles"],
  measured: ["metrics", "report"],
  tests: ["vehicles", "report", "drive", "metrics"],
  rigs: ["vehicles", "report", "metrics", "tests"],
};

const folderOf = (file: string): string => (file.includes("/") ? file.slice(0, file.indexOf("/")) : ".");

test("every folder is in the table", () => {
  const folders = [...new Set(files.map(folderOf))].filter((folder) => folder !== ".").sort();
  expect(folders).toEqual(Object.keys(mayImport).sort());
});

test("folders import only what stands before them, and of other packages only the library", () => {
  const wrong = imports.filter(({ file, specifier, target }) => {
    const from = folderOf(file);
    if (target === null) return !/^kinetree(\/(graph|random|systems|tools|formats|vehicle|analysis))?$/.test(specifier);
    const to = folderOf(target);
    return from !== "." && to !== from && !mayImport[from].includes(to);
  });
  expect(wrong.map(showImport)).toEqual([]);
});

describe.each(files)("%s", (file) => {
  test("gives the same bits everywhere: no clock, no chance, no functions that machines compute differently", () => {
    const code = readFileSync(`${src}/${file}`, "utf8")
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .replace(/\/\/.*$/gm, "");
    const forbidden =
      /\bMath\.(?!abs|ceil|floor|round|trunc|sign|min|max|sqrt|PI|SQRT2)\w+|\*\*|\b(?:Date|performance|process|Buffer)\b/g;
    expect(code.match(forbidden) ?? []).toEqual([]);
  });
});
