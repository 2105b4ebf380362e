import { execFileSync } from "node:child_process";
import { cpus, loadavg, platform, release } from "node:os";
import { fileURLToPath } from "node:url";

/** Where and with what a run was made. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly system: string;
  readonly node: string;
  readonly v8: string;
  /** Processes that wanted to run over the last minute, before the measurement: figures of a busy machine are too high. */
  readonly load: number;
  readonly commit: string;
}

export function machine(): Machine {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    system: `${platform()} ${release()}`,
    node: process.versions.node,
    v8: process.versions.v8,
    load: loadavg()[0],
    commit: commit(),
  };
}

export const machineText = (m: Machine): string =>
  `${m.cpu}, ${m.cores} cores, ${m.system}, Node ${m.node}, V8 ${m.v8}, load ${m.load.toFixed(1)}, commit ${m.commit}`;

function commit(): string {
  try {
    const folder = fileURLToPath(new URL("../../", import.meta.url));
    const git = (...args: string[]): string =>
      execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    return git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") === "" ? "" : "+");
  } catch {
    return "unknown"; // not a checkout
  }
}
