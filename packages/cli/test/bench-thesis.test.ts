import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchReport } from "@kinetree/reproductions/node";
import { afterAll, describe, expect, test } from "vitest";
import { plotOf } from "../src/bench/report-plot.js";
import { cellText, reportText } from "../src/bench/report-text.js";
import { kinetree, kinetreeJson, scratchFolder } from "./support/command.js";

const folder = scratchFolder();
afterAll(folder.remove);
const cwd = folder.path;

const found = kinetreeJson(["bench", "thesis", "--quick", "--out", "study"], { cwd }) as unknown as BenchReport;

describe("a report", () => {
  test("prints tables, notes and checks", () => {
    const text = reportText({ ...found, checks: [{ name: "a ratio", published: 4, measured: 3.456, isMet: false }] });
    for (const { title, notes } of found.tables) for (const part of [title, ...notes]) expect(text).toContain(part);
    expect(text).toMatch(/^a ratio +4 +3\.46 +NOT MET$/m);
  });

  test("writes numbers with three digits, counts with all of them, and what is missing as a dash", () => {
    expect([12345, 1.23456, 1.5e-9, null, "LU"].map(cellText)).toEqual(["12345", "1.23", "1.5e-9", "-", "LU"]);
  });

  test("draws series with points of their own, published ones marked", () => {
    const svg = plotOf({
      name: "p",
      title: "A < B",
      xLabel: "bodies",
      yLabel: "ratio",
      series: [
        { name: "measured", x: [5, 15], y: [1, 3] },
        { name: "ratio", x: [10], y: [19], published: true },
      ],
    });
    for (const part of ["A &lt; B", "published: ratio", "measured", "bodies", "[ratio]"]) expect(svg).toContain(part);
  });
});

describe("kinetree bench", () => {
  test("runs a study quickly, writes its files, and takes no number for an error", () => {
    expect(found).toMatchObject({ study: "thesis", quick: true });
    const kept = JSON.parse(readFileSync(join(cwd, "study", "report.json"), "utf8")) as BenchReport;
    expect(kept).toEqual(found);
    for (const { name } of kept.plots) expect(readFileSync(join(cwd, "study", `${name}.svg`), "utf8")).toMatch(/^<svg/);
    for (const { name, columns } of kept.tables) {
      const [head] = readFileSync(join(cwd, "study", `${name}.csv`), "utf8").split("\n");
      for (const column of columns) expect(head).toContain(column);
    }
    const again = kinetree(["bench", "thesis", "--quick", "--out", "study"], { cwd });
    expect(again.code).not.toBe(0);
    expect(again.stderr).toContain("--force");
  });

  test.each([
    [["bench", "thesis", "--seconds", "1"], "--seconds"],
    [["bench", "thesis", "--size", "n=3"], "--size"],
    [["bench", "thesis", "pendulum"], "runs alone"],
    [["bench", "four-bar", "--quick"], "--quick"],
    [["bench", "four-bar", "--out", "nowhere"], "--out"],
    [["bench", "four-bar", "--no-progress"], "--no-progress"],
  ])("%j is refused", (args, part) => {
    const { code, stderr } = kinetree(args, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(part);
    expect(existsSync(join(cwd, "nowhere"))).toBe(false);
  });
});
