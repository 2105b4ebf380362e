import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { run, runTool } from "./run.mjs";

/**
 * Compiles what has changed, every package after those it refers to, and bundles the command and the page of the studio; returns
 * the exit code.
 * @param {{ quiet?: boolean }} [options]
 */
export const build = (options) =>
  runTool("typescript", ["--build", "tsconfig.build.json"], { command: "tsc", ...options }) ||
  run(process.execPath, ["packages/cli/build.mjs"], options) ||
  run(process.execPath, ["packages/studio/build.mjs"], options);

/** For scripts that go on to run what was built. */
export function ensureBuilt() {
  ensureInstalled();
  const code = build({ quiet: true });
  if (code !== 0) process.exit(code);
}

if (argv[1] === fileURLToPath(import.meta.url)) ensureBuilt();
