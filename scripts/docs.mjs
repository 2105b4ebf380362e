// `npm run docs`: builds the documentation site into docs/.vitepress/dist, API reference included.
//   npm run docs -- --serve            then shows it at http://localhost:4173
//   npm run docs -- --undocumented     lists exports without a comment instead, and fails if there are any
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureBuilt } from "./build.mjs";
import { entryPointsOf } from "./entry-points.mjs";
import { readJson, root, run, runTool } from "./run.mjs";

/** Builds reference and site; returns the exit code. Expects the packages to be built: one reads the types of another. */
export function buildDocs() {
  rmSync(join(root, "docs/api"), { recursive: true, force: true });
  const code = makeReference(["--out", "docs/api"]);
  // A link to a page that is not there fails the build; headings are looked at by the tests.
  return code === 0 ? runTool("vitepress", ["build", "docs"]) : code;
}

/** @param {readonly string[]} args */
function makeReference(args) {
  // Its own copy of TypeScript lies beside it, so it may not be where the other tools are.
  const folder = ["docs/node_modules/typedoc", "node_modules/typedoc"].find((path) => existsSync(join(root, path)));
  if (folder === undefined) throw new Error("typedoc is missing. Run `npm ci`.");
  const { bin } = readJson(join(root, folder, "package.json"));
  const entries = ["kinetree", "results", "vehicle", "study", "reproductions"].flatMap((each) =>
    entryPointsOf([each]).reverse(),
  );
  const sources = entries.flatMap(({ source }) => ["--entryPoints", relative(root, source)]);
  const options = ["--options", "docs/typedoc.json", "--logLevel", "Warn"];
  return run(process.execPath, [join(root, folder, bin.typedoc), ...options, ...sources, ...args]);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { serve: { type: "boolean" }, undocumented: { type: "boolean" } } });
  ensureBuilt();
  if (values.undocumented) {
    // TypeDoc looks for comments only on the way to pages.
    const folder = mkdtempSync(join(tmpdir(), "kinetree-api-"));
    process.exitCode = makeReference([
      "--out",
      folder,
      "--validation.notDocumented",
      "true",
      "--treatValidationWarningsAsErrors",
    ]);
    rmSync(folder, { recursive: true });
  } else {
    process.exitCode = buildDocs();
    if (values.serve && process.exitCode === 0) process.exitCode = runTool("vitepress", ["preview", "docs"]);
  }
}
