import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { readRows, valuesOf } from "@kinetree/results";
import { describe, expect, test } from "vitest";
import { readManifest, writeManifest } from "../../src/store/manifest.js";
import { beginStudy, resumeStudy } from "../../src/store/run-study.js";
import { studyStatus } from "../../src/store/status.js";
import { studyFolder } from "../../src/store/study-folder.js";
import { scratch } from "./support/scratch.js";
import { brokenWorker, toyStudy } from "./support/toy-study.js";
import { refusalOf } from "../../../kinetree/test/support/refusal.js";

const fresh = scratch();
const bytesOf = (folder: string, name = "results.parquet"): Buffer => readFileSync(join(folder, name));
const source = { named: "toy" };

async function complete(workers = 0): Promise<string> {
  const folder = fresh("whole.study");
  await beginStudy(folder, toyStudy(), source, { workers });
  return folder;
}

describe("a study that runs to its end", () => {
  test("has a row for every sample of every case, in order", async () => {
    const folder = await complete();
    const table = await readRows(bytesOf(folder), "results.parquet");
    expect([...(valuesOf(table, "sample") ?? [])]).toEqual(Array.from({ length: 200 }, (_, i) => i % 100));
    expect([...(valuesOf(table, "case") ?? [])]).toEqual(
      Array.from({ length: 200 }, (_, i) => (i < 100 ? "stiff" : "soft")),
    );
  });

  test("has the same bytes for any number of workers and any size of chunks", async () => {
    const expected = bytesOf(await complete());
    for (const [workers, chunkSize] of [
      [1, 16],
      [2, 16],
      [5, 16],
      [2, 7],
      [1, 1000],
    ]) {
      const folder = fresh("other.study");
      await beginStudy(folder, toyStudy({ slowness: 1 }), source, { workers, chunkSize });
      expect(bytesOf(folder).equals(expected)).toBe(true);
    }
  });

  test("says how many samples failed and why, and leaves their outputs empty", async () => {
    const folder = fresh("failed.study");
    const outcome = await beginStudy(folder, toyStudy(), source, { workers: 0 });
    expect(outcome).toMatchObject({ complete: true, rows: 200, done: 200, failures: { "step-too-small": 10 } });
    const table = await readRows(bytesOf(folder), "results.parquet");
    expect(valuesOf(table, "peak load")?.[7]).toBeNaN();
  });

  test("leaves neither a lock nor unfinished files", async () => {
    const folder = await complete(2);
    expect(readdirSync(folder).sort()).toEqual(["chunks", "manifest.json", "results.parquet"]);
    expect(readdirSync(join(folder, "chunks")).every((name) => /^\d{10}-\d{10}\.parquet$/.test(name))).toBe(true);
  });

  test("its manifest says what was run", async () => {
    const manifest = JSON.parse(bytesOf(await complete(), "manifest.json").toString()) as Record<string, unknown>;
    expect(manifest).toMatchObject({
      name: "toy",
      seed: 1,
      source,
      rows: 200,
      cases: [{ name: "stiff", modelHash: "00ff" }, {}],
    });
  });
});

/** Ends a run after so many chunks. */
async function interrupted(chunks: number, options: { readonly chunkSize?: number } = {}): Promise<string> {
  const folder = fresh("part.study");
  const stop = new AbortController();
  let finished = 0;
  const study = toyStudy({ slowness: 1 });
  const outcome = await beginStudy(folder, study, source, {
    workers: 2,
    ...options,
    signal: stop.signal,
    onProgress: () => void (finished++ === chunks && stop.abort()),
  });
  expect(outcome.complete).toBe(false);
  return folder;
}

