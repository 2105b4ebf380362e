import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const kinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"] as const;

type Manifest = { readonly name: string; readonly workspaces?: readonly string[] } & {
  readonly [kind in (typeof kinds)[number]]?: Readonly<Record<string, string>>;
};

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;

const dependenciesOf = (manifest: Manifest): string[] => kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}));

/** Folders of the workspaces; a pattern is a folder, or every folder in one ("packages/*"). */
function workspaceFolders(patterns: readonly string[]): string[] {
  const folders = patterns.flatMap((pattern) => {
    if (!pattern.endsWith("/*")) return [pattern];
    const parent = pattern.slice(0, -"/*".length);
    return readdirSync(join(root, parent)).map((name) => join(parent, name));
  });
  return folders.filter((folder) => existsSync(join(root, folder, "package.json")));
}

const rootManifest = readManifest(".");
const manifests = [rootManifest, ...workspaceFolders(rootManifest.workspaces ?? []).map(readManifest)];
const own = new Set(manifests.map(({ name }) => name));
const foreign = [...new Set(manifests.flatMap(dependenciesOf))].filter((name) => !own.has(name)).sort();

/** Rows of the table under "## Dependencies": name and reason, its first and last cells. */
const explained = explanationsIn(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"));

test("every dependency of the workspace is explained in ARCHITECTURE.md, and nothing else is", () => {
  expect(explained.map(({ name }) => name).sort()).toEqual(foreign);
});

test("every explanation is one sentence", () => {
  const wrong = explained.filter(({ reason }) => !/^[A-Z`][^.]*(?:\.\w[^.]*)*\.$/.test(reason));
  expect(wrong).toEqual([]);
});

test("the library depends at run time on the readers of its files and on nothing else", () => {
  const kinetree = readManifest("packages/kinetree");
  const atRunTime = kinds
    .filter((kind) => kind !== "devDependencies")
    .flatMap((kind) => Object.keys(kinetree[kind] ?? {}));
  expect(atRunTime.sort()).toEqual(["jsonc-parser", "saxes"]);
});

function explanationsIn(markdown: string): { name: string; reason: string }[] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith("Dependencies")) ?? "";
  const rows = section.matchAll(/^\| `([^`]+)` +\|(?:.*\|)? *(.+?) *\|$/gm);
  return [...rows].map(([, name, reason]) => ({ name, reason }));
}
