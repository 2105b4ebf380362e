import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../../", import.meta.url));
const command = join(root, "packages/cli/bin/kinetree.mjs");

/** A folder for the files of one test file, inside one that is taken away as a whole. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const above = mkdtempSync(join(tmpdir(), "kinetree-studio-"));
  const path = join(above, "work");
  mkdirSync(path);
  return { path, remove: () => rmSync(above, { recursive: true, force: true }) };
}

/** Runs the command as a user would. */
export function kinetree(cwd: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`kinetree ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

/** A file that comes with the repository. */
export const example = (path: string): string => readFileSync(join(root, "examples", path), "utf8");

/** A JSON model, a URDF and an MJCF file. */
export function putModels(folder: string): void {
  mkdirSync(join(folder, "models"));
  for (const name of ["models/crane.json", "robots/ur5.urdf", "models/cart-pole.xml"])
    copyFileSync(join(root, "examples", name), join(folder, "models", name.replace(/^.*\//, "")));
}

/** A short run of the double pendulum as Parquet and as MCAP. */
export function putResults(folder: string): void {
  for (const name of ["swing.parquet", "swing.mcap"])
    kinetree(folder, "run", "double-pendulum", "--t-end", "2", "--out", name, "--quiet");
}

/** Samples of `swing.study`. */
export const SAMPLES = 300;

/** `swing.study`, finished, and `half.study`, the same with half of its rows still to come. */
export function putStudies(folder: string): void {
  const samples = String(SAMPLES);
  kinetree(
    folder,
    "study",
    "run",
    "pendulum",
    "--samples",
    samples,
    "--workers",
    "1",
    "--out",
    "swing.study",
    "--quiet",
  );
  const half = join(folder, "half.study");
  cpSync(join(folder, "swing.study"), half, { recursive: true });
  rmSync(join(half, "results.parquet"));
  const chunks = readdirSync(join(half, "chunks")).sort();
  for (const name of chunks.slice(chunks.length / 2)) rmSync(join(half, "chunks", name));
}

/** A mass on a spring so stiff that steps of a hundredth of a second throw it off. */
export const stiff = JSON.stringify({
  kinetree: 1,
  name: "stiff",
  gravity: [0, 0, -9.81],
  bodies: [{ name: "block", mass: 1, inertia: [1, 1, 1] }],
  joints: [
    {
      kind: "prismatic",
      name: "slide",
      parent: "ground",
      child: "block",
      axis: [0, 0, 1],
      coordinates: { stiffness: 1e8 },
    },
  ],
});

/** Writes text into a folder. */
export const putText = (folder: string, name: string, text: string): void => writeFileSync(join(folder, name), text);
