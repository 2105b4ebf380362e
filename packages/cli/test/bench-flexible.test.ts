import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beside } from "../src/bench/flexible-accuracy-row.js";
import { platformCase } from "../src/bench/flexible-cases.js";
import { accuracyChecks, chainCheck } from "../src/bench/flexible-checks.js";
import { largestDifference } from "../src/bench/flexible-difference.js";
import { publishedTimes } from "../src/bench/flexible-source.js";
import { accuracyTable, timeTable } from "../src/bench/flexible-tables.js";
import type { BenchReport, BenchTable } from "../src/bench/study.js";
import { bench } from "../src/commands/bench.js";
import { readCases } from "../src/commands/bench-flexible.js";
import { column, raggedTables, tableIn } from "./support/bench-report.js";
import { kinetreeJson, scratchFolder } from "./support/command.js";

const folder = scratchFolder();
afterAll(folder.remove);
const cwd = folder.path;

/** Compiles two cases by two formulations, beside other tests. */
const PATIENCE = 300_000;

describe("kinetree bench flexible --quick", () => {
  let report: BenchReport;

  beforeAll(() => {
    const asked = ["bench", "flexible", "--quick", "--cases", "1,12", "--t-end", "0.02", "--out", "report"];
    report = kinetreeJson(asked, { cwd }) as unknown as BenchReport;
  }, PATIENCE);

  const tableOf = (name: string): BenchTable => tableIn(report, name);

  it("gives as many cells in each row as there are columns, each called differently", () => {
    expect(raggedTables(report)).toEqual([]);
  });

  it("has the cases that were asked for, with the source's sizes and times", () => {
    const table = tableOf("table-2");
    expect(column(table, "case")).toEqual([1, 12]);
    expect(column(table, "rigid dof")).toEqual([24, 41]);
    expect(column(table, "loops")).toEqual(["open", "closed"]);
    expect(column(table, "O(N) published")).toEqual([null, 133.8]);
    expect(column(table, "mass matrix published")).toEqual([null, 57.4]);
  });

  it("runs each by the formulation of order N and by the mass matrix, with the source's step", () => {
    const table = tableOf("runs");
    expect(column(table, "formulation")).toEqual(["articulated", "mass-matrix", "tree-augmented", "mass-matrix"]);
    expect(column(table, "steps")).toEqual([20, 20, 20, 20]);
  });

  it("holds beams against analysis", () => {
    const rows = tableOf("accuracy").rows.map(([name]) => String(name));
    for (const what of ["clamped-free", "pinned-free", "static correction", "spin-up without", "drift of energy"])
      expect(rows.some((name) => name.includes(what))).toBe(true);
    const bounded = report.checks.filter(({ name }) =>
      /clamped-free|static correction|spin-up|drift of energy/.test(name),
    );
    expect(bounded.filter(({ isMet }) => !isMet)).toEqual([]);
  });

  it("has a rod of segments whose first frequency converges with their square, beside a beam whose is exact", () => {
    const [own, ...errors] = column(tableOf("peer"), "error of the first frequency").map(Number);
    expect(own).toBeLessThan(1e-8);
    // 4 and 16 segments, where MuJoCo is installed.
    const [few = 16, many = 1] = errors;
    expect(Math.abs(few / many / 16 - 1)).toBeLessThan(0.1);
  });

  it("writes figure 3 as SVG and PNG, and every table", () => {
    const written = (name: string): string => join(cwd, "report", name);
    for (const name of ["figure-3.svg", "figure-3-start.svg", "chains.svg", "table-2.csv", "report.json"])
      expect(existsSync(written(name))).toBe(true);
    expect([...readFileSync(written("figure-3.png")).subarray(1, 4)]).toEqual([..."PNG"].map((c) => c.charCodeAt(0)));
  });
});

describe("a difference of two motions", () => {
  it("is relative to the largest value of its own channel", () => {
    const small = { name: "small", ours: [0, 1e-3], theirs: [0, 2e-3] };
    const large = { name: "large", ours: [0, 100], theirs: [1, 100] };
    expect(largestDifference([large, small])).toEqual({ value: 0.5, channel: "small" });
  });

  it("is nothing between equal motions, even without any motion", () => {
    expect(largestDifference([{ name: "still", ours: [0, 0], theirs: [0, 0] }]).value).toBe(0);
  });

  it("is not a number where one of them is not, whatever comes later", () => {
    const broken = { name: "broken", ours: [1, NaN], theirs: [1, 1] };
    const large = { name: "large", ours: [1], theirs: [-1] };
    expect(largestDifference([broken, large])).toEqual({ value: NaN, channel: "broken" });
    expect(largestDifference([{ name: "short", ours: [1], theirs: [1, 1] }]).value).toBeNaN();
  });
});

describe("what a report says", () => {
  it("says which case failed, and why", () => {
    const table = timeTable([{ platform: platformCase(3), message: "the run stopped" }], 100);
    expect(table.rows[0]).toContain("failed");
    expect(table.notes.join("\n")).toContain("Case 3 failed: the run stopped");
  });

  it("has a check for each bound and none for what is shown for comparison", () => {
    const rows = [
      beside("near", "m", [1.0005, 1], 1e-3),
      beside("far", "m", [1.1, 1], 1e-3),
      beside("seen", "m", [2, 1], null),
    ];
    expect(accuracyChecks(rows).map(({ name, isMet }) => [name, isMet])).toEqual([
      ["near", true],
      ["far", false],
    ]);
    expect(accuracyTable(rows).rows).toHaveLength(3);
  });

  it("compares the dearest link with the cheapest", () => {
    const cost = (links: number, timePerLink: number) => ({
      links,
      timePerLink,
      speeds: 5 * links,
      compileMs: 1,
      operationsPerLink: 1,
    });
    expect(chainCheck([cost(10, 2), cost(100, 2.5)])).toMatchObject({ measured: 1.25, isMet: true });
    expect(chainCheck([cost(10, 2), cost(100, 3)])).toMatchObject({ measured: 1.5, isMet: false });
  });

  it("has published times for the eleven cases that the scan has kept", () => {
    expect(publishedTimes).toHaveLength(16);
    expect(publishedTimes.filter(({ orderN }) => orderN !== null)).toHaveLength(11);
  });
});

describe("--cases", () => {
  it("takes numbers and ranges, each case once", () => {
    expect(readCases("13-16,1, 5 ,14")).toEqual([1, 5, 13, 14, 15, 16]);
  });

  it.each(["", "0", "17", "4-2", "all", "1-20", "1.5"])('refuses "%s" with an example', (text) => {
    expect(() => readCases(text)).toThrow(/--cases.*Write it like 1-4,16\./);
  });

  it.each([
    ["thesis", { cases: "1" }, /--cases has no effect on the study "thesis"/],
    ["pendulum", { tEnd: "1" }, /--t-end is for the study flexible/],
    ["flexible", { tEnd: "0" }, /--t-end "0" must be more than 0/],
    ["flexible", { seconds: "1" }, /--seconds has no effect/],
  ])("kinetree bench %s refuses %o", async (name, options, message) => {
    await expect((async () => await bench([name], options))()).rejects.toThrow(message);
  });
});
