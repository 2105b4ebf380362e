import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";

/**
 * Programs that the tests drive and npm does not bring.
 * @typedef {object} SystemPackage
 * @property {string} apt name of Debian's package
 * @property {readonly string[]} commands any of these on PATH will do
 * @property {string} variable environment variable that names the program, for places that PATH does not reach; set for the tests
 * @property {string} reason
 */

/** @satisfies {Record<string, SystemPackage>} */
export const systemPackages = {
  chromium: {
    apt: "chromium",
    commands: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    variable: "CHROMIUM_PATH",
    reason: "the browser tests run the library in a real Chromium",
  },
};

/**
 * Path of the program; installed through apt where it is missing and that is possible.
 * @param {SystemPackage} wanted
 * @returns {string}
 */
export function ensureSystemPackage(wanted) {
  const found = locate(wanted);
  if (found !== null) return found;
  const asRoot = rootCommand();
  if (asRoot !== null) {
    console.log(`Installing ${wanted.apt} (apt-get): ${wanted.reason}`);
    const apt = [...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"];
    const code =
      runWords([...apt, "update"]) || runWords([...apt, "install", "-y", "--no-install-recommends", wanted.apt]);
    const installed = code === 0 ? locate(wanted) : null;
    if (installed !== null) return installed;
  }
  const obstacle = asRoot === null ? "apt-get needs to be there, and root or password-less sudo" : "apt-get failed";
  throw new Error(
    `${wanted.apt} is missing: ${wanted.reason}. Looked on PATH for ${wanted.commands.join(", ")}; ` +
      `could not install it here (${obstacle}). ` +
      `Install it by hand (Debian: sudo apt-get install ${wanted.apt}), or set ${wanted.variable} to the program's path.`,
  );
}

/** @param {readonly string[]} words */
function runWords([command = "", ...args]) {
  return run(command, args);
}

/**
 * @param {SystemPackage} wanted
 * @returns {string | null}
 */
function locate({ commands, variable }) {
  const named = process.env[variable];
  if (named !== undefined && named !== "") return named;
  const onPath = commands.map(which).find((path) => path !== null);
  return onPath ?? null;
}

/**
 * @param {string} command
 * @returns {string | null}
 */
function which(command) {
  const candidates = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, command));
  return candidates.find(isExecutable) ?? null;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Words to put before a command so that it runs as root; null where there is no apt-get or no way to be root unasked.
 * @returns {readonly string[] | null}
 */
function rootCommand() {
  if (which("apt-get") === null) return null;
  if (process.getuid?.() === 0) return [];
  if (which("sudo") !== null && spawnSync("sudo", ["-n", "true"]).status === 0) return ["sudo", "-n"];
  return null;
}
