import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chooseColumns } from "../src/input/choose-columns.js";
import { kinetree, kinetreeJson, scratchFolder } from "./support/command.js";

const folder = scratchFolder();
afterAll(folder.remove);
const cwd = folder.path;

beforeAll(() => {
  for (const extension of ["csv", "parquet", "mcap"])
    kinetree(["run", "double-pendulum", "--t-end", "1", "--out", `swing.${extension}`, "--channels", "energy"], {
      cwd,
    });
});

const pngStart = [0x89, 0x50, 0x4e, 0x47];

test("where there is no terminal, an SVG and a PNG are written beside the result", () => {
  const { code, stdout } = kinetree(["plot", "swing.csv", "q.shoulder", "q.elbow"], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "swing.svg\nswing.png\n" });
  const svg = readFileSync(join(cwd, "swing.svg"), "utf8");
  expect(svg).toMatch(/^<svg /);
  for (const text of ["q.shoulder", "q.elbow", "time [s]", "swing.csv"]) expect(svg).toContain(text);
  expect([...readFileSync(join(cwd, "swing.png")).subarray(0, 4)]).toEqual(pngStart);
});

test.each(["csv", "parquet", "mcap"])("a %s file is read", (extension) => {
  const out = `${extension}.svg`;
  expect(kinetreeJson(["plot", `swing.${extension}`, "energy.total", "--out", out], { cwd })).toEqual({
    result: `swing.${extension}`,
    channels: ["energy.total"],
    rows: 1001,
    files: [out],
  });
  expect(existsSync(join(cwd, out))).toBe(true);
});

test("a CSV file that has changed since its run is refused with the exit code of data", () => {
  kinetree(["run", "pendulum", "--t-end", "1", "--out", "edited.csv", "-q"], { cwd });
  const text = readFileSync(join(cwd, "edited.csv"), "utf8");
  writeFileSync(join(cwd, "edited.csv"), text.replace(/\n0\.5,/, "\n0.6,"));
  const refused = kinetree(["plot", "edited.csv", "q.hinge", "--text"], { cwd });
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("delete edited.csv.json") as string });
  rmSync(join(cwd, "edited.csv.json"));
  expect(kinetree(["plot", "edited.csv", "q.hinge", "--text"], { cwd }).code).toBe(0);
});

test("a result whose run was killed is drawn, with a warning", () => {
  writeFileSync(join(cwd, "killed.parquet"), readFileSync(join(cwd, "swing.parquet")).subarray(0, 60_000));
  const { code, stderr } = kinetree(["plot", "killed.parquet", "q.elbow", "--text"], { cwd });
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/not finished: its \d+ rows/) as string,
  });
});

test("--text draws with characters, without escape sequences where there is no terminal", () => {
  const { code, stdout } = kinetree(["plot", "swing.csv", "q.shoulder", "--text", "--width", "60"], { cwd });
  expect(stdout).toMatch(/[\u2801-\u28ff]/);
  expect(stdout).not.toContain("\u001B");
  for (const line of stdout.trimEnd().split("\n")) expect([...line].length).toBeLessThanOrEqual(60);
  expect(code).toBe(0);
});

test("without a channel the columns are listed", () => {
  const { columns } = kinetreeJson(["plot", "swing.csv"], { cwd }) as unknown as {
    columns: { name: string; unit: string }[];
  };
  expect(columns[0]).toEqual({ name: "q.shoulder", unit: "rad" });
});

describe("what is wrong is named", () => {
  test.each([
    { args: ["swing.csv", "q.sholder"], code: 2, says: 'Did you mean "q.shoulder"?' },
    { args: ["nowhere.csv", "q"], code: 3, says: "nowhere.csv" },
    { args: ["swing.csv", "q", "--out", "x.gif"], code: 2, says: ".svg or .png" },
    { args: ["swing.csv", "q", "--out", "nowhere/x.svg"], code: 3, says: "nowhere/x.svg" },
    { args: ["swing.csv", "q", "--width", "wide"], code: 2, says: "--width" },
  ])("$args: exit code $code", ({ args, code, says }) => {
    const outcome = kinetree(["plot", ...args], { cwd });
    expect(outcome.stderr).toContain(says);
    expect(outcome.stderr).not.toMatch(/^ +at /m);
    expect(outcome.code).toBe(code);
  });
});

describe("columns by name", () => {
  const names = ["q.a", "q.b", "v.a", "pos.a.x", "pos.a.y"];
  test.each([
    { wanted: ["q.a"], is: ["q.a"] },
    { wanted: ["q"], is: ["q.a", "q.b"] },
    { wanted: ["*.a"], is: ["q.a", "v.a", "pos.a.x", "pos.a.y"] },
    { wanted: ["pos.*.x", "q.b", "q"], is: ["pos.a.x", "q.b", "q.a"] },
  ])("$wanted", ({ wanted, is }) => expect(chooseColumns(names, wanted)).toEqual(is));
});
