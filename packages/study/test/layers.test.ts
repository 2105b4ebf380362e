import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const src = fileURLToPath(new URL("../src", import.meta.url));
const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => relative(src, join(entry.parentPath, entry.name)).split(sep).join("/"))
  .sort();

/** What touches files and threads. */
const isOfNode = (file: string): boolean =>
  /^(store|report)\//.test(file) || /^(report|[^/]*node[^/]*)\.ts$/.test(file);

const importsOf = (file: string): string[] =>
  [...readFileSync(join(src, file), "utf8").matchAll(/(?:from|import\()\s*["']([^"']+)["']/g)].map(([, name]) => name);

const portable = files.filter((file) => !isOfNode(file));

test("there are files of both kinds", () => {
  expect(portable.length).toBeGreaterThan(10);
  expect(files.length).toBeGreaterThan(portable.length);
});

test.each(portable)("%s imports nothing of Node, and nothing that does", (file) => {
  const wrong = importsOf(file).filter((name) => {
    if (!name.startsWith(".")) return /^node:|\/node$|^@duckdb|^rolldown$/.test(name);
    return isOfNode(posix.normalize(posix.join(posix.dirname(file), name)).replace(/\.js$/, ".ts"));
  });
  expect(wrong).toEqual([]);
});
