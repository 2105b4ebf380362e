import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ended, kinetree, kinetreeJson, program, scratchFolder, startKinetree } from "./support/command.js";

const folder = scratchFolder();
afterAll(folder.remove);
const cwd = folder.path;

interface Csv {
  readonly names: string[];
  readonly rows: number[][];
}

function readCsv(path: string): Csv {
  const [head, ...lines] = readFileSync(join(cwd, path), "utf8").trimEnd().split("\n");
  return { names: head.split(","), rows: lines.map((line) => line.split(",").map(Number)) };
}

const swing = '{"q": {"shoulder": 1}}';

describe("kinetree run --out x.csv", () => {
  const report = kinetreeJson(["run", "double-pendulum", "--t-end", "2", "--state", swing, "--out", "x.csv"], { cwd });
  const { names, rows } = readCsv("x.csv");

  test("has time, coordinates, speeds and positions, by name", () => {
    const pos = ["upper", "lower"].flatMap((body) => ["x", "y", "z"].map((axis) => `pos.${body}.${axis}`));
    expect(names).toEqual(["time", "q.shoulder", "q.elbow", "v.shoulder", "v.elbow", ...pos]);
  });

  test("has a thousand intervals, the first row at the start and the last at the end", () => {
    expect(rows.length).toBe(1001);
    expect(rows[0].slice(0, 5)).toEqual([0, 1, 0, 0, 0]);
    expect(rows[1000][0]).toBe(2);
  });

  test("has positions that follow from the coordinates", () => {
    for (const row of rows) expect(Math.abs(row[names.indexOf("pos.lower.z")] + Math.cos(row[1]))).toBeLessThan(1e-13);
  });

  test("reports energy balance, steps, formulation and why, hash, version and files", () => {
    expect(report).toMatchObject({ end: "finished", t: 2, rows: 1001, files: ["x.csv"], formulation: "articulated" });
    expect(report["modelHash"]).toMatch(/^[0-9a-f]{16}$/);
    expect(report["version"]).toMatch(/^\d+\.\d+\.\d+$/);
    expect(report["formulationReason"]).not.toBe("");
    const { accepted, rejected } = report["steps"] as { accepted: number; rejected: number };
    expect(accepted).toBeGreaterThan(10);
    expect(rejected).toBeGreaterThanOrEqual(0);
    expect((report["energy"] as { relative: number }).relative).toBeLessThan(1e-7);
  });

  test("a second run gives the same bytes", () => {
    kinetree(["run", "double-pendulum", "--t-end", "2", "--state", swing, "--out", "again.csv"], { cwd });
    expect(readFileSync(join(cwd, "again.csv"), "utf8")).toBe(readFileSync(join(cwd, "x.csv"), "utf8"));
  });
});

describe("what is recorded", () => {
  const columns = (...args: string[]): string[] => {
    kinetreeJson(["run", "double-pendulum", "--t-end", "0.1", "--out", "c.csv", ...args], { cwd });
    return readCsv("c.csv").names.slice(11);
  };

  test("--channels adds groups, bodies, numbers and expressions", () => {
    const list = "quat.lower,vel.lower.x,energy.total,tip=max(pos.lower.x, 2)-0.1";
    expect(columns("--channels", list, "--channels", "load.elbow.fx")).toEqual([
      "quat.lower.w",
      "quat.lower.x",
      "quat.lower.y",
      "quat.lower.z",
      "vel.lower.x",
      "energy.total",
      "tip",
      "load.elbow.fx",
    ]);
    const { names, rows } = readCsv("c.csv");
    expect(rows[0][names.indexOf("tip")]).toBe(2 - 0.1);
  });

  const times = (...args: string[]): number[] => {
    kinetreeJson(["run", "pendulum", "--out", "t.csv", ...args], { cwd });
    return readCsv("t.csv").rows.map(([t]) => t);
  };

  test("--rate gives rows a second", () =>
    expect(times("--t-end", "1", "--rate", "4")).toEqual([0, 0.25, 0.5, 0.75, 1]));
  test("--rate takes a unit", () => expect(times("--t-end", "4 ms", "--rate", "1 kHz")).toHaveLength(5));
  test("--every gives the time between rows", () =>
    expect(times("--t-end", "1", "--every", "500 ms")).toEqual([0, 0.5, 1]));
  test("--dt makes rows fall on steps", () => {
    const step = 0.003;
    const on = times("--t-end", "3", "--dt", `${step}`, "--integrator", "rk4");
    expect(on.length).toBe(1001);
    on.forEach((t, k) => expect(Math.abs(t - k * step)).toBeLessThan(1e-12));
  });
  test("without --out there is only the summary", () => {
    const { code, stdout } = kinetree(["run", "pendulum", "--t-end", "1"], { cwd });
    expect(stdout).toMatch(/^steps +\d+ accepted/m);
    expect(code).toBe(0);
  });
});

