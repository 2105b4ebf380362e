// Starts other programs. No dependency: it runs before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string} path */
export const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/**
 * Runs a program in the root of the repository with the terminal's input and output; returns its exit code.
 * With `quiet` its standard output goes to standard error, for callers whose own standard output is data.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string> }} [options]
 * @returns {number}
 */
export function run(command, args, { quiet = false, env = {} } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ["inherit", quiet ? 2 : "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  if (result.error) throw result.error;
  return result.status ?? 1; // null: ended by a signal
}

/**
 * Runs the command of an installed npm package, without a shell and without relying on PATH.
 * @param {string} name of the package, whose command has the same name unless `command` says otherwise
 * @param {readonly string[]} args
 * @param {{ command?: string, quiet?: boolean, env?: Record<string, string> }} [options]
 */
export function runTool(name, args, { command = name, ...options } = {}) {
  const folder = join(root, "node_modules", name);
  const { bin } = readJson(join(folder, "package.json"));
  return run(process.execPath, [join(folder, typeof bin === "string" ? bin : bin[command]), ...args], options);
}

/**
 * Starts the command of an installed npm package beside what comes next; gives its exit code and all that it wrote.
 * @param {string} name of the package and of its command
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
export function startTool(name, args) {
  const folder = join(root, "node_modules", name);
  const { bin } = readJson(join(folder, "package.json"));
  const program = join(folder, typeof bin === "string" ? bin : bin[name]);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    child.on("error", (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean }} [options]
 */
export function runNpm(args, options) {
  // npm tells its scripts where its own program lies; Windows cannot start the `npm` on PATH without a shell.
  const npm = process.env["npm_execpath"];
  if (npm !== undefined && /npm-cli\.c?js$/.test(npm) && existsSync(npm)) {
    return run(process.execPath, [npm, ...args], options);
  }
  return run("npm", args, options);
}
