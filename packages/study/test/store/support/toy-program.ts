import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { entryPointsOf } from "../../../../../scripts/entry-points.mjs";

/** Makes a program of support/toy-run.ts. */
export async function bundleToyRun(file: string): Promise<void> {
  await build({
    input: fileURLToPath(new URL("./toy-run.ts", import.meta.url)),
    platform: "node",
    external: ["@duckdb/node-api"],
    resolve: {
      alias: Object.fromEntries(entryPointsOf(["kinetree", "results"]).map(({ name, source }) => [name, source])),
      extensionAlias: { ".js": [".ts", ".js"] },
    },
    output: { file, format: "esm", codeSplitting: false },
    logLevel: "silent",
  });
}

/** Starts it: "begin" or "resume", a folder, a number of workers. */
export const startToyRun = (file: string, args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [file, ...args], { stdio: ["ignore", "ignore", "pipe"] });

/** How it ended: exit code or signal. */
export const ended = (child: ChildProcess): Promise<number | NodeJS.Signals | null> =>
  new Promise((resolve) => child.once("close", (code, signal) => resolve(code ?? signal)));

/** Runs it to its end. */
export function toyRun(
  file: string,
  args: readonly string[],
): { readonly code: number | null; readonly stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: "utf8" });
  return { code: status, stderr };
}
