import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchReport, BenchTable } from "@kinetree/reproductions/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bench } from "../src/commands/bench/bench.js";
import { readLarge, readSizes } from "../src/commands/bench/pendulum.js";
import { column, raggedTables, tableIn } from "../../reproductions/test/support/bench-report.js";
import { kinetree, kinetreeJson, scratchFolder } from "./support/command.js";
import { rejectionOf, thrownBy } from "../../kinetree/test/support/refusal.js";

const folder = scratchFolder();
afterAll(folder.remove);
const cwd = folder.path;
const written = (...parts: readonly string[]): string => join(cwd, ...parts);

describe("kinetree bench pendulum --quick", () => {
  let report: BenchReport;

  beforeAll(() => {
    const asked = ["bench", "pendulum", "--quick", "--sizes", "1,3", "--large", "12,24", "--out", "report"];
    report = kinetreeJson(asked, { cwd }) as unknown as BenchReport;
  });

  const tableOf = (name: string): BenchTable => tableIn(report, name);

  it("gives as many cells in each row as there are columns, each called differently", () => {
    expect(raggedTables(report)).toEqual([]);
  });

  it("has the published counts of table 1 beside ours, for all schemes and the large sizes of one", () => {
    const table = tableOf("table-1");
    expect(column(table, "n")).toEqual([1, 1, 1, 1, 3, 3, 3, 3, 10, 12, 24]);
    const rowOf = (n: number, scheme: string): readonly unknown[] =>
      table.rows.find(([size, name]) => size === n && name === scheme) ?? [];
    expect(rowOf(3, "full")[2]).toBe(915 * 27 + 196 * 9 - 15);
    expect(rowOf(3, "reduced")[5]).toBe(25 * 27 + 51 * 9 + 75);
    expect(rowOf(24, "linear")[2]).toBe(657 * 24 - 324);
    for (const counted of [...column(table, "× counted"), ...column(table, "+ counted")])
      expect(counted).toBeGreaterThan(0);
  });

  it("meets what is demanded of operations, and its schemes agree", () => {
    const counted = report.checks.filter(({ name }) => /multiplications|additions|final states/.test(name));
    expect(counted).toHaveLength(3);
    expect(counted.filter(({ isMet }) => !isMet)).toEqual([]);
  });

  it("times each scheme at each size, by calls of the residual and of the Jacobian", () => {
    const table = tableOf("figure-2");
    expect(column(table, "n")).toEqual([1, 3]);
    for (const row of table.rows) for (const time of row.slice(1)) expect(time).toBeGreaterThan(0);
    expect(report.plots.map(({ name }) => name)).toContain("figure-2");
  });

  it("takes the scheme of linear cost to the sizes that were asked for, beside ten bodies", () => {
    const table = tableOf("large");
    expect(column(table, "unknowns")).toEqual([140, 168, 336]);
    expect(column(table, "by that of the smallest")[0]).toBe(1);
  });

  it("writes figures 1 and 2, the motion and every table", () => {
    for (const name of ["figure-1.svg", "figure-2.svg", "figure-2.png", "table-1.csv", "motion.csv", "report.json"])
      expect(existsSync(written("report", name))).toBe(true);
    expect(readFileSync(written("report", "report.json"), "utf8")).not.toContain("<svg");
  });
});

