import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { studyText } from "../src/output/study-bar.js";
import { ended, kinetree, kinetreeJson, scratchFolder, startKinetree } from "./support/command.js";

const folder = scratchFolder();
afterAll(folder.remove);
const cwd = folder.path;

const inFolder = (...names: string[]): string => join(cwd, ...names);
const results = (study: string): Buffer => readFileSync(inFolder(study, "results.parquet"));
const chunksOf = (study: string): string[] =>
  existsSync(inFolder(study, "chunks"))
    ? readdirSync(inFolder(study, "chunks")).filter((name) => name.endsWith(".parquet"))
    : [];

/** Many samples that take some seconds together. */
const long = {
  name: "long",
  scenario: {
    model: "double-pendulum",
    start: { q: { shoulder: "= angle" } },
    inputs: { angle: "1 rad" },
    tEnd: "8 s",
  },
  parameters: { angle: { uniform: { min: "1 rad", max: "2 rad" } } },
  samples: 800,
  seed: 3,
  outputs: { last: { final: "q.elbow" }, turned: { predicate: "last > 3.2 or last < -3.2" } },
};
const write = (name: string, study: unknown): void => writeFileSync(inFolder(name), JSON.stringify(study, null, 2));

beforeAll(() => {
  write("long.json", long);
  write("short.json", { ...long, name: "short", samples: 60, scenario: { ...long.scenario, tEnd: "1 s" } });
  kinetreeJson(["study", "run", "short.json", "--workers", "1"], { cwd });
});

describe("kinetree study run", () => {
  test("writes a folder called like the study, and says how it went", () => {
    const { code, stdout } = kinetree(["study", "run", "pendulum", "--samples", "20"], { cwd });
    expect(stdout).toMatch(/^samples +20 samples$/m);
    expect(stdout).toMatch(/^failed +none$/m);
    expect(stdout).toMatch(/^written +pendulum\.study\/results\.parquet$/m);
    expect(code).toBe(0);
    expect(readdirSync(inFolder("pendulum.study")).sort()).toEqual(["chunks", "manifest.json", "results.parquet"]);
  });

  test("gives the same bytes for any number of workers", () => {
    for (const workers of [0, 2]) {
      const out = `workers-${workers}.study`;
      kinetreeJson(["study", "run", "short.json", "--workers", String(workers), "--out", out], { cwd });
      expect(results(out).equals(results("short.study"))).toBe(true);
    }
  });

  test("other samples and seeds are other studies", () => {
    const other = ["study", "run", "short.json", "--seed", "4", "--out", "seed.study"];
    expect(kinetreeJson(other, { cwd })).toMatchObject({ seed: 4, rows: 60, complete: true });
    expect(results("seed.study").equals(results("short.study"))).toBe(false);
  });

  test("takes fixed values and options", () => {
    const args = ["study", "run", "pendulum", "--samples", "3", "--out", "set.study"];
    const set = ["--set", "mass=200 g", "--option", "duration=2"];
    expect(kinetreeJson([...args, ...set], { cwd })).toMatchObject({ complete: true });
    const rows = kinetree(["study", "sql", "set.study", "SELECT t FROM results", "--json"], { cwd }).stdout;
    expect(JSON.parse(rows)).toEqual([{ t: 2 }, { t: 2 }, { t: 2 }]);
  });

  test("a value that is set holds for all samples of all cases, whatever the study says of it, in SI or with a unit", () => {
    const cases = [{ name: "a" }, { name: "b", fixed: { mass1: 5 } }];
    write("cases.json", { ...long, name: "cases", samples: 2, scenario: { ...long.scenario, tEnd: "0.1 s" }, cases });
    const args = ["study", "run", "cases.json", "--set", "mass1=3", "--set", "angle=90 deg"];
    expect(kinetreeJson(args, { cwd })).toMatchObject({ complete: true });
    const query = "SELECT DISTINCT mass1, angle FROM results";
    const { stdout } = kinetree(["study", "sql", "cases.study", query, "--json"], { cwd });
    expect(JSON.parse(stdout)).toEqual([{ mass1: 3, angle: Math.PI / 2 }]);
  });

  test("a study in TypeScript is the same one from every folder, and where it is moved to", () => {
    mkdirSync(inFolder("code", "parts"), { recursive: true });
    const study = `import { start } from "./parts/start.ts";
      export const study = { name: "code", scenario: { model: "pendulum", tEnd: 0.1, start: { q: { hinge: start } } },
        samples: 2, outputs: { last: { final: "q.hinge" } }, description: import.meta.url.slice(-4) };`;
    writeFileSync(inFolder("code", "study.ts"), study);
    writeFileSync(inFolder("code", "parts", "start.ts"), "export const start = 0.5;");
    kinetreeJson(["study", "run", "code/study.ts", "--out", "code/code.study"], { cwd });
    const again = ["study", "replay", "code.study", "1"];
    expect(kinetreeJson(again, { cwd: inFolder("code") })).toMatchObject({ identical: true });
    cpSync(inFolder("code"), inFolder("moved"), { recursive: true });
    expect(kinetreeJson(again, { cwd: inFolder("moved") })).toMatchObject({ identical: true });
  });

  test("runs a study in TypeScript, wherever it lies", () => {
    const example = fileURLToPath(new URL("../../../examples/studies/spring.ts", import.meta.url));
    copyFileSync(example, inFolder("spring.ts"));
    expect(kinetreeJson(["study", "run", "spring.ts"], { cwd })).toMatchObject({
      study: "spring",
      failed: 0,
      rows: 50,
    });
    expect(kinetreeJson(["study", "replay", "spring.study", "7"], { cwd })).toMatchObject({ identical: true });
  });
});

