import { spawn } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { readChunk } from "../../src/store/chunk-file.js";
import { holderOf, takeLock } from "../../src/store/lock.js";
import { readManifest, writeManifest } from "../../src/store/manifest.js";
import { queryStudy } from "../../src/store/query.js";
import { replayRow } from "../../src/store/replay-row.js";
import { beginStudy, resumeStudy } from "../../src/store/run-study.js";
import { studyStatus } from "../../src/store/status.js";
import { studyFolder } from "../../src/store/study-folder.js";
import { scratch } from "./support/scratch.js";
import { toyStudy } from "./support/toy-study.js";
import { refusalOf } from "../../../kinetree/test/support/refusal.js";

const fresh = scratch();

async function complete(samples = 8, chunkSize = 4): Promise<string> {
  const folder = fresh("damaged.study");
  await beginStudy(folder, toyStudy({ samples }), { named: "toy" }, { workers: 0, chunkSize });
  return folder;
}

const chunksOf = (folder: string): string[] =>
  readdirSync(join(folder, "chunks"))
    .sort()
    .map((name) => join(folder, "chunks", name));

test("a chunk with a bit turned anywhere is refused", async () => {
  const path = await complete(2, 2);
  const folder = studyFolder(path);
  const manifest = readManifest(folder);
  const [chunk] = chunksOf(path);
  const whole = readFileSync(chunk);
  // Seven and eight have no common factor: every byte is among them, and every bit of a byte.
  for (let bit = 0; bit < 8 * whole.length; bit += 7) {
    const changed = Uint8Array.from(whole);
    changed[bit >> 3] ^= 1 << (bit & 7);
    writeFileSync(chunk, changed);
    const outcome = await readChunk(folder, manifest, { caseIndex: 0, firstSample: 0, count: 2 }).catch(
      (error: unknown) => error,
    );
    expect(outcome, `byte ${bit >> 3} of ${whole.length}, bit ${bit & 7}`).toMatchObject({
      code: "result-not-readable",
    });
  }
});

test("a chunk copied over another is damaged, and computed again", async () => {
  const path = await complete();
  const results = readFileSync(join(path, "results.parquet"));
  const [first, second] = chunksOf(path);
  copyFileSync(first, second);
  expect((await studyStatus(path)).damaged).toEqual([second]);
  await resumeStudy(path, toyStudy({ samples: 8 }), { workers: 0 });
  expect((await studyStatus(path)).damaged).toEqual([]);
  expect(readFileSync(join(path, "results.parquet")).equals(results)).toBe(true);
});

test("a chunk whose footer says too few rows does not end the process", async () => {
  const path = await complete();
  const [chunk] = chunksOf(path);
  const bytes = readFileSync(chunk);
  // The field "rows" of the footer stands behind the list of columns: zigzag of 4, the number of rows.
  for (let at = bytes.length - 1; at > 0; at--) if (bytes[at - 1] === 0x16 && bytes[at] === 8) bytes[at] = 2;
  writeFileSync(chunk, bytes);
  expect((await studyStatus(path)).damaged).toEqual([chunk]);
});

test.each([
  ["chunkSize", 0],
  ["chunkSize", -1],
  ["samples", 0],
  ["samples", 2 ** 50],
  ["rows", 7],
])("a manifest whose %s is %s is refused", async (field, value) => {
  const path = await complete();
  const folder = studyFolder(path);
  writeManifest(folder, { ...readManifest(folder), [field]: value });
  const refused = { code: "not-a-study-folder", subject: `folder ${path}` };
  expect(await refusalOf(studyStatus(path))).toMatchObject(refused);
  expect(await refusalOf(resumeStudy(path, toyStudy({ samples: 8 }), { workers: 0 }))).toMatchObject(refused);
});

test.each([
  ["the seed", '"seed": 1', '"seed": 2'],
  ["a unit", '"unit": "m"', '"unit": "km"'],
  ["the name of a column", '"name": "length"', '"name": "lenght"'],
  ["the hash of a model", '"modelHash": "00ff"', '"modelHash": "00fe"'],
  ["the checksum", '"checksum"', '"checksums"'],
])("a manifest in which %s was changed is refused", async (_, before, now) => {
  const path = await complete();
  const { manifest } = studyFolder(path);
  const text = readFileSync(manifest, "utf8");
  expect(text).toContain(before);
  writeFileSync(manifest, text.replace(before, now));
  const refused = { code: "not-a-study-folder", subject: `folder ${path}` };
  expect(await refusalOf(studyStatus(path))).toMatchObject(refused);
  expect(await refusalOf(resumeStudy(path, toyStudy({ samples: 8 }), { workers: 0 }))).toMatchObject(refused);
  expect(await refusalOf(queryStudy(path, "SELECT 1"))).toMatchObject(refused);
  expect(await refusalOf(replayRow(path, "0", { out: null, channels: [], every: null }))).toMatchObject(refused);
});

test("a manifest with other spaces says the same", async () => {
  const { manifest } = studyFolder(await complete());
  writeFileSync(manifest, JSON.stringify(JSON.parse(readFileSync(manifest, "utf8"))));
  expect(await studyStatus(dirname(manifest))).toMatchObject({ state: "finished" });
});

test.skipIf(!existsSync("/proc/self/stat"))("a process that has ended holds no lock, even as a zombie", async () => {
  const folder = studyFolder(await complete());
  const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  const pid = Number(await new Promise((resolve) => parent.stdout.once("data", resolve)));
  try {
    // What takes the shell's place never asks how the first process ended; the shell itself might.
    while (readFileSync(`/proc/${parent.pid}/comm`, "utf8") !== "sleep\n") await wait(5);
    process.kill(pid, "SIGKILL");
    const fields = (): string[] => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    while (fields()[0] !== "Z") await wait(5);
    const lock = { pid, host: hostname(), process: fields()[19], since: 0, rowsBefore: 0 };
    writeFileSync(folder.lock, `${JSON.stringify(lock)}\n`);
    expect(holderOf(folder)).toBeNull();
    takeLock(folder).release();
  } finally {
    parent.kill();
  }
});
