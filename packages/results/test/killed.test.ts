import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readResult } from "../src/node.js";
import { readTable } from "../src/read-table.js";
import type { ResultTable } from "../src/result-table.js";
import type { ResultFormat } from "../src/write/encoder.js";
import { createWriter } from "../src/create-writer.js";
import { memoryStorage, type MemoryStorage } from "../src/write/memory-storage.js";
import { endlessHeader, fillRow } from "./support/endless-rows.js";
import { formats, summary } from "./support/sample.js";

/** The rows of a table are the first of those that the endless run records. */
function expectPrefix({ time, columns }: ResultTable): void {
  const row = new Float64Array(columns.length);
  let wrong = 0;
  for (let i = 0; i < time.length; i++) {
    fillRow(row, i);
    if (time[i] !== i / 1000 || columns.some((column, j) => column[i] !== row[j])) wrong++;
  }
  expect(wrong).toBe(0);
}

class Killed extends Error {}

/** A file whose writer is killed after so many bytes or cuts: the write it is in is done that far, and nothing after it. */
function mortal(steps: number): MemoryStorage & { readonly alive: () => boolean } {
  const inner = memoryStorage("mortal");
  let left = steps;
  let alive = true;
  const die = (): never => {
    alive = false;
    throw new Killed();
  };
  return {
    ...inner,
    alive: () => alive,
    write: (bytes, position) => {
      const part = bytes.subarray(0, alive ? left : 0);
      left -= part.length;
      if (part.length > 0) inner.write(part, position);
      return part.length < bytes.length ? die() : part.length;
    },
    truncate: (length) => {
      if (left-- <= 0 || !alive) die();
      inner.truncate(length);
    },
    remove: () => {},
  };
}

/** What is left of a run of 14 rows; null if it cannot be read. */
async function leftOf(
  format: ResultFormat,
  steps: number,
  flushEvery: number,
): Promise<{ table: ResultTable | null; alive: boolean }> {
  const storage = mortal(steps);
  let sidecar = "";
  const writer = createWriter(format, storage, endlessHeader(3), {
    valuesPerBlock: 24,
    sidecar: { replace: (text) => void (sidecar = text) },
  });
  const row = new Float64Array(3);
  try {
    for (let i = 0; i < 14; i++) {
      fillRow(row, i);
      writer.append(i / 1000, row);
      if (flushEvery > 0 && i % flushEvery === 0) writer.flush();
    }
    writer.close(summary);
  } catch {
    // Killed.
  }
  const table = await readTable(storage.bytes(), { format, file: "mortal", sidecar }).catch(() => null);
  return { table, alive: storage.alive() };
}

describe.each([
  ["csv", 1],
  ["parquet", 3],
  ["mcap", 7],
] as const)("%s", (format, stride) => {
  test("killed at any byte, it has the first rows, the more the later", async () => {
    const counts: number[] = [];
    for (let steps = 0, alive = false; !alive; steps += stride) {
      const left = await leftOf(format, steps, 0);
      alive = left.alive;
      if (left.table) expectPrefix(left.table);
      counts.push(left.table?.time.length ?? -1);
    }
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBe(14);
    expect(new Set(counts).size).toBeGreaterThan(4);
  });

  test("killed at any byte between flushes, it has the first rows", async () => {
    let readable = false;
    for (let steps = 0, alive = false; !alive; steps += 3 * stride) {
      const left = await leftOf(format, steps, 2);
      alive = left.alive;
      // Once the names of the columns are there, it can be read.
      expect(left.table !== null || !readable).toBe(true);
      readable = left.table !== null;
      if (left.table) expectPrefix(left.table);
    }
    expect(readable).toBe(true);
  });
});

describe("a process that records and is killed", () => {
  const folder = mkdtempSync(join(tmpdir(), "kinetree-killed-"));
  const program = join(folder, "endless-run.mjs");
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeAll(async () => {
    const input = fileURLToPath(new URL("support/endless-run.ts", import.meta.url));
    await build({ input, platform: "node", logLevel: "silent", output: { file: program, codeSplitting: false } });
  });

  const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

  /** Starts it, waits for the first bytes and some time more, and kills it. */
  async function killed(path: string, delay: number, options: readonly string[]): Promise<void> {
    const child = spawn(process.execPath, [program, path, ...options], { stdio: ["ignore", "ignore", "inherit"] });
    const gone = new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)));
    while (sizeOf(path) === 0 && child.exitCode === null) await wait(1);
    await wait(delay);
    child.kill("SIGKILL");
    expect(await gone).toBe("SIGKILL");
  }

  test.each(formats)("leaves a %s file with the first rows, at twenty moments", async (format) => {
    let rows = 0;
    for (let i = 0; i < 20; i++) {
      const path = join(folder, `run${i}.${format}`);
      await killed(path, (i * 7.3) % 40, i % 4 === 3 ? ["10", "20000", "100"] : ["30", "100000", "0"]);
      const table = await readResult(path);
      expectPrefix(table);
      expect(table.summary["recording"]).toBe('"incomplete"');
      rows += table.time.length;
      rmSync(path);
    }
    expect(rows).toBeGreaterThan(1000);
  });
});