async function killedAfter(study: string, out: string, chunks: number): Promise<void> {
  const child = startKinetree(["study", "run", study, "--out", out, "--workers", "2"], cwd);
  const end = ended(child);
  for (let waited = 0; chunksOf(out).length < chunks && child.exitCode === null; waited += 10) {
    if (waited > 240_000) throw new Error("waited for four minutes in vain");
    await sleep(10);
  }
  child.kill("SIGKILL");
  expect(await end).toBe("SIGKILL");
}

describe("a study that is killed", () => {
  test("and resumed, again and again, has the bytes of one that was not", async () => {
    kinetreeJson(["study", "run", "long.json", "--out", "whole.study"], { cwd });
    await killedAfter("long.json", "killed.study", 3);
    const before = chunksOf("killed.study").length;
    expect(kinetreeJson(["study", "status", "killed.study"], { cwd })).toMatchObject({
      state: "interrupted",
      rows: 800,
    });
    const child = startKinetree(["study", "resume", "killed.study", "--workers", "1"], cwd);
    const end = ended(child);
    while (chunksOf("killed.study").length < before + 4 && child.exitCode === null) await sleep(10);
    child.kill("SIGKILL");
    await end;
    const report = kinetreeJson(["study", "resume", "killed.study"], { cwd });
    expect(report).toMatchObject({ complete: true, done: 800 });
    expect(report["doneBefore"]).toBeGreaterThan(0);
    for (const name of ["results.parquet", "manifest.json"])
      expect(readFileSync(inFolder("killed.study", name)).equals(readFileSync(inFolder("whole.study", name)))).toBe(
        true,
      );
  });

  test("is refused when its file has changed, saying what, and goes on when it is put back", async () => {
    write("edited.json", { ...long, name: "edited", samples: 700 });
    await killedAfter("edited.json", "edited.study", 2);
    write("edited.json", {
      ...long,
      name: "edited",
      samples: 700,
      parameters: { angle: { uniform: { min: 1, max: "2.5 rad" } } },
    });
    for (const args of [
      ["study", "resume", "edited.study"],
      ["study", "run", "edited.json"],
    ]) {
      const { code, stderr } = kinetree(args, { cwd });
      expect(stderr).toContain('parameters.angle.uniform.max: "2 rad" -> "2.5 rad"');
      expect(code).toBe(3);
    }
    write("edited.json", { ...long, name: "edited", samples: 700 });
    expect(kinetree(["study", "run", "edited.json"], { cwd }).stderr).toContain("kinetree study resume edited.study");
    expect(kinetreeJson(["study", "resume", "edited.study"], { cwd })).toMatchObject({ complete: true });
  });

  test("by Ctrl-C keeps what is finished, exit code 130", async () => {
    const child = startKinetree(["study", "run", "long.json", "--out", "cut.study"], cwd);
    let stderr = "";
    child.stderr?.on("data", (data: Buffer) => (stderr += data.toString()));
    const end = ended(child);
    while (chunksOf("cut.study").length < 2 && child.exitCode === null) await sleep(10);
    child.kill("SIGINT");
    expect(await end).toBe(130);
    expect(stderr).toMatch(
      /interrupted after \d+ of 800 samples, which are kept\. kinetree study resume cut\.study goes on\./,
    );
    expect(readdirSync(inFolder("cut.study")).sort()).toEqual(["chunks", "manifest.json"]);
  });
});

