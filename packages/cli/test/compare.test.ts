import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { partText } from "../src/output/part-bar.js";
import { kinetree, kinetreeJson, scratchFolder } from "./support/command.js";

const folder = scratchFolder();
afterAll(folder.remove);
const cwd = folder.path;

interface Found {
  readonly agree: boolean;
  readonly reference: string;
  readonly t: number[];
  readonly formulations: readonly { readonly name: string; readonly outcome: string; readonly runMs?: number }[];
  readonly verdict: { readonly outcome: string; readonly message: string };
  readonly files: readonly string[];
}

describe("kinetree compare", () => {
  const { code, stdout } = kinetree(["compare", "four-bar", "--t-end", "0.2"]);

  test("succeeds where formulations agree", () => expect(code).toBe(0));

  test("prints a table with units in its head", () => {
    for (const head of [
      "run [ms]",
      "accelerations [1]",
      "positions [m]",
      "loads [1]",
      "closure [m, rad]",
      "energy [1]",
    ])
      expect(stdout).toContain(head);
    expect(stdout).toMatch(/^mass-matrix +\d+ +\d+ /m);
  });

  test("says which ones do not take the model, and why", () => {
    expect(stdout).toMatch(/^articulated does not take it: .*joint "pin" closes a loop/m);
  });

  test("ends with the verdict", () => {
    expect(stdout).toMatch(/^(agree: mass-matrix, .*accelerations within|nothing to compare: )/m);
  });

  test("draws the differences over time, on a logarithmic axis", () => {
    const { files } = kinetreeJson(
      ["compare", "double-pendulum", "-t", "10", "--plot", "apart.svg", "--plot", "apart.png"],
      { cwd },
    ) as unknown as Found;
    expect(files).toEqual(["apart.svg", "apart.png"]);
    const svg = readFileSync(join(cwd, "apart.svg"), "utf8");
    for (const text of ["articulated, positions", "allowed for positions", "[m]", ">1e−1"]) expect(svg).toContain(text);
    expect([...readFileSync(join(cwd, "apart.png")).subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
  });

  test("gives everything as JSON", () => {
    const two = ["--formulations", "articulated, mass-matrix"];
    const fine = ["--samples", "10", "--tolerance", "1e-10"];
    const found = kinetreeJson(["compare", "double-pendulum", ...two, ...fine]) as unknown as Found;
    expect(found).toMatchObject({ agree: true, reference: "mass-matrix", tolerance: 1e-10, tEnd: 1, files: [] });
    expect(found.formulations.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["articulated", "ran"],
      ["mass-matrix", "ran"],
    ]);
    expect(found.t).toHaveLength(11);
    for (const { runMs } of found.formulations) expect(runMs).toBeGreaterThan(0);
  });

  test("closes the loops of a state that gives one joint", () => {
    const state = '{"q": {"crank": "20 deg"}, "v": {"crank": 2}}';
    expect(kinetree(["compare", "four-bar", "--t-end", "0.1", "--state", state]).code).toBe(0);
  });

  test("one formulation alone is no comparison, and no failure", () => {
    const outcome = kinetree(["compare", "pendulum", "--formulations", "articulated", "--plot", "one.svg"], { cwd });
    expect(outcome.stdout).toContain("nothing to compare: articulated is the only one that ran");
    expect(outcome.stderr).toContain("no picture is drawn");
    expect(outcome.code).toBe(0);
  });

  test("runs that fail are told, exit code 1", () => {
    const args = ["compare", "double-pendulum", "--t-end", "1e4", "--dt", "2", "--integrator", "rk4"];
    const outcome = kinetree(args);
    expect(outcome.stdout).toMatch(/^articulated failed: the run stopped/m);
    expect(outcome.stdout).toMatch(/^FAILED: /m);
    expect(outcome.stdout).not.toContain("DISAGREE");
    expect(outcome.code).toBe(1);
    const found = kinetree([...args, "--json"]);
    expect(JSON.parse(found.stdout)).toMatchObject({ agree: false, verdict: { outcome: "failed" } });
    expect(found.code).toBe(1);
  });

  test.each([
    ["an unknown formulation", ["--formulations", "articulatd"], 'Did you mean "articulated"?'],
    ["a list of none", ["--formulations", ","], "empty list"],
    ["a picture of no kind", ["--plot", "x.gif"], "End it in .svg or .png."],
    ["an unknown remedy for drift", ["--drift", "baumgart"], 'Did you mean "baumgarte"?'],
    ["step and longest step", ["--dt", "1ms", "--max-step", "1ms"], "exclude each other"],
    ["step and tolerance", ["--dt", "1ms", "--tolerance", "1e-6"], "exclude each other"],
    ["no samples", ["--samples", "0"], "--samples"],
    ["an end before the start", ["--t-end", "-1"], "before the start"],
  ])("%s is refused, exit code 2", (_, args, words) => {
    const outcome = kinetree(["compare", "pendulum", ...args]);
    expect(outcome.stderr).toContain(words);
    expect(outcome.code).toBe(2);
  });
});

test("a bar says how much is done, the time left and by whom", () => {
  expect(partText(10, 0.5, "embedded")).toBe(`${"█".repeat(12)}${"░".repeat(12)}  50%  10 s left  embedded`);
  expect(partText(1, 0, "embedded")).toContain("? left");
});