describe("a run that ends badly", () => {
  test("an explosion is told with the time, exit code 1, and the rows until then are in the file", () => {
    const args = [
      "run",
      "double-pendulum",
      "--dt",
      "100",
      "--t-end",
      "1e5",
      "--state",
      swing,
      "--integrator",
      "euler-cromer",
    ];
    const { code, stderr } = kinetree([...args, "--out", "boom.csv", "--every", "100"], { cwd });
    expect(stderr).toMatch(/the run stopped at .* s/);
    expect(stderr).toContain("boom.csv");
    expect(stderr).not.toMatch(/^ +at /m);
    expect(code).toBe(1);
    const { names, rows } = readCsv("boom.csv");
    for (const row of rows) expect(row).toHaveLength(names.length);
  });

  test("a folder that is not there: exit code 3 and the fix", () => {
    const { code, stderr } = kinetree(["run", "pendulum", "--out", "nowhere/x.csv"], { cwd });
    expect(stderr).toContain("nowhere/x.csv");
    expect(stderr).toContain("Create it first");
    expect(code).toBe(3);
  });

  test("a folder in place of a file: exit code 3", () => {
    mkdirSync(join(cwd, "folder.csv"), { recursive: true });
    expect(kinetree(["run", "pendulum", "--out", "folder.csv"], { cwd }).code).toBe(3);
  });

  test.skipIf(!existsSync("/dev/full"))("a full disk: exit code 3 and the fix (skipped without /dev/full)", () => {
    const { code, stderr } = kinetree(["run", "pendulum", "--out", "/dev/full"], { cwd });
    expect(stderr).toContain("The disk is full");
    expect(code).toBe(3);
  });

  const wrong = [
    { args: ["--out", "x.xlsx"], says: "End it in .csv, .parquet or .mcap" },
    { args: ["--t-end", "3 kg"], says: "must measure time" },
    { args: ["--t-end", "-1"], says: "is before the start" },
    { args: ["--dt", "0"], says: "must be more than 0" },
    { args: ["--dt", "1ms", "--tolerance", "1e-3"], says: "exclude each other" },
    { args: ["--dt", "1ms", "--max-step", "1ms"], says: "exclude each other" },
    { args: ["--max-step", "0"], says: "must be more than 0" },
    { args: ["--max-steps", "1.5"], says: "--max-steps" },
    { args: ["--tolerance", "small"], says: "is no number" },
    { args: ["--integrator", "rk5"], says: 'Did you mean "rk4"?' },
    { args: ["--formulation", "articulate"], says: 'Did you mean "articulated"?' },
    { args: ["--channels", "poss"], says: 'Did you mean "pos"?' },
    { args: ["--channels", "tip=pos.bob.x+"], says: "pos.bob.x+" },
    { args: ["--rate", "1", "--every", "1"], says: "Leave one out" },
    { args: ["--set", "lenth=2"], says: 'Did you mean "length"?' },
    { args: ["--set", "length"], says: "NAME=VALUE" },
    { args: ["--set", "length=-1"], says: "length" },
    { args: ["--set", "length=2 kg"], says: "measures mass" },
    { args: ["--size", "lenth=2"], says: 'Did you mean "length"?' },
    { args: ["--rate", "1e12"], says: "--rate 1e12 asks for 1.0e+13 rows" },
    { args: ["--every", "1 ps"], says: "--every 1 ps asks for 1.0e+13 rows" },
    { args: ["--rate", "-5"], says: "must be more than 0" },
    { args: ["--rate", "often"], says: 'is no number. Write it in Hz, or with a unit like "100 Hz"' },
    { args: ["--t-end", "abc"], says: '"abc" is no number. Write it in s' },
    { args: ["--t-end", "1e400"], says: "is too large for a number" },
    { args: ["--out", "-", "--json"], says: "both write to standard output" },
    { args: ["--out", "/dev/stdout", "--json"], says: "both write to standard output" },
    { args: ["--out", "-", "--checkpoint", "c"], says: "cannot be resumed" },
    { args: ["--checkpoint", "-"], says: "is no file" },
    { args: ["--base", "free"], says: "has no effect" },
    { args: ["--set", "length=1", "--set", "length=2"], says: '--set length is given twice, as "1" and "2"' },
    { args: ["--size", "gravity=1", "--size", "gravity=2"], says: "--size gravity is given twice" },
  ];
  test.each(wrong)("$args: exit code 2 and the fix", ({ args, says }) => {
    const { code, stderr } = kinetree(["run", "pendulum", ...args], { cwd });
    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(code).toBe(2);
  });

  test("with --json an error is an object on standard output", () => {
    const { stdout } = kinetree(["run", "pendulum", "--set", "lenth=2", "--json"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "unknown-parameter", value: 2 } });
  });
});