describe("kinetree study replay", () => {
  test("has the study's numbers to the last bit, and everything recorded", () => {
    const args = ["study", "replay", "short.study", "17", "--out", "one.parquet"];
    expect(kinetreeJson(args, { cwd })).toMatchObject({ row: 17, sample: 17, identical: true, rows: 1001 });
    expect(kinetree([...args, "--force"], { cwd }).stdout).toContain("identical to the study's, to the last bit");
    const names = kinetree(["plot", "one.parquet"], { cwd }).stdout;
    for (const name of ["q.elbow", "load.elbow.tx", "energy.total"]) expect(names).toContain(name);
  });

  test("a sample of a case by its name", () => {
    expect(kinetreeJson(["study", "replay", "short.study", "short/3"], { cwd })).toMatchObject({ row: 3 });
  });

  test.each([
    { sample: "60", says: "rows 0 to 59" },
    { sample: "-1", says: '"-1" is no sample' },
    { sample: "stiff/1", says: 'Its cases are "short"' },
    { sample: "short/60", says: "samples 0 to 59" },
  ])("refuses $sample", ({ sample, says }) => {
    const { code, stderr } = kinetree(["study", "replay", "short.study", "--", sample], { cwd });
    expect(stderr).toContain(says);
    expect(code).toBe(2);
  });
});

describe("kinetree study sql", () => {
  const sql = (query: string, ...more: string[]) => kinetree(["study", "sql", "short.study", query, ...more], { cwd });

  test("prints a table", () => {
    const { code, stdout } = sql('SELECT "case", count(*) AS samples FROM results GROUP BY ALL');
    expect(stdout).toBe("case   samples\n─────  ───────\nshort       60\n(1 row)\n");
    expect(code).toBe(0);
  });

  test("prints objects with --json", () => {
    expect(JSON.parse(sql("SELECT sample, turned FROM results WHERE sample < 2", "--json").stdout)).toEqual([
      { sample: 0, turned: false },
      { sample: 1, turned: false },
    ]);
  });

  test("says of which samples an answer is, and which chunks are damaged", () => {
    cpSync(inFolder("short.study"), inFolder("spoilt.study"), { recursive: true });
    rmSync(inFolder("spoilt.study", "results.parquet"));
    const chunk = join("spoilt.study", "chunks", chunksOf("spoilt.study").sort()[1]);
    writeFileSync(inFolder(chunk), "PAR1");
    const { code, stdout, stderr } = kinetree(["study", "sql", "spoilt.study", "SELECT count(*) FROM results"], {
      cwd,
    });
    expect(stdout).toContain("44");
    expect(stderr).toBe(
      `kinetree: warning: the answer is from 44 of 60 samples; the others are not there. Damaged: ${chunk}. kinetree study resume spoilt.study computes what is missing.\n`,
    );
    expect(code).toBe(0);
  });

  test("says what DuckDB says about a mistake, and which columns there are", () => {
    const { code, stderr } = sql("SELECT lst FROM results");
    expect(stderr).toMatch(/lst[\s\S]*its columns are sample, "case", angle, last, turned/);
    expect(code).toBe(2);
  });
});

