import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kinetree, kinetreeJson, scratchFolder } from "./support/command.js";

const folder = scratchFolder();
afterAll(folder.remove);
const cwd = folder.path;

beforeAll(() => {
  kinetreeJson(["study", "run", "pendulum", "--samples", "12", "--option", "duration=1", "--out", "a.study"], { cwd });
});

test("kinetree study report / writes a page into the folder of the study, with tables and pictures beside it", () => {
  const { code, stdout } = kinetree(["study", "report", "a.study"], { cwd });
  expect(stdout).toMatch(/^report +a\.study\/report\/report\.html$/m);
  expect(stdout).toMatch(/^tables +\d+ files in a\.study\/report\/tables$/m);
  expect(code).toBe(0);
  expect(readFileSync(join(cwd, "a.study/report/report.html"), "utf8")).toContain("12 samples in 1 case");
  expect(existsSync(join(cwd, "a.study/report/figures/histogram-period.png"))).toBe(true);
});

test("--out, --compare and --no-png / another folder, another study beside it, no PNG", () => {
  const args = ["study", "report", "a.study", "--compare", "a.study", "--out", "b", "--no-png"];
  const { report, tables, figures } = kinetreeJson(args, { cwd }) as {
    report: string;
    tables: string[];
    figures: string[];
  };
  expect(report).toBe(join("b", "report.html"));
  expect(tables.some((path) => path.includes("compared-with-a"))).toBe(true);
  expect(figures.every((path) => path.endsWith(".svg"))).toBe(true);
});

test("a study goes on after its report was made / the report is no foreign thing in its folder", () => {
  expect(kinetree(["study", "resume", "a.study"], { cwd }).code).toBe(0);
});

test("no such study / exit code of a file that is not there, and its name", () => {
  const { code, stderr } = kinetree(["study", "report", "nothing"], { cwd });
  expect(stderr).toContain("nothing is no folder of a study");
  expect(code).not.toBe(0);
});