describe("bounds of steps", () => {
  const steps = (...args: string[]): number =>
    (kinetreeJson(["run", "pendulum", "--t-end", "1", ...args])["steps"] as { accepted: number }).accepted;

  test("--max-step makes them shorter", () => {
    expect(steps()).toBeLessThan(500);
    expect(steps("--max-step", "1 ms")).toBeGreaterThanOrEqual(1000);
  });
  test("--max-steps ends the run with exit code 1 and the reason", () => {
    const { code, stdout } = kinetree(["run", "pendulum", "--max-steps", "7", "--json"], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('"too-many-steps"');
  });
});

describe("parameters and units", () => {
  test("--set changes the model, with a unit or without", () => {
    const potential = (value: string): number =>
      (kinetreeJson(["eval", "pendulum", "--set", `length=${value}`])["energy"] as { potential: number }).potential;
    expect(potential("30 cm")).toBe(potential("0.3"));
    expect(potential("0.3")).not.toBe(potential("0.4"));
  });

  test("values that break a mimic joint together are told with the value that they ask for", () => {
    const link = (name: string): string =>
      `<link name="${name}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>`;
    const joint = (name: string, child: string, more: string): string =>
      `<joint name="${name}" type="continuous"><parent link="base"/><child link="${child}"/><axis xyz="0 1 0"/>${more}</joint>`;
    const mimic = '<mimic joint="left" multiplier="2" offset="0.1"/>';
    const input = `<robot name="grip">${["base", "a", "b"].map(link).join("")}${joint("left", "a", "")}${joint("right", "b", mimic)}</robot>`;
    const state = '{"q": {"left": 0.5, "right": 0.6}}';
    const { stdout } = kinetree(["run", "-", "--format", "urdf", "--json", "--state", state], { input });
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "coupler-broken", subject: 'coupler "right"', value: [0.6, 1.1], issues: [{ path: "q.right" }] },
    });
  });
  test("a state takes units too", () => {
    const state = (q: unknown): unknown =>
      kinetreeJson(["eval", "pendulum", "--state", JSON.stringify({ q: { hinge: q } })]);
    expect(state("180 deg")).toEqual(state(Math.PI));
  });

  test("a result file from a model file is the same as from the model itself", () => {
    kinetree(["convert", "double-pendulum", "dp.json"], { cwd });
    for (const [model, out] of [
      ["double-pendulum", "one.csv"],
      ["dp.json", "two.csv"],
    ])
      kinetree(["run", model, "--t-end", "1", "--state", swing, "--out", out], { cwd });
    expect(readFileSync(join(cwd, "one.csv"), "utf8")).toBe(readFileSync(join(cwd, "two.csv"), "utf8"));
  });
});

test("nothing is said on standard error where it is no terminal", () => {
  writeFileSync(join(cwd, "start.json"), swing);
  const args = ["run", "double-pendulum", "--t-end", "2000", "--state", "start.json"];
  expect(kinetree(args, { cwd }).stderr).toBe("");
});

test("an energy that is not finite is a warning", () => {
  const { code, stderr } = kinetree(["run", "pendulum", "--set", "length=1e200", "--t-end", "1"], { cwd });
  expect(stderr).toMatch(/^kinetree: warning: energy is not finite: kinetic .* J/);
  expect(code).toBe(0);
});

test("one row is not called rows", () => {
  expect(kinetree(["run", "pendulum", "--t-end", "0", "--out", "one.csv"], { cwd }).stdout).toContain("(1 row)");
});

describe("--out -", () => {
  const args = ["run", "pendulum", "--t-end", "1", "--rate", "4"];
  const expected = (): string => {
    kinetree([...args, "--out", "same.csv"], { cwd });
    return readFileSync(join(cwd, "same.csv"), "utf8");
  };

  test("writes to a pipe what a file would get, and the summary elsewhere", () => {
    const { code, stdout, stderr } = kinetree([...args, "--out", "-"], { cwd });
    expect(stdout).toBe(expected());
    expect(stderr).toContain("(5 rows)");
    expect(code).toBe(0);
  });

  test("appends to a file that is there, and lays nothing beside it", () => {
    writeFileSync(join(cwd, "to.csv"), "before\n");
    const output = openSync(join(cwd, "to.csv"), "a");
    const { status } = spawnSync(process.execPath, [program, ...args, "--out", "-"], {
      cwd,
      stdio: ["ignore", output, "ignore"],
    });
    writeSync(output, "after\n");
    closeSync(output);
    expect(status).toBe(0);
    expect(readFileSync(join(cwd, "to.csv"), "utf8")).toBe(`before\n${expected()}after\n`);
    expect(existsSync(join(cwd, "to.csv.json"))).toBe(false);
  });
});

describe("a model of many bodies", () => {
  test("is announced before it is built and compiled, and Ctrl-C ends that at once", async () => {
    const child = startKinetree(["run", "n-pendulum", "--size", "n=4000", "--t-end", "1"], cwd);
    const end = ended(child);
    let stderr = "";
    await new Promise<void>((resolve) => {
      child.stderr?.on("data", (data: Buffer) => {
        stderr += data.toString();
        if (stderr.includes("compiling")) resolve();
      });
      child.once("close", () => resolve());
    });
    child.kill("SIGINT");
    expect(await end).toBe("SIGINT");
    expect(stderr).toBe(
      "kinetree: building n-pendulum with n = 4,000, this takes a while\n" +
        "kinetree: compiling 4,000 bodies, this takes a while\n",
    );
  });
});
