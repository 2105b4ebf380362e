import { compareFormulations } from "kinetree/formulations";
import { doublePendulum } from "kinetree/systems";
import { expect, test } from "vitest";
import { differenceLines } from "../../src/compare/compare-lines.js";
import { comparisonCsv, placeText, ratioToFastest } from "../../src/compare/compare-text.js";
import { briefNumber } from "../../src/ui/behaviour/number-text.js";

let clock = 0;
const found = compareFormulations(doublePendulum(), 0.2, {
  formulations: ["articulated", "mass-matrix", "embedded"],
  samples: 10,
  now: () => (clock += 5),
});

test("the table as CSV has a row for every formulation, with all digits and the reasons of those that refuse", () => {
  const [heads, ...rows] = comparisonCsv(found).trimEnd().split("\n");
  expect(heads.split(",")).toHaveLength(23);
  expect(rows).toHaveLength(3);
  const run = found.formulations[0];
  if (run.outcome !== "ran") throw new Error("articulated did not run");
  expect(rows[0].split(",")[12]).toBe(String(run.accelerations));
  const refused = found.formulations.findIndex(({ outcome }) => outcome === "refused");
  expect(rows[refused]).toMatch(/^embedded,refused,/);
});

test("the fastest has a ratio of one", () => {
  const ratios = found.formulations.flatMap((each) => (each.outcome === "ran" ? [ratioToFastest(found, each)] : []));
  expect(Math.min(...ratios.map((ratio) => ratio ?? NaN))).toBe(1);
});

test("differences over time leave the reference out and show what is allowed", () => {
  const lines = differenceLines(found, "positions", () => "#000000", "#00ff00");
  expect(lines.map(({ name }) => name)).toEqual(["allowed", "articulated"]);
  expect(lines.every(({ values }) => values.length === found.t.length)).toBe(true);
});

test("numbers and places are short", () => {
  expect([briefNumber(0), briefNumber(null), briefNumber(1.23456), briefNumber(4.2e-10), briefNumber(-2e6)]).toEqual([
    "0",
    "–",
    "1.23",
    "4.2e−10",
    "−2.0e6",
  ]);
  expect(placeText({ value: 1, of: 'body "arm"', t: 0.25 })).toBe('body "arm", 0.25 s');
  expect(placeText({ value: 0, of: "", t: 0 })).toBe("");
});
