import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { machine, type Machine } from "./machine.js";
import { align } from "./table.js";

/** Wall time of whole commands, from the start of Node to its end. */
export interface CommandResult {
  readonly machine: Machine;
  readonly rows: readonly { readonly command: string; readonly ms: number; readonly bar: number | null }[];
}

const ROUNDS = 15;
const bin = fileURLToPath(new URL("../../packages/cli/bin/kinetree.mjs", import.meta.url));

export function commands(): CommandResult {
  const folder = mkdtempSync(join(tmpdir(), "kinetree-command-"));
  try {
    writeFileSync(join(folder, "start.json"), JSON.stringify({ q: { shoulder: 2, elbow: 1 } }));
    const run = ["run", "double-pendulum", "--state", "start.json", "--quiet"];
    const cases: readonly { name: string; args: readonly string[]; bar: number | null }[] = [
      { name: "node -e 0", args: ["-e", "0"], bar: null },
      { name: "kinetree --help", args: [bin, "--help"], bar: 150 },
      {
        name: "kinetree run double-pendulum, 0 s, CSV: start-up",
        args: [bin, ...run, "--t-end", "0", "--out", "a.csv"],
        bar: 400,
      },
      {
        name: "kinetree run double-pendulum, 10 s, CSV",
        args: [bin, ...run, "--t-end", "10", "--out", "b.csv"],
        bar: 1000,
      },
      {
        name: "kinetree run double-pendulum, 10 s, Parquet",
        args: [bin, ...run, "--t-end", "10", "--out", "b.parquet"],
        bar: 1000,
      },
      { name: "kinetree check double-pendulum", args: [bin, "check", "double-pendulum"], bar: null },
    ];
    const best = cases.map(() => Infinity);
    for (let round = 0; round < ROUNDS; round++) {
      cases.forEach(({ args }, i) => {
        const start = performance.now();
        const { status, stderr } = spawnSync(process.execPath, [...args], { cwd: folder, encoding: "utf8" });
        best[i] = Math.min(best[i], performance.now() - start);
        if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
      });
    }
    return { machine: machine(), rows: cases.map(({ name, bar }, i) => ({ command: name, ms: best[i], bar })) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function commandsText({ machine: { cpu, node, load, commit }, rows }: CommandResult): string {
  const lines = rows.map(({ command, ms, bar }) => [command, ms.toFixed(0), bar === null ? "" : `< ${bar}`]);
  const table = align(["command", "ms", "bar"], lines, new Set([1, 2]));
  return `${table}\n${cpu}, Node ${node}, load ${load.toFixed(1)}, commit ${commit}; fastest of ${ROUNDS}`;
}