describe("a study that was interrupted", () => {
  test("is no result yet, and says how far it is", async () => {
    const folder = await interrupted(3);
    expect(existsSync(join(folder, "results.parquet"))).toBe(false);
    expect(await studyStatus(folder)).toMatchObject({ state: "interrupted", rows: 200, done: 48, pid: null });
  });

  test.each([0, 1, 4, 12])("after %i chunks ends with the bytes of one that was not", async (chunks) => {
    const folder = await interrupted(chunks);
    let before = -1;
    const outcome = await resumeStudy(folder, toyStudy(), {
      workers: 1,
      onProgress: ({ doneBefore }) => void (before = doneBefore),
    });
    expect(outcome).toMatchObject({ complete: true, done: 200 });
    // Some chunks are smaller than others.
    expect(before).toBeGreaterThanOrEqual(16 * Math.max(0, chunks - 1));
    const whole = await complete();
    for (const name of ["results.parquet", "manifest.json"])
      expect(bytesOf(folder, name).equals(bytesOf(whole, name))).toBe(true);
  });

  test("computes nothing twice", async () => {
    const folder = await interrupted(4);
    const done = readdirSync(join(folder, "chunks")).length;
    let computed = 0;
    await resumeStudy(folder, toyStudy({ before: () => void computed++ }), { workers: 1 });
    expect(computed).toBe(14 - done);
  });

  test("that is finished already is left as it is", async () => {
    const folder = await complete();
    const outcome = await resumeStudy(folder, toyStudy({ before: () => expect.unreachable() }), { workers: 1 });
    expect(outcome).toMatchObject({ complete: true, done: 200, doneBefore: 200 });
  });

  test("with leftovers of a killed writer takes none of them for a chunk", async () => {
    const folder = await interrupted(2);
    const whole = readFileSync(join(folder, "chunks", readdirSync(join(folder, "chunks"))[0]));
    writeFileSync(join(folder, "chunks", "0000000184-0000000199.parquet.part"), whole.subarray(0, 99));
    writeFileSync(join(folder, "results.parquet.part"), "PAR1");
    await resumeStudy(folder, toyStudy(), { workers: 1 });
    expect(bytesOf(folder).equals(bytesOf(await complete()))).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(["chunks", "manifest.json", "results.parquet"]);
  });

  test.each([
    { what: "cut off", damage: (path: string) => truncateSync(path, 200) },
    { what: "emptied", damage: (path: string) => truncateSync(path, 0) },
    {
      what: "changed in one bit",
      damage: (path: string) => {
        const bytes = readFileSync(path);
        bytes[100] ^= 1;
        writeFileSync(path, bytes);
      },
    },
  ])("a chunk that was $what is told of and computed again", async ({ damage }) => {
    const folder = await interrupted(3);
    const [name] = readdirSync(join(folder, "chunks"));
    damage(join(folder, "chunks", name));
    const warnings: string[] = [];
    await resumeStudy(folder, toyStudy(), { workers: 1, onWarning: (text) => warnings.push(text) });
    expect(warnings).toEqual([expect.stringContaining(name)]);
    expect(bytesOf(folder).equals(bytesOf(await complete()))).toBe(true);
  });
});

describe("a study that has changed is not resumed, and the error says what changed", () => {
  test.each([
    { what: "a distribution", now: { std: 0.2 }, change: "parameters.length.normal.std: 0.1 -> 0.2" },
    { what: "the number of samples", now: { samples: 120 }, change: "samples: 100 -> 120" },
    { what: "a case", now: { cases: ["stiff", "soft", "spring"] }, change: 'cases[2]: (nothing) -> "spring"' },
    { what: "the model alone", now: { modelHash: "beef" }, change: 'the model of case "stiff": 00ff -> beef' },
  ])("$what", async ({ now, change }) => {
    const folder = await interrupted(1);
    const changed = { code: "study-changed", subject: 'study "toy"', value: expect.arrayContaining([change]) };
    expect(await refusalOf(resumeStudy(folder, toyStudy(now), { workers: 1 }))).toMatchObject(changed);
    expect(await refusalOf(beginStudy(folder, toyStudy(now), source, { workers: 1 }))).toMatchObject(changed);
  });

  test("the version of kinetree", async () => {
    const folder = await interrupted(1);
    const place = studyFolder(folder);
    writeManifest(place, { ...readManifest(place), hash: "other", versions: { kinetree: "0.0.9" } });
    expect(await refusalOf(resumeStudy(folder, toyStudy(), { workers: 1 }))).toMatchObject({
      code: "study-changed",
      value: [expect.stringContaining("version of kinetree: 0.0.9 -> ")],
    });
  });
});

