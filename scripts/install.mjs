import { existsSync } from "node:fs";
import { join } from "node:path";
import { readJson, root, runNpm } from "./run.mjs";

/** Runs `npm ci` unless node_modules already holds what package-lock.json asks for. */
export function ensureInstalled() {
  refuseOldNode();
  if (isInstalled()) return;
  console.error("Installing the dependencies (npm ci)");
  // A shell with NODE_ENV=production would otherwise leave out the compiler. Quiet: `npm run bench` prints JSON.
  const code = runNpm(["ci", "--include=dev", "--no-audit", "--no-fund"], { quiet: true });
  if (code !== 0) {
    console.error(
      "npm ci failed; its message is above. Check the network, or run `npm install` after editing package.json.",
    );
    process.exit(code);
  }
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Node ${process.versions.node} is too old: kinetree needs 20.19 or later. Install a newer Node.`);
  process.exit(1);
}

/** Contents are compared, not dates: a checkout gives files new dates without changing them. */
function isInstalled() {
  const record = join(root, "node_modules", ".package-lock.json"); // npm's own list of what it installed
  if (!existsSync(record)) return false;
  const installed = readJson(record).packages;
  const wanted = Object.entries(readJson(join(root, "package-lock.json")).packages);
  return wanted.every(
    ([path, entry]) =>
      !path.startsWith("node_modules/") ||
      entry.optional === true || // binaries of other platforms
      entry.devOptional === true ||
      (installed[path]?.version === entry.version && existsSync(join(root, path))),
  );
}
