import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The command itself. */
export const program = fileURLToPath(new URL("../../bin/kinetree.mjs", import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a test may vary of a call. */
export interface CallOptions {
  readonly cwd?: string;
  readonly input?: string;
}

/** Runs the command as a shell would. It makes itself first where its sources have changed. */
export function kinetree(args: readonly string[], { cwd, input = "" }: CallOptions = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: "utf8",
    input,
    maxBuffer: 1 << 28,
    ...(cwd === undefined ? {} : { cwd }),
  });
  return { code: status, stdout, stderr };
}

/** The one JSON document that a call prints. */
export function kinetreeJson(args: readonly string[], options: CallOptions = {}): Record<string, unknown> {
  const { code, stdout, stderr } = kinetree([...args, "--json"], options);
  if (code !== 0) throw new Error(`kinetree ${args.join(" ")} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}

export function startKinetree(args: readonly string[], cwd: string): ChildProcess {
  return spawn(process.execPath, [program, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
}

/** Exit code of a started call, or the signal that ended it. */
export const ended = (child: ChildProcess): Promise<number | NodeJS.Signals | null> =>
  new Promise((resolve) => child.once("close", (code, signal) => resolve(code ?? signal)));

/** A folder for one test file. */
export function scratchFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "kinetree-cli-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
