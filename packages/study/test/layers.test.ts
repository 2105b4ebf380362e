import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readImports, showImport } from "../../kinetree/test/support/imports.js";

const { files, imports } = readImports(fileURLToPath(new URL("../src", import.meta.url)));

/** What touches files and threads. */
const isOfNode = (file: string): boolean =>
  /^(store|report)\//.test(file) || /^(report|[^/]*node[^/]*)\.ts$/.test(file);

const portable = files.filter((file) => !isOfNode(file));

test("there are files of both kinds", () => {
  expect(portable.length).toBeGreaterThan(10);
  expect(files.length).toBeGreaterThan(portable.length);
});

test.each(portable)("%s imports nothing of Node, and nothing that does", (file) => {
  const wrong = imports.filter(
    ({ file: from, specifier, target }) =>
      from === file && (target === null ? /^node:|\/node$|^@duckdb|^rolldown$/.test(specifier) : isOfNode(target)),
  );
  expect(wrong.map(showImport)).toEqual([]);
});
