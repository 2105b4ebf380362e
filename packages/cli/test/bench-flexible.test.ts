import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchReport, BenchTable } from "@kinetree/reproductions/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bench } from "../src/commands/bench/bench.js";
import { readCases } from "../src/commands/bench/flexible.js";
import { column, raggedTables, tableIn } from "../../reproductions/test/support/bench-report.js";
import { kinetreeJson, scratchFolder } from "./support/command.js";
import { refusalOf, thrownBy } from "../../kinetree/test/support/refusal.js";

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

describe("--cases", () => {
  it("takes numbers and ranges, each case once", () => {
    expect(readCases("13-16,1, 5 ,14")).toEqual([1, 5, 13, 14, 15, 16]);
  });

  it.each([
    ["", '"" is neither a number nor a range'],
    ["0", '"0" is not among the cases 1 to 16'],
    ["17", '"17" is not among the cases 1 to 16'],
    ["4-2", '"4-2" ends before it begins'],
    ["all", '"all" is neither a number nor a range'],
    ["1-20", '"1-20" is not among the cases 1 to 16'],
    ["1.5", '"1.5" is neither a number nor a range'],
  ])('refuses "%s" with an example', (value, reason) => {
    const message = `--cases ${value}: ${reason}. Write it like 1-4,16.`;
    expect(thrownBy(() => readCases(value))).toMatchObject({ code: "bad-value", subject: "--cases", value, message });
  });

  it.each([
    ["thesis", { cases: "1" }, "option-without-effect", "--cases", "1"],
    ["pendulum", { tEnd: "1" }, "option-without-effect", "--t-end", "1"],
    ["flexible", { tEnd: "0" }, "bad-value", "--t-end", "0"],
    ["flexible", { seconds: "1" }, "option-without-effect", "--seconds", "1"],
  ])("kinetree bench %s refuses %o", async (name, options, code, subject, value) => {
    const facts = await refusalOf((async () => await bench([name], options))());
    expect(facts).toEqual({ code, subject, value });
  });
});