test("kinetree study export writes one line a sample, and replaces no file unless told", () => {
  const args = ["study", "export", "short.study", "--out", "short.csv"];
  expect(kinetree(args, { cwd }).stdout).toBe("short.csv: 60 rows\n");
  expect(readFileSync(inFolder("short.csv"), "utf8").split("\n").length).toBe(62);
  expect(kinetree(args, { cwd }).code).toBe(3);
  expect(kinetree([...args, "--force"], { cwd }).code).toBe(0);
  expect(kinetree(["study", "export", "short.study"], { cwd }).stderr).toContain("Give --out");
});

test("kinetree study status says that a study is finished", () => {
  expect(kinetree(["study", "status", "short.study"], { cwd }).stdout).toMatch(/^state +finished$/m);
});

describe("what cannot be run is refused by name", () => {
  test.each([
    { what: "an unknown name", study: "pendulm", says: 'Did you mean "pendulum"?', exit: 2 },
    { what: "a file that is not there", study: "nowhere.json", says: 'there is no file "nowhere.json"', exit: 3 },
  ])("$what", ({ study, says, exit }) => {
    const { code, stderr } = kinetree(["study", "run", study], { cwd });
    expect(stderr).toContain(says);
    expect(code).toBe(exit);
  });

  test.each([
    { what: "no samples", change: { samples: 0 }, says: /samples/ },
    {
      what: "an unknown parameter",
      change: { parameters: { angel: { uniform: { min: 0, max: 1 } } } },
      says: /Did you mean "angle"/,
    },
    {
      what: "an impossible distribution",
      change: { parameters: { angle: { uniform: { min: 1, max: 0 } } } },
      says: /max/,
    },
  ])("$what, with file, line and column", ({ change, says }) => {
    write("bad.json", { ...long, ...change });
    const { code, stderr } = kinetree(["study", "run", "bad.json"], { cwd });
    expect(stderr).toMatch(/bad\.json:\d+:\d+/);
    expect(stderr).toMatch(says);
    expect(code).toBe(1);
    expect(existsSync(inFolder("long.study"))).toBe(false);
  });

  test.each(["--samples", "--seed", "--workers"])("a bad number for %s", (option) => {
    expect(kinetree(["study", "run", "short.json", option, "many"], { cwd }).stderr).toContain(`${option} many`);
  });

  test("a module that exports no study", () => {
    writeFileSync(inFolder("none.ts"), "export const other: number = 1;");
    const { code, stderr } = kinetree(["study", "run", "none.ts"], { cwd });
    expect(stderr).toMatch(/none\.ts is no study: it exports other\. Write "export const study/);
    expect(code).toBe(3);
    writeFileSync(inFolder("broken.ts"), "export const study = ;");
    expect(kinetree(["study", "run", "broken.ts"], { cwd }).stderr).toContain(
      "broken.ts is no study: it cannot be compiled",
    );
  });

  test("folders with results, with other things, and without a study", () => {
    expect(kinetree(["study", "run", "short.json"], { cwd }).stderr).toContain("--force");
    mkdirSync(inFolder("photos"));
    writeFileSync(inFolder("photos", "cat.png"), "");
    expect(kinetree(["study", "run", "short.json", "--out", "photos"], { cwd }).stderr).toContain('"cat.png"');
    for (const command of ["status", "resume", "sql"])
      expect(kinetree(["study", command, "photos"], { cwd })).toMatchObject({ code: 3 });
  });

  test("a study whose file is gone is resumed from no other", async () => {
    write("gone.json", { ...long, name: "gone" });
    await killedAfter("gone.json", "gone.study", 1);
    mkdirSync(inFolder("elsewhere"));
    copyFileSync(inFolder("gone.json"), inFolder("elsewhere", "gone.json"));
    writeFileSync(inFolder("gone.json"), "");
    expect(kinetree(["study", "resume", "gone.study"], { cwd }).code).not.toBe(0);
  });
});

test("the bar says how many are done, how fast, and how long it takes", () => {
  const text = studyText(10, { rows: 4800, done: 1300, doneBefore: 100, failed: 2 });
  expect(text).toMatch(/^█{6}░{18}  27%  30 s left  120 samples\/s  1300 of 4800  2 failed$/);
});
