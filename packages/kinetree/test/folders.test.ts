import { existsSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readImports, type Import } from "./support/imports.js";

const packages = fileURLToPath(new URL("../../", import.meta.url));

/** Source files that one level of a folder may hold. */
const MOST_FILES = 30;

/** The list of commands, which the completion of the command line reads: `src/program` and `src/commands` meet there. */
const lists = ["program/commands.ts"];

const names = readdirSync(packages).filter((name) => existsSync(`${packages}${name}/src`));

describe.each(names)("packages/%s", (name) => {
  const { files, imports } = readImports(`${packages}${name}/src`);

  test(`no folder has more than ${MOST_FILES} files at one level`, () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, n]) => n > MOST_FILES)).toEqual([]);
  });

  test("no cycle between folders side by side", () => {
    const parents = new Set(files.flatMap((file) => ancestors(file)));
    expect([...parents].flatMap((parent) => cyclesBelow(parent, imports))).toEqual([]);
  });
});

/** Folders above a file, "." among them. */
function ancestors(file: string): string[] {
  const folder = dirname(file);
  return folder === "." ? ["."] : [folder, ...ancestors(folder)];
}

/** Folders directly below one that reach each other by imports. */
function cyclesBelow(parent: string, imports: readonly Import[]): string[] {
  const childOf = (file: string): string | null => {
    const inside = parent === "." ? file : file.startsWith(`${parent}/`) ? file.slice(parent.length + 1) : "";
    return inside.includes("/") ? inside.split("/")[0] : null;
  };
  const imported = new Map<string, Set<string>>();
  for (const { file, target } of imports) {
    const [from, to] = [childOf(file), target === null ? null : childOf(target)];
    if (from === null || to === null || from === to || lists.includes(target ?? "")) continue;
    imported.set(from, (imported.get(from) ?? new Set()).add(to));
  }
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(imported.get(from) ?? [])].some(
      (next) => next === goal || (!seen.has(next) && (seen.add(next), reaches(next, goal, seen))),
    );
  return [...imported.keys()].filter((child) => reaches(child, child)).map((child) => `${parent}/${child}`);
}
