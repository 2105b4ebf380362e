import { simulate } from "kinetree";
import { beforeAll, describe, expect, it } from "vitest";
import type { BenchReport, BenchTable } from "../src/bench/bench-study.js";
import { isWithinBar, ratioOf, type Comparison } from "../src/change-points/bar.js";
import { changePoints } from "../src/change-points/change-points.js";
import { formulations, fullGrid } from "../src/change-points/grid.js";
import { linkage, startOf } from "../src/change-points/linkage.js";
import type { Passing } from "../src/change-points/passing.js";
import { startSpeeds } from "../src/change-points/speeds.js";
import { column, raggedTables, tableIn } from "./support/bench-report.js";

/** Compiles five formulations of several linkages, beside other tests. */
const PATIENCE = 300_000;

describe("kinetree bench change-points --quick", () => {
  let report: BenchReport;
  const parts: number[] = [];

  beforeAll(async () => {
    let clock = 0;
    report = await changePoints.run({
      now: () => (clock += 1),
      quick: true,
      progress: (_, part) => parts.push(part ?? 0),
    });
  }, PATIENCE);

  const tableOf = (name: string): BenchTable => tableIn(report, name);

  it("gives as many cells in each row as there are columns, each called differently", () => {
    expect(raggedTables(report)).toEqual([]);
  });

  it("says how far it is, never backwards", () => {
    expect(parts.length).toBeGreaterThan(0);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
  });

  it("passes ten change points in every formulation, along the branch on which all cranks are parallel", () => {
    const runs = tableOf("runs");
    expect(new Set(column(runs, "formulation"))).toEqual(new Set(formulations));
    expect(column(runs, "ended by").filter((code) => code !== null)).toEqual([]);
    for (const passes of column(runs, "passes")) expect(passes).toBeGreaterThanOrEqual(10);
    for (const departure of column(runs, "departure [rad]")) expect(departure).toBeLessThan(1e-6);
  });

  it("passes from every start speed, and with a longer row", () => {
    expect(column(tableOf("start-speeds"), "formulation")).toEqual(formulations);
    expect(column(tableOf("start-speeds"), "runs")).toEqual(formulations.map(() => 8));
    expect(column(tableOf("start-speeds"), "missed")).toEqual(formulations.map(() => 0));
    expect(column(tableOf("long-rows"), "formulation")).toEqual(formulations);
    for (const passes of column(tableOf("long-rows"), "passes")) expect(passes).toBeGreaterThanOrEqual(1);
  });

  it("has a check for the grid, its passes, the start speeds of each formulation and the longer row", () => {
    expect(report.checks).toHaveLength(2 + formulations.length + 1);
  });
});

describe("the linkage with third cranks", () => {
  it.each([1, 2])("moves as the row does, up to its further inertia: n = %i", (n) => {
    const result = simulate(linkage("reference", n), 1, {
      formulation: "tree-augmented",
      state: startOf("reference", n, 1),
      sampleEvery: 0.1,
    });
    const [first, ...others] = [...Array.from({ length: n + 1 }, (_, i) => `link${i}`), "third0"].map((name) =>
      result.column(`q.${name}`),
    );
    expect(first[first.length - 1]).toBeGreaterThan(Math.PI / 2);
    for (const q of others) q.forEach((x, k) => expect(Math.abs(x - first[k])).toBeLessThan(1e-10));
    expect(result.warnings).toEqual([]);
  });
});

describe("the bar", () => {
  const passing: Passing = { error: 1e-8, departure: 1e-13, passes: 10, failure: null };
  const failed: Passing = { error: Infinity, departure: Infinity, passes: 0, failure: "closures-singular" };
  const against = (mine: Partial<Passing>, reference: Partial<Passing> = {}): Comparison => ({
    passing: { ...passing, ...mine },
    reference: { ...passing, ...reference },
    isBorrowed: false,
  });

  it.each([
    ["an error ten times that of the reference", against({ error: 1e-7 }), true],
    ["a larger one", against({ error: 1.1e-7 }), false],
    ["rounding", against({ error: 9e-13 }, { error: 1e-16 }), true],
    ["more than rounding", against({ error: 1.1e-12 }, { error: 1e-16 }), false],
    ["an error that is no number", against({ error: NaN }), false],
    ["another branch", against({ departure: 1e-5 }), false],
    ["too few passes", against({ passes: 9 }), false],
    ["a run that failed", against(failed), false],
    ["a reference that failed", against({}, failed), false],
  ])("judges %s", (_, comparison, expected) => {
    expect(isWithinBar(comparison, 10)).toBe(expected);
  });

  it("is a ratio to the reference, or to a tenth of the rounding", () => {
    expect(ratioOf(against({}, { error: 1e-9 }))).toBeCloseTo(10, 10);
    expect(ratioOf(against({ error: 1e-12 }, { error: 0 }))).toBeCloseTo(10, 10);
  });
});

describe("the full grid", () => {
  it("has every formulation with every integrator, from loose to tight", () => {
    const names = new Set(fullGrid().map(({ method }) => `${method.formulation} ${method.integrator}`));
    expect(names.size).toBe(5 * 10);
    const bdf = fullGrid().filter(({ method }) => method.formulation === "embedded" && method.integrator === "bdf");
    expect(bdf.map(({ method }) => method.tolerance)).toEqual([1e-4, 1e-6, 1e-8, 1e-10]);
    expect(bdf.every(({ lengths }) => lengths.join() === "1,2")).toBe(true);
  });

  it("has start speeds both ways, without zero", () => {
    const speeds = startSpeeds(200, 10);
    expect(speeds).toHaveLength(200);
    expect([speeds[0], speeds[199]]).toEqual([-10, 10]);
    expect(Math.min(...speeds.map(Math.abs))).toBeCloseTo(10 / 199, 12);
  });
});
