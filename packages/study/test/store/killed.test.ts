import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readRows } from "@kinetree/results";
import { beforeAll, describe, expect, test } from "vitest";
import { holderOf, takeLock } from "../../src/store/lock.js";
import { beginStudy, resumeStudy } from "../../src/store/run-study.js";
import { studyStatus } from "../../src/store/status.js";
import { studyFolder } from "../../src/store/study-folder.js";
import { scratch } from "./support/scratch.js";
import { bundleToyRun, ended, startToyRun, toyRun } from "./support/toy-program.js";
import { toyStudy } from "./support/toy-study.js";
import { refusal } from "../../../kinetree/test/support/refusal.js";

const fresh = scratch();
const program = fresh("toy-run.mjs");
const whole = fresh("whole.study");
beforeAll(async () => {
  await bundleToyRun(program);
  await beginStudy(whole, toyStudy({ samples: 400 }), {}, { workers: 0, chunkSize: 16 });
});

const results = (folder: string): Buffer => readFileSync(join(folder, "results.parquet"));
const chunksIn = (folder: string): string[] =>
  existsSync(join(folder, "chunks"))
    ? readdirSync(join(folder, "chunks")).filter((name) => name.endsWith(".parquet"))
    : [];

describe("killed at any moment, again and again", () => {
  test.each([1, 2, 3])("with %i workers, the results have the bytes of an uninterrupted run", async (workers) => {
    const folder = fresh("killed.study");
    let kills = 0;
    for (let attempt = 0; ; attempt++) {
      const what = existsSync(join(folder, "manifest.json")) ? "resume" : "begin";
      const child = startToyRun(program, [what, folder, String(workers)]);
      const end = ended(child);
      // Once before there is a file, then each time some chunks further; the last attempt may end.
      const goal = attempt === 0 ? 0 : attempt < 5 ? chunksIn(folder).length + 2 + attempt : Infinity;
      if (attempt === 0) await wait(40);
      while (child.exitCode === null && chunksIn(folder).length < goal) await wait(1);
      child.kill("SIGKILL");
      if ((await end) === 0) break;
      kills++;
      const kept = chunksIn(folder);
      for (const name of kept) {
        const path = join(folder, "chunks", name);
        expect((await readRows(readFileSync(path), path)).rows).toBe(16);
      }
    }
    expect(kills).toBeGreaterThan(1);
    expect(results(folder).equals(results(whole))).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(["chunks", "manifest.json", "results.parquet"]);
  });

  test("nothing that was finished is computed again", async () => {
    const folder = fresh("kept.study");
    const child = startToyRun(program, ["begin", folder, "2"]);
    const end = ended(child);
    while (chunksIn(folder).length < 10) await wait(5);
    child.kill("SIGKILL");
    await end;
    const kept = chunksIn(folder).length;
    let computed = 0;
    await resumeStudy(folder, toyStudy({ samples: 400, before: () => void computed++ }), { workers: 1 });
    expect(computed).toBe(50 - kept);
  });
});

describe("the lock", () => {
  test("of a process that lives keeps others out, and tells its rate", async () => {
    const folder = fresh("busy.study");
    const child = startToyRun(program, ["begin", folder, "1", "200"]);
    const end = ended(child);
    while (chunksIn(folder).length < 3) await wait(5);
    expect(toyRun(program, ["resume", folder, "1"]).stderr).toContain(`process ${child.pid} on ${hostname()}`);
    const { state, pid, rate, secondsLeft } = await studyStatus(folder);
    expect({ state, pid }).toEqual({ state: "running", pid: child.pid });
    expect(rate).toBeGreaterThan(0);
    expect(secondsLeft).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await end;
  });

  test.each([
    {
      of: "a process that is gone",
      lock: { pid: 2 ** 22 + 1, host: hostname(), process: "1", since: 0, rowsBefore: 0 },
    },
    {
      of: "another process of the same number",
      lock: { pid: process.pid, host: hostname(), process: "1", since: 0, rowsBefore: 0 },
    },
    { of: "a writer killed before it said anything", lock: null },
  ])("of $of is taken over", ({ lock }) => {
    const folder = studyFolder(fresh("stale.study"));
    spawnSync("mkdir", ["-p", folder.path]);
    writeFileSync(folder.lock, lock === null ? "" : `${JSON.stringify(lock)}\n`);
    expect(holderOf(folder)).toBe(null);
    const taken = takeLock(folder);
    expect(holderOf(folder)).toMatchObject({ pid: process.pid });
    expect(refusal(() => takeLock(folder))).toEqual({
      code: "study-in-use",
      subject: `folder ${folder.path}`,
      value: process.pid,
    });
    taken.release();
    expect(existsSync(folder.lock)).toBe(false);
  });

  test("of another machine is respected", () => {
    const folder = studyFolder(fresh("far.study"));
    spawnSync("mkdir", ["-p", folder.path]);
    writeFileSync(
      folder.lock,
      `${JSON.stringify({ pid: 1, host: "elsewhere", process: "", since: 0, rowsBefore: 0 })}\n`,
    );
    expect(refusal(() => takeLock(folder))).toEqual({
      code: "study-in-use",
      subject: `folder ${folder.path}`,
      value: 1,
    });
  });
});

const canMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;
describe.skipIf(!canMount)("a disk of its own (skipped where none can be made)", () => {
  /** Runs lines of a shell that alone sees a small disk at /mnt. */
  const onSmallDisk = (...lines: readonly string[]): { code: number | null; stderr: string } => {
    const script = ["mount -t tmpfs -o size=120k tmpfs /mnt", ...lines].join("\n");
    const { status, stderr } = spawnSync("unshare", ["-rm", "sh", "-c", script], { encoding: "utf8" });
    return { code: status, stderr };
  };
  const run = (what: string): string => `"${process.execPath}" "${program}" ${what} /mnt/s.study 2`;

  test("that fills up: said by name, nothing half is left, and with more room the study goes on to the same bytes", () => {
    const out = fresh("from-small-disk.parquet");
    const { code, stderr } = onSmallDisk(
      `${run("begin")} && exit 9`,
      "ls /mnt/s.study /mnt/s.study/chunks | grep -E 'part|results|lock' && exit 8",
      "mount -o remount,size=4m /mnt",
      `${run("resume")} || exit 7`,
      `cp /mnt/s.study/results.parquet "${out}"`,
    );
    expect(stderr).toMatch(/cannot write .*\.parquet \(ENOSPC.*The disk is full.*study resume \/mnt\/s\.study/);
    expect(code).toBe(0);
    expect(readFileSync(out).equals(results(whole))).toBe(true);
  });

  test("that is read-only: said by name", () => {
    const { code, stderr } = onSmallDisk("mount -o remount,ro /mnt", run("begin"));
    expect(stderr).toMatch(/cannot write \/mnt\/s\.study .*EROFS.*read-only/);
    expect(code).toBe(1);
  });
});