describe("kinetree bench pendulum --report", () => {
  it("writes displacement, velocity and acceleration of every body, and successive positions", () => {
    const { code, stdout } = kinetree(["bench", "pendulum", "--report", "2", "--t-end", "0.05", "--out", "motion"], {
      cwd,
    });
    expect(code).toBe(0);
    expect(stdout).toContain("2 bodies after 0.05 s");
    const [head, ...rows] = readFileSync(written("motion", "motion.csv"), "utf8").trimEnd().split("\n");
    const names = head.split(",");
    expect(names).toHaveLength(1 + 2 * 9 + 1);
    for (const name of ["time", "pos.body1.x", "vel.body2.y", "acc.body2.z"]) expect(names).toContain(name);
    expect(rows).toHaveLength(6);
    // v of the first body by differences of its places: points are 0.01 s apart, and a' is a few ten m/s³.
    const numbers = rows.map((row) => row.split(",").map(Number));
    const at = (row: number, name: string): number => numbers[row][names.indexOf(name)];
    const speed = (at(3, "pos.body1.z") - at(1, "pos.body1.z")) / 0.02;
    expect(Math.abs(speed - at(2, "vel.body1.z"))).toBeLessThan(1e-3);
    const svg = readFileSync(written("motion", "figure-1.svg"), "utf8");
    expect(svg).toMatch(/^<svg[^>]*xmlns/);
    expect(svg).toContain("<title>");
  });

  it("is plotted like any result", () => {
    const { code, stderr } = kinetree(["plot", "motion/motion.csv", "vel.body2.z", "--out", "v.svg"], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("what is asked for", () => {
  it("is read as numbers and ranges", () => {
    expect(readSizes("3,1-2")).toEqual([1, 2, 3]);
    expect(readLarge("1000, 100")).toEqual([100, 1000]);
  });

  it.each([
    ["", '"" is neither a number nor a range'],
    ["0", '"0" is not among the sizes 1 to 100'],
    ["101", '"101" is not among the sizes 1 to 100'],
    ["2-1", '"2-1" ends before it begins'],
    ["many", '"many" is neither a number nor a range'],
  ])('--sizes "%s" is refused with an example', (value, reason) => {
    const message = `--sizes ${value}: ${reason}. Write it like 1-10.`;
    expect(thrownBy(() => readSizes(value))).toMatchObject({ code: "bad-value", subject: "--sizes", value, message });
  });

  it.each([
    ["", '"" is neither a number nor a range'],
    ["0", '"0" is not among the sizes 1 to 1000000'],
    ["10-10000", "ranges are not for large sizes"],
    ["1e4", '"1e4" is neither a number nor a range'],
  ])('--large "%s" is refused with an example', (value, reason) => {
    const message = `--large ${value}: ${reason}. Write it like 100,1000,10000.`;
    expect(thrownBy(() => readLarge(value))).toMatchObject({ code: "bad-value", subject: "--large", value, message });
  });

  it.each([
    [
      { report: "3" },
      "missing-option",
      "--report",
      "--report 3 writes a table and a drawing. Say where: --out FOLDER.",
    ],
    [
      { report: "0", out: "x" },
      "bad-value",
      "--report",
      '--report "0" must be a whole number from 1 on. Write it like 3.',
    ],
    [
      { report: "5000", out: "x" },
      "bad-value",
      "--report",
      "--report 5000 makes 45000 columns, more than spreadsheets take. Give at most 1800.",
    ],
    [
      { report: "3", out: "x", sizes: "1" },
      "option-without-effect",
      "--sizes",
      "--sizes has no effect with --report. Leave it out.",
    ],
    [
      { cases: "1" },
      "option-without-effect",
      "--cases",
      '--cases has no effect on the study "pendulum". Leave it out.',
    ],
    [
      { report: "3", out: "x", tEnd: "0" },
      "bad-value",
      "--t-end",
      '--t-end "0" must be more than 0. Write it like 100 or "2 min".',
    ],
    [
      { tEnd: "1" },
      "option-without-effect",
      "--t-end",
      "--t-end is for the study flexible, and for pendulum with --report. Leave it out.",
    ],
  ])("%o is refused with the reason", async (options, code, subject, message) => {
    const error = await rejectionOf((async () => await bench(["pendulum"], options))());
    expect(error).toMatchObject({ code, subject, message });
  });

  it("is for the study alone", async () => {
    const rejectionBy = (options: Parameters<typeof bench>[1]) =>
      rejectionOf((async () => await bench(["four-bar"], options))());
    const unused = { code: "option-without-effect", value: "1" };
    expect(await rejectionBy({ sizes: "1" })).toMatchObject({
      ...unused,
      subject: "--sizes",
      message: "--sizes is for the study pendulum. Leave it out.",
    });
    expect(await rejectionBy({ tEnd: "1" })).toMatchObject({ ...unused, subject: "--t-end" });
  });
});
