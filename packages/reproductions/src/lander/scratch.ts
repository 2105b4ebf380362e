import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs a task with a temporary folder for results. */
export async function inScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), "kinetree-bench-"));
  try {
    return await work(join(scratch, "results.study"));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
