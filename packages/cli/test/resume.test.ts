import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { ended, kinetree, kinetreeJson, scratchFolder, startKinetree } from "./support/command.js";

const folder = scratchFolder();
afterAll(folder.remove);
const cwd = folder.path;

const bytes = (name: string): Buffer => readFileSync(join(cwd, name));
const size = (name: string): number => (existsSync(join(cwd, name)) ? statSync(join(cwd, name)).size : 0);

/** Some seconds of work, so that there is time to interrupt it. */
const long = ["run", "n-pendulum", "--size", "n=6", "--t-end", "30", "--rate", "500", "--tolerance", "1e-11"];
const state = ["--state", '{"q": {"joint1": 1.5}}'];

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    if (waited > 240_000) throw new Error("waited for four minutes in vain");
    await sleep(20);
  }
}

describe.each(["csv", "parquet", "mcap"])("%s", (extension) => {
  test("killed at any moment and resumed, it has the bytes of a run that was never interrupted", async () => {
    const [whole, part, checkpoint] = [`whole.${extension}`, `part.${extension}`, `${extension}.checkpoint`];
    const options = [...long, ...state, "-q"];
    expect(kinetree([...options, "--out", whole], { cwd }).code).toBe(0);
    const child = startKinetree(
      [...options, "--out", part, "--checkpoint", checkpoint, "--checkpoint-every", "50 ms"],
      cwd,
    );
    const end = ended(child);
    await until(() => size(part) > 0.3 * size(whole) || child.exitCode !== null);
    child.kill("SIGKILL");
    expect(await end).toBe("SIGKILL");
    const report = kinetreeJson(["resume", checkpoint], { cwd });
    expect(report).toMatchObject({ end: "finished", t: 30 });
    expect(bytes(part).equals(bytes(whole))).toBe(true);
  });
});

describe("Ctrl-C", () => {
  test("leaves complete files, exit code 130, and resume goes on to the same bytes", async () => {
    const options = [...long, ...state];
    kinetree([...options, "--out", "all.csv", "-q"], { cwd });
    const child = startKinetree([...options, "--out", "cut.csv", "--checkpoint", "cut.checkpoint"], cwd);
    let stderr = "";
    child.stderr?.on("data", (data: Buffer) => (stderr += data.toString()));
    const end = ended(child);
    await until(() => size("cut.csv") > 100_000 || child.exitCode !== null);
    child.kill("SIGINT");
    expect(await end).toBe(130);
    expect(stderr).toMatch(/interrupted at t = .* s of 30 s\. Everything until then is in cut\.csv/);
    const lines = bytes("cut.csv").toString().trimEnd().split("\n");
    const width = lines[0].split(",").length;
    for (const line of lines) expect(line.split(",").length).toBe(width);
    expect(JSON.parse(bytes("cut.csv.json").toString())).toMatchObject({
      summary: { end: "stopped", rows: lines.length - 1 },
    });
    expect(kinetree(["resume", "cut.checkpoint"], { cwd }).code).toBe(0);
    expect(bytes("cut.csv").equals(bytes("all.csv"))).toBe(true);
    expect(bytes("cut.csv.json").equals(bytes("all.csv.json"))).toBe(true);
  });

  test.each([
    { signal: "SIGTERM", code: 143 },
    { signal: "SIGHUP", code: 129 },
  ] as const)("$signal is exit code $code", async ({ signal, code }) => {
    const out = `${signal}.csv`;
    const child = startKinetree([...long, ...state, "--out", out], cwd);
    const end = ended(child);
    await until(() => size(out) > 100_000 || child.exitCode !== null);
    child.kill(signal);
    expect(await end).toBe(code);
    expect(bytes(out).toString().endsWith("\n")).toBe(true);
  });
});

describe("a checkpoint that cannot be used is refused by name", () => {
  test("one that is not there", () => expect(kinetree(["resume", "nowhere"], { cwd }).code).toBe(3));

  test("a file that is none", () => {
    writeFileSync(join(cwd, "none"), "hello\nworld\n\n");
    const { code, stderr } = kinetree(["resume", "none"], { cwd });
    expect(stderr).toContain("is no checkpoint of a run");
    expect(code).toBe(3);
  });

  test("one whose result is gone, and one that is damaged", () => {
    const run = ["run", "pendulum", "--t-end", "1", "--out", "gone.csv", "--checkpoint", "gone.checkpoint"];
    expect(kinetree(run, { cwd }).code).toBe(0);
    const good = bytes("gone.checkpoint");
    writeFileSync(join(cwd, "gone.csv"), "");
    const { code, stderr } = kinetree(["resume", "gone.checkpoint"], { cwd });
    expect(stderr).toContain("gone.csv");
    expect(code).toBe(3);
    for (const at of [5, 100, good.length - 9]) {
      const bad = Buffer.from(good);
      bad[at] ^= 1;
      writeFileSync(join(cwd, "bad.checkpoint"), bad);
      const outcome = kinetree(["resume", "bad.checkpoint"], { cwd });
      expect(outcome.stderr).toMatch(/checkpoint/);
      expect(outcome.code).toBe(3);
    }
    writeFileSync(join(cwd, "short.checkpoint"), good.subarray(0, good.length - 8));
    expect(kinetree(["resume", "short.checkpoint"], { cwd }).code).toBe(3);
  });

  test("a checkpoint that cannot be written stops the run before it begins", () => {
    const { code, stderr } = kinetree(["run", "pendulum", "--checkpoint", "nowhere/c"], { cwd });
    expect(stderr).toContain("nowhere/c");
    expect(code).toBe(3);
  });
});
