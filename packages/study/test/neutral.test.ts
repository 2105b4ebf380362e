import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const src = fileURLToPath(new URL("../src", import.meta.url));

/** What is about files on disk, and may use Node. */
const isOfNode = (file: string): boolean => /^(node|report)\.ts$/.test(file) || /^(store|report)\//.test(file);

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts") && !isOfNode(file));

const codeOf = (file: string): string =>
  readFileSync(`${src}/${file}`, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\/\/.*$/gm, "");

describe.each(files)("%s", (file) => {
  const code = codeOf(file);

  test("runs in browsers too: imports neither Node nor what does", () => {
    const specifiers = [...code.matchAll(/from "([^"]+)"/g)].map((match) => match[1]);
    const foreign = specifiers.filter((each) => /^node:|\/node(\.js)?$|\/store\/|\/report\//.test(each));
    expect(foreign).toEqual([]);
  });

  test("gives the same bits everywhere: no clock, no chance, no functions that machines compute differently", () => {
    const forbidden =
      /\bMath\.(?!abs|ceil|floor|round|trunc|sign|min|max|sqrt|imul|PI|fround|clz32)\w+|\*\*|\b(?:Date|performance|process|Buffer)\b/g;
    expect(code.match(forbidden) ?? []).toEqual([]);
  });
});
