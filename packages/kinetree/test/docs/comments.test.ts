import { existsSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { readText } from "./blocks.js";
import { root } from "./root.js";

/* The API reference shows nothing where a declaration has no comment. A scan of the sources: TypeDoc takes half a minute. */

/** Where a name is declared: the source, and the offset of the declaration in it. */
interface Place {
  readonly file: string;
  readonly offset: number;
}

const declaration = /^(?:export )?(?:abstract |async )*(?:const|function|class|interface|type) (\w+)/gm;
const list = /^(import|export) (?:type )?\{([^}]*)\}(?: from "([^"]+)")?;$/gm;
/** A doc comment that says something before its first tag. */
const endsInComment = /\/\*\*[\s*]*[^\s*@](?:[^*]|\*(?!\/))*\*\/\n$/;
const everything = /^export (?:type )?\* from "([^"]+)";$/gm;

/** Names in a list such as "a, type B, c as d": inside, then outside. */
const namesIn = (text: string): readonly (readonly [string, string])[] =>
  text
    .split(",")
    .map((each) => each.trim().replace(/^type /, ""))
    .filter((each) => each !== "")
    .map((each) => {
      const [inner, outer = inner] = each.split(" as ");
      return [inner, outer] as const;
    });

/** What a source exports, with the places of the declarations, through any number of re-exports. */
function exportsOf(file: string): ReadonlyMap<string, Place> {
  const text = readText(file);
  const exported = new Map<string, Place>();
  const local = new Map<string, Place>();
  const sourceOf = (from: string): string => posix.join(posix.dirname(file), from.replace(/\.js$/, ".ts"));
  for (const { 0: head, 1: name, index } of text.matchAll(declaration)) {
    const names = head.startsWith("export ") ? exported : local;
    // The first of several is that of an overloaded function, which carries the comment.
    if (!names.has(name)) names.set(name, { file, offset: index });
  }
  for (const [, from] of text.matchAll(everything))
    for (const [name, place] of exportsOf(sourceOf(from))) exported.set(name, place);
  const lists = [...text.matchAll(list)];
  const comeFrom = (name: string): Place | undefined => {
    const found = lists.find(
      ([, word, names, from]) => word === "import" && from && namesIn(names).some(([, outer]) => outer === name),
    );
    return found && exportsOf(sourceOf(found[3])).get(name);
  };
  for (const [, word, names, from] of lists) {
    if (word === "import") continue;
    const there = from === undefined ? null : exportsOf(sourceOf(from));
    for (const [inner, outer] of namesIn(names)) {
      const place = there === null ? (local.get(inner) ?? exported.get(inner) ?? comeFrom(inner)) : there.get(inner);
      if (place === undefined) throw new Error(`${file}: cannot find where "${outer}" is declared`);
      exported.set(outer, place);
    }
  }
  return exported;
}

const packages = [
  "packages/kinetree",
  "packages/results",
  "packages/vehicle",
  "packages/study",
  "packages/reproductions",
];
const entries = packages.flatMap((folder) => {
  const { exports } = JSON.parse(readText(`${folder}/package.json`)) as { exports: Record<string, unknown> };
  return Object.keys(exports)
    .map((name) => `${folder}/src/${name === "." ? "index" : name.slice(2)}.ts`)
    .filter((file) => existsSync(posix.join(root, file)));
});

test("entry points / those of the packages", () => {
  expect(entries.length).toBe(22);
});

test.each(entries)("%s / every export has a doc comment where it is declared", (entry) => {
  const exported = exportsOf(entry);
  expect(exported.size).toBeGreaterThan(0);
  const bare = [...exported].filter(([, { file, offset }]) => !endsInComment.test(readText(file).slice(0, offset)));
  expect(bare.map(([name, { file }]) => `${name} in ${file}`)).toEqual([]);
});
