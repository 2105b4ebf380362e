import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder for one test file, and new names in it. */
export function scratch(): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), "kinetree-study-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let made = 0;
  return (name) => join(folder, `${made++}-${name}`);
}
