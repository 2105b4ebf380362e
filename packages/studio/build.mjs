// Builds the page into app, unless what is there was made from the same sources. `npm run build` and `kinetree studio` call it.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { argv, execPath, pid, stderr } from "node:process";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const here = fileURLToPath(new URL(".", import.meta.url));
const packages = join(here, "..");
const output = join(here, "app");
/** Hash of the sources that the page was made from. The dot keeps it from being served. */
const record = join(output, ".sources");

/** What the page is bundled from; the server is not. */
const sources = [
  "studio/index.html",
  "studio/vite.config.ts",
  "studio/package.json",
  "studio/public",
  "studio/src",
  "kinetree/src",
  "results/src",
  "study/src",
].map((path) => join(packages, path));
const left = join(here, "src", "server");

/**
 * Makes the page if the contents of the sources have changed since the last one; returns whether there is one that fits them.
 * @param {(line: string) => void} [tell] takes a line for whoever waits
 */
export async function buildPage(tell = (line) => void stderr.write(`${line}\n`)) {
  const hash = hashOf(sources);
  if (existsSync(record) && readFileSync(record, "utf8") === hash) return true;
  const isFirst = !existsSync(join(output, "index.html"));
  tell(
    isFirst
      ? "kinetree: building the page of the studio, once"
      : "kinetree: the sources of the studio have changed, building its page",
  );
  const fresh = join(here, "dist", `page.${pid}`);
  try {
    await runVite(fresh);
    writeFileSync(join(fresh, ".sources"), hash);
    put(fresh);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    tell(`kinetree: the page of the studio does not build:\n${reason}`);
    if (!isFirst) tell("kinetree: going on with the last page");
    return false;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * As a program of its own: what it finds in the environment decides between builds for people and builds for tests.
 * @param {string} folder
 * @returns {Promise<void>}
 */
function runVite(folder) {
  const { resolve } = createRequire(import.meta.url);
  const program = join(dirname(resolve("vite/package.json")), "bin", "vite.js");
  const args = [program, "build", "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"];
  return new Promise((resolved, rejected) => {
    const child = spawn(execPath, args, {
      cwd: here,
      env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1", FORCE_COLOR: "0" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => void (said += part));
    child.on("error", rejected);
    child.on("close", (code) =>
      code === 0 ? resolved() : rejected(new Error(firstLines(said) || `vite ended with code ${code}`)),
    );
  });
}

/** @param {string} text */
const firstLines = (text) => stripVTControlCharacters(text).trim().split("\n").slice(0, 20).join("\n");

/**
 * Puts a fresh page in place of the old one, while others may do the same: whoever comes last wins, and nothing is mixed.
 * @param {string} fresh
 */
function put(fresh) {
  const old = join(here, "dist", `page-before.${pid}`);
  mkdirSync(dirname(old), { recursive: true });
  for (let attempt = 0; ; attempt++) {
    try {
      if (existsSync(output)) renameSync(output, old);
      renameSync(fresh, output);
      break;
    } catch (error) {
      if (attempt > 3) throw error;
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
}

/**
 * Contents are compared, not dates: a checkout gives files new dates without changing them.
 * @param {readonly string[]} paths
 */
function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesBelow))
    hash.update(relative(packages, path)).update("\0").update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || path === left) return [];
  if (found.isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

if (argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await buildPage()) ? 0 : 1;