describe("folders that cannot be used are refused by name", () => {
  test("one with the same study, unless it is to be replaced", async () => {
    const folder = await complete();
    await expect(beginStudy(folder, toyStudy(), source, { workers: 0 })).rejects.toMatchObject({
      code: "study-exists",
    });
    const part = await interrupted(1);
    expect(await refusalOf(beginStudy(part, toyStudy(), source, { workers: 0 }))).toEqual({
      code: "study-exists",
      subject: `folder ${part}`,
      value: part,
    });
    await beginStudy(part, toyStudy({ seed: 2 }), source, { workers: 0, force: true });
    expect(await studyStatus(part)).toMatchObject({ state: "finished", manifest: { seed: 2 } });
  });

  test("one with other things in it", async () => {
    const folder = fresh("photos");
    mkdirSync(folder);
    writeFileSync(join(folder, "cat.png"), "");
    await expect(beginStudy(folder, toyStudy(), source, { workers: 0 })).rejects.toMatchObject({
      code: "folder-in-use",
    });
    expect(readdirSync(folder)).toEqual(["cat.png"]);
  });

  test("one that is no study", async () => {
    const folder = fresh("empty");
    await expect(studyStatus(folder)).rejects.toMatchObject({ code: "not-a-study-folder" });
    mkdirSync(folder);
    writeFileSync(join(folder, "manifest.json"), "{");
    expect(await refusalOf(resumeStudy(folder, toyStudy(), { workers: 1 }))).toEqual({
      code: "not-a-study-folder",
      subject: `folder ${folder}`,
      value: folder,
    });
  });

  test("a file", async () => {
    const path = fresh("file");
    writeFileSync(path, "");
    await expect(beginStudy(path, toyStudy(), source, { workers: 0 })).rejects.toMatchObject({
      code: "study-not-written",
    });
  });

  // The administrator of a machine may write anywhere.
  test.skipIf(process.getuid?.() === 0)("one that may not be written (skipped for the administrator)", async () => {
    const folder = fresh("read-only");
    mkdirSync(folder);
    chmodSync(folder, 0o555);
    await expect(beginStudy(folder, toyStudy(), source, { workers: 0 })).rejects.toMatchObject({
      code: "study-not-written",
      value: "EACCES",
    });
  });
});

describe("a worker that breaks down", () => {
  test("once: its chunk is run again, and the bytes are the same", async () => {
    let broken = 0;
    const folder = fresh("broken.study");
    const warnings: string[] = [];
    const before = ({ firstSample }: { firstSample: number }): void => {
      if (firstSample === 32 && broken++ === 0) throw brokenWorker();
    };
    await beginStudy(folder, toyStudy({ before }), source, {
      workers: 2,
      chunkSize: 16,
      onWarning: (text) => warnings.push(text),
    });
    expect(warnings).toEqual([expect.stringContaining("a worker broke down")]);
    expect(bytesOf(folder).equals(bytesOf(await complete()))).toBe(true);
  });

  test("again and again with the same chunk: that chunk is named, all others before it are kept", async () => {
    const folder = fresh("broken.study");
    const before = ({ caseIndex, firstSample }: { caseIndex: number; firstSample: number }): void => {
      if (caseIndex === 1 && firstSample === 32) throw brokenWorker();
    };
    const run = beginStudy(folder, toyStudy({ before }), source, { workers: 2, chunkSize: 16 });
    expect(await refusalOf(run)).toEqual({
      code: "worker-failed",
      subject: "rows 132 to 147",
      value: 'samples 32 to 47 of case "soft"',
    });
    expect((await studyStatus(folder)).done).toBeGreaterThanOrEqual(132);
    await resumeStudy(folder, toyStudy(), { workers: 2 });
    expect(bytesOf(folder).equals(bytesOf(await complete()))).toBe(true);
  });
});

test("an error of the study itself ends the run and keeps what is finished", async () => {
  const folder = fresh("error.study");
  const before = ({ firstSample }: { firstSample: number }): void => {
    if (firstSample === 48) throw new RangeError("boom");
  };
  await expect(beginStudy(folder, toyStudy({ before }), source, { workers: 1, chunkSize: 16 })).rejects.toThrow("boom");
  expect(await studyStatus(folder)).toMatchObject({ state: "interrupted", done: 48 });
  rmSync(folder, { recursive: true });
});

test("a folder without a single row is taken by another study: the first one came to nothing", async () => {
  const folder = fresh("nothing.study");
  const before = (): never => {
    throw new Error("the study is wrong");
  };
  await expect(beginStudy(folder, toyStudy({ before }), {}, { workers: 0 })).rejects.toThrow("the study is wrong");
  const outcome = await beginStudy(folder, toyStudy({ std: 0.2 }), {}, { workers: 0 });
  expect(outcome).toMatchObject({ complete: true, done: 200 });
});
